import {
  type Bilingual,
  type PreviewTemplate,
  type Reference,
  reference,
  sentencePieces,
  templateFault,
} from './display-template.js';
import { flags, isPlainText, renderText, type TextFlag, type TextSegment, visibleJson } from './display-text.js';
import { jcs } from './jcs.js';
import type { JsonObject, JsonValue } from './json-value.js';
import { type AdapterClass, LOST_ANSWER } from './lost-answer.js';

/**
 * Part of every display digest; it changes whenever the same input would be shown differently. Unicode tables come with
 * the runtime, so evidence keeps the display itself and never renders it again.
 */
export const RENDERER_VERSION = 'countersign-display-1';

type Scalar = string | number | boolean | null;
type Scalars = Readonly<Record<string, Scalar>>;
type BilingualText = { readonly en: readonly TextSegment[]; readonly zh: readonly TextSegment[] };

/** All that the display is made from. `arguments` are those of the action, in the order in which they are shown. */
export type DisplayInput = {
  readonly template: PreviewTemplate;
  readonly contractTitle: Bilingual;
  readonly arguments: readonly ShownArgument[];
  readonly resource: {
    readonly type: string;
    readonly id: string;
    readonly version: string;
    readonly attributes: Scalars;
  };
  readonly before: Scalars;
  readonly after: Scalars;
  readonly adapterClass: AdapterClass;
};

/** `untrusted` marks text that the agent wrote: it is shown in a box of its own and never inside a sentence. */
export type ShownArgument = {
  readonly name: string;
  readonly label: Bilingual;
  readonly value: JsonValue;
  readonly untrusted: boolean;
};

/** What is shown and, through its digest, signed. Plain JSON; nothing in it is shortened. */
export type Display = {
  readonly renderer: string;
  readonly title: Bilingual;
  readonly effect: BilingualText;
  readonly fields: readonly {
    readonly label: Bilingual;
    readonly value: readonly TextSegment[];
    readonly flags: readonly TextFlag[];
  }[];
  readonly arguments: readonly {
    readonly name: string;
    readonly label: Bilingual;
    readonly value: readonly TextSegment[];
    /** JSON text of the value: it tells the text "12" from the number 12. Characters that hide are `\uXXXX`. */
    readonly raw: string;
    readonly untrusted: boolean;
    readonly flags: readonly TextFlag[];
  }[];
  readonly diff: readonly {
    readonly attribute: string;
    readonly label: Bilingual;
    readonly before: readonly TextSegment[];
    readonly after: readonly TextSegment[];
  }[];
  readonly consequence: BilingualText;
  readonly lostAnswer: Bilingual;
};

/** Marked as trusted, so that no value can pose as "nothing there". */
const ABSENT: TextSegment = { kind: 'text', text: '—', trusted: true };
const NULL: TextSegment = { kind: 'text', text: 'null', trusted: true };

/**
 * Renders what an approver sees, in both languages, from the contract's template and resolved facts. Pure: equal input
 * gives an equal display. Throws TypeError on a template that would not compile against these arguments, and on titles
 * and labels that would not be shown as they are; both are refused when a contract is published.
 */
export function renderDisplay(input: DisplayInput): Display {
  assertTrustworthy(input);
  const { template } = input;
  return {
    renderer: RENDERER_VERSION,
    title: input.contractTitle,
    effect: renderSentences(template.effect, input),
    fields: template.fields.map(({ label, path }) => {
      const value = lookUp(reference(path), input);
      return { label, value: renderValue(value), flags: flagsOf(value ?? null) };
    }),
    arguments: input.arguments.map(({ name, label, value, untrusted }) => ({
      name,
      label,
      value: renderValue(value),
      raw: visibleJson(jcs(value)),
      untrusted,
      flags: flagsOf(value),
    })),
    diff: renderDiff(input),
    consequence: renderSentences(template.consequence, input),
    lostAnswer: LOST_ANSWER[input.adapterClass],
  };
}

/** The guards of `compileTemplate` again, against the arguments at hand: no way leads around them. */
function assertTrustworthy(input: DisplayInput): void {
  const untrusted = new Set(input.arguments.filter((argument) => argument.untrusted).map(({ name }) => name));
  const fault = templateFault(input.template, (name) => (untrusted.has(name) ? `argument ${name} is untrusted` : null));
  if (fault !== null) throw new TypeError(`template: ${fault}`);
  for (const { en, zh } of [input.contractTitle, ...input.arguments.map(({ label }) => label)]) {
    if (!isPlainText(en) || !isPlainText(zh)) throw new TypeError('a title or label would not be shown as it is');
  }
}

function renderSentences(sentences: Bilingual, input: DisplayInput): BilingualText {
  return { en: renderSentence(sentences.en, input), zh: renderSentence(sentences.zh, input) };
}

function renderSentence(sentence: string, input: DisplayInput): readonly TextSegment[] {
  return sentencePieces(sentence).flatMap((piece): readonly TextSegment[] =>
    'literal' in piece ? [{ kind: 'text', text: piece.literal, trusted: true }] : renderValue(lookUp(piece, input)),
  );
}

/** The value that a reference names, or undefined: an optional argument not given, an attribute the resource lacks. */
function lookUp({ root, name }: Reference, input: DisplayInput): JsonValue | undefined {
  if (root === 'arguments') return input.arguments.find((argument) => argument.name === name)?.value;
  if (root === 'resource' && (name === 'type' || name === 'id' || name === 'version')) return input.resource[name];
  return valueOf(root === 'resource' ? input.resource.attributes : input[root], name);
}

function renderValue(value: JsonValue | undefined): readonly TextSegment[] {
  if (value === undefined) return [ABSENT];
  if (value === null) return [NULL];
  return renderText(typeof value === 'string' ? value : jcs(value));
}

/** The attributes that the template compares, then every other one that changes: no change goes unseen. */
function renderDiff({ template, before, after }: DisplayInput): Display['diff'] {
  const unlisted = Object.keys({ ...before, ...after })
    .filter((attribute) => !template.diff.includes(attribute))
    .filter((attribute) => valueOf(before, attribute) !== valueOf(after, attribute))
    .sort();
  return [...template.diff, ...unlisted].map((attribute) => ({
    attribute,
    label: valueOf(template.labels, attribute) ?? ownNameAsLabel(attribute),
    before: renderValue(valueOf(before, attribute)),
    after: renderValue(valueOf(after, attribute)),
  }));
}

/** An attribute named `constructor` is a name like any other: nothing inherited answers for it. */
function valueOf<T>(facts: Readonly<Record<string, T>>, attribute: string): T | undefined {
  return Object.hasOwn(facts, attribute) ? facts[attribute] : undefined;
}

function ownNameAsLabel(attribute: string): Bilingual {
  const shown = renderText(attribute)
    .map((segment) => (segment.kind === 'text' ? segment.text : segment.codePoint))
    .join('');
  return { en: shown, zh: shown };
}

/** The flags of every string and name inside a value (an index flags nothing): in its JSON text, `\n` would stick to the word behind it. */
function flagsOf(value: JsonValue): readonly TextFlag[] {
  return [...new Set(stringsIn(value).flatMap((text) => flags(text)))].sort();
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value as JsonObject).flatMap(([key, member]) => [key, ...stringsIn(member)]);
}
