import { isPlainText } from './display-text.js';

/** The same words in English and in Simplified Chinese. */
export type Bilingual = { readonly en: string; readonly zh: string };

/**
 * How a contract words its effect. Sentences may hold placeholders `{root.name}`, and a field's `path` is one
 * `root.name`; the roots are `resource`, `arguments`, `before` and `after`.
 */
export type PreviewTemplate = {
  /** One sentence: what will happen. */
  readonly effect: Bilingual;
  /** One sentence: what follows from it, and whether it can be undone. */
  readonly consequence: Bilingual;
  /** Facts to show beside the ids: order number, customer, amount. */
  readonly fields: readonly { readonly label: Bilingual; readonly path: string }[];
  /** The attributes to compare before and after. */
  readonly diff: readonly string[];
  /** A label for each attribute named in `diff`. */
  readonly labels: Readonly<Record<string, Bilingual>>;
};

export type Reference = { readonly root: 'resource' | 'arguments' | 'before' | 'after'; readonly name: string };
export type Piece = { readonly literal: string } | Reference;

const PLACEHOLDER = /\{([^{}]*)\}/;
const REFERENCE = /^(resource|arguments|before|after)\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/**
 * Checks a template when its contract is published. Refuses placeholders with an unknown root or argument, placeholders
 * and fields of an argument that is marked untrusted (an agent would write words of the signed sentence), words that
 * would not be shown as they are, and attributes without a label. The template comes back as it was given.
 */
export function compileTemplate(
  template: PreviewTemplate,
  argumentNames: readonly string[],
  untrustedNames: readonly string[],
): { readonly ok: true; readonly template: PreviewTemplate } | { readonly ok: false; readonly reason: string } {
  const reason = templateFault(template, (name) => {
    if (untrustedNames.includes(name)) return `argument ${name} is untrusted`;
    return argumentNames.includes(name) ? null : `unknown argument ${name}`;
  });
  return reason === null ? { ok: true, template } : { ok: false, reason };
}

/** The first fault of a template, or null. `argumentFault` says why an argument may not be referred to. */
export function templateFault(
  template: PreviewTemplate,
  argumentFault: (name: string) => string | null,
): string | null {
  const { effect, consequence, fields, diff } = template;
  for (const sentence of [effect.en, effect.zh, consequence.en, consequence.zh]) {
    const fault = sentenceFault(sentence, argumentFault);
    if (fault !== null) return fault;
  }
  for (const { path } of fields) {
    const fault = pathFault(path, argumentFault);
    if (fault !== null) return fault;
  }
  for (const [index, attribute] of diff.entries()) {
    if (diff.indexOf(attribute) !== index) return `attribute ${attribute} is compared twice`;
    if (!Object.hasOwn(template.labels, attribute)) return `attribute ${attribute} has no label`;
  }
  const labels = [...fields.map(({ label }) => label), ...Object.values(template.labels)];
  return labels.map(labelFault).find((fault) => fault !== null) ?? null;
}

/** Splits a checked sentence into the contract's words and references. Throws TypeError on one that was not checked. */
export function sentencePieces(sentence: string): readonly Piece[] {
  return sentence
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? { literal: part } : reference(part)))
    .filter((piece) => !('literal' in piece) || piece.literal !== '');
}

/** Reads `root.name`. Throws TypeError on anything else: `templateFault` runs first. */
export function reference(path: string): Reference {
  const [, root, name] = REFERENCE.exec(path) ?? [];
  if (root === undefined || name === undefined) throw new TypeError(`not a reference: ${path}`);
  return { root: root as Reference['root'], name };
}

function sentenceFault(sentence: string, argumentFault: (name: string) => string | null): string | null {
  if (sentence.trim() === '') return 'a sentence is empty';
  for (const [index, part] of sentence.split(PLACEHOLDER).entries()) {
    if (index % 2 === 0) {
      if (/[{}]/.test(part)) return 'a brace without its pair';
      if (!isPlainText(part)) return 'a sentence with characters that would not be shown as they are';
      continue;
    }
    const fault = pathFault(part, argumentFault);
    if (fault !== null) return fault;
  }
  return null;
}

function pathFault(path: string, argumentFault: (name: string) => string | null): string | null {
  if (!REFERENCE.test(path)) return `unknown reference ${path}`;
  const { root, name } = reference(path);
  return root === 'arguments' ? argumentFault(name) : null;
}

function labelFault(label: Bilingual): string | null {
  if (label.en.trim() === '' || label.zh.trim() === '') return 'a label is empty';
  return isPlainText(label.en) && isPlainText(label.zh)
    ? null
    : 'a label with characters that would not be shown as they are';
}
