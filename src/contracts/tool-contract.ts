import type { JsonObject } from '../canonical/json-value.js';
import type { AdapterClass } from '../canonical/lost-answer.js';
import type { Bilingual } from '../canonical/display-template.js';

/** JSON Schema 2020-12, of which contracts use the part that `checks/schema-rules.ts` allows. */
export type JsonSchema = JsonObject;

export const RISKS = ['READ_PUBLIC', 'READ_PRIVATE', 'WRITE_LOW', 'WRITE_HIGH', 'WRITE_CRITICAL'] as const;
export const LIFECYCLE_STATES = ['draft', 'active', 'deprecated', 'read-only', 'retired'] as const;
export const MASKS = ['last4', 'email', 'phone', 'hidden'] as const;
export const EXECUTION_MODES = ['automatic', 'on_request'] as const;

export type Risk = (typeof RISKS)[number];
export type LifecycleState = (typeof LIFECYCLE_STATES)[number];
export type Mask = (typeof MASKS)[number];

export interface Lifecycle {
  readonly state: LifecycleState;
  /** The date (`YYYY-MM-DD`, UTC) from which on a deprecated tool counts as retired (the idea of RFC 8594). */
  readonly sunset?: string;
  /** The contract to use instead. */
  readonly replacedBy?: string;
}

interface ArgumentNote {
  readonly label: Bilingual;
  /** Text that an agent wrote: shown in a box of its own, never part of a sentence that people sign. */
  readonly untrusted?: boolean;
}

export interface ResultRules {
  /** What leaves the engine, as dotted property paths; a path names its whole subtree and passes through lists. */
  readonly allow: readonly string[];
  readonly mask: Readonly<Record<string, Mask>>;
}

/** What happens between the plan and its effect. Durations are written as `30s`, `15m`, `4h`, `7d`. */
interface ExecutionRules {
  readonly mode: (typeof EXECUTION_MODES)[number];
  /** How long after the end of `decideWithin` an approved plan may still run. */
  readonly executeWithin: string;
  /** How long the same call is answered with the first result. */
  readonly replayWithin: string;
  readonly timeoutMs: number;
  readonly adapterClass: AdapterClass;
}

/** All that is true of one version of a tool: one YAML file, checked and deep-frozen. Nothing in code repeats it. */
export interface ToolContract {
  /** `orders.cancel.v1` */
  readonly id: string;
  readonly version: number;
  readonly title: Bilingual;
  /** For the model: when to use it, when not, what happens next. */
  readonly description: string;
  readonly owner: { readonly system: string; readonly team: string };
  readonly lifecycle: Lifecycle;
  readonly risk: Risk;
  /** Action and subject type of the policy files. */
  readonly permission: { readonly action: string; readonly subject: string };
  /** OAuth scopes that the token needs, all of them. */
  readonly scopes: readonly string[];
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  /** One entry for each property of `input`. */
  readonly arguments: Readonly<Record<string, ArgumentNote>>;
  /** The business object that the call is about: its id, and where the caller may say which version they saw. */
  readonly resource?: { readonly type: string; readonly idFrom: string; readonly versionFrom?: string };
  readonly preview?: {
    readonly effect: Bilingual;
    readonly consequence: Bilingual;
    readonly fields: readonly { readonly label: Bilingual; readonly path: string }[];
    readonly diff: readonly { readonly attribute: string; readonly label: Bilingual }[];
  };
  readonly approval?: { readonly policy: string; readonly decideWithin: string; readonly reasonRequired: boolean };
  readonly execution?: ExecutionRules;
  readonly result: ResultRules;
  /** Calls per minute. */
  readonly limits: { readonly perPrincipalPerMinute: number; readonly perTenantPerMinute: number };
  readonly adapter: { readonly protocol: 'local'; readonly handler: string };
  readonly examples: readonly { readonly arguments: JsonObject }[];
}

/** The name under which hosts see the tool: several refuse dots. `orders.cancel.v1` → `orders_cancel_v1`. */
export function wireNameOf(id: string): string {
  return id.replaceAll('.', '_');
}

/** True when calls of this risk change something and therefore go through a plan. */
export function isWrite(risk: Risk): boolean {
  return risk.startsWith('WRITE_');
}
