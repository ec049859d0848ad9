import type { PreviewTemplate } from '../canonical/display-template.js';
import { toolDigest } from '../canonical/digest.js';
import { jcs } from '../canonical/jcs.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import type { Result } from '../shared/errors.js';
import type { CheckedContract } from './checks/check-contract.js';
import { compileShape, shownSchema } from './result-shape.js';
import { compileInput, compileOutput } from './schema-compiler.js';
import type { SourcePath } from './source/yaml-source.js';
import { type JsonSchema, type ToolContract, wireNameOf } from './tool-contract.js';

/** A checked contract with all that is prepared from it once. Frozen. */
export interface PublishedContract {
  readonly contract: ToolContract;
  /** SHA-256 of `canonical` as `toolDigest`: 64 lower-case hex digits. */
  readonly digest: string;
  /** RFC 8785, all members but `lifecycle`. */
  readonly canonical: string;
  readonly wireName: string;
  readonly file: string;
  /** The preview as the renderer takes it; only of tools that write. */
  readonly template?: PreviewTemplate;
  /** The schema of what `shape` lets out, for agents. */
  readonly shownOutput: JsonSchema;
  /** Applies defaults to a copy, before any digest. Refuses with INVALID_ARGUMENTS and JSON pointers in `details.errors`. */
  validateInput(value: JsonValue): Result<JsonObject>;
  /** True for a result that keeps the contract; anything else must not leave. */
  validateOutput(value: unknown): boolean;
  /** What may leave of a valid result: allow-list, then masks. */
  shape(value: JsonObject): JsonObject;
  lineOf(path: SourcePath): number;
}

/** Prepares a checked contract. */
export function publishedContract({ contract, source }: CheckedContract): PublishedContract {
  const described = describedForm(contract);
  const template = previewTemplate(contract);
  return Object.freeze({
    contract,
    digest: toolDigest(described),
    canonical: jcs(described),
    wireName: wireNameOf(contract.id),
    file: source.file,
    ...(template === undefined ? {} : { template }),
    shownOutput: shownSchema(contract.output, contract.result),
    validateInput: compileInput(contract.id, contract.input),
    validateOutput: compileOutput(contract.output),
    shape: compileShape(contract.result),
    lineOf: source.lineOf,
  });
}

/**
 * What people approve when they approve a call of this tool. The lifecycle is not part of it: it is the operator's switch, and
 * a tool that becomes `deprecated` or `read-only` would otherwise invalidate every plan that waits, instead of letting it end.
 */
function describedForm(contract: ToolContract): JsonObject {
  const { lifecycle: _switch, ...described } = contract as unknown as JsonObject;
  return described;
}

function previewTemplate({ preview }: ToolContract): PreviewTemplate | undefined {
  if (preview === undefined) return undefined;
  const { effect, consequence, fields, diff } = preview;
  const labels = Object.fromEntries(diff.map(({ attribute, label }) => [attribute, label]));
  return { effect, consequence, fields, diff: diff.map(({ attribute }) => attribute), labels };
}
