import type { ResourceAttributes } from '../authorization/attributes.js';
import type { JsonObject } from '../canonical/json-value.js';

export type Scalar = string | number | boolean | null;

/** One business object as it stands, read inside its tenant. */
export interface Resource {
  readonly type: string;
  readonly id: string;
  /** Changes with every change of the object; approvals are bound to it. */
  readonly version: string;
  /** The name that people know it by, for lists. */
  readonly label: string;
  readonly attributes: ResourceAttributes;
  /** Resolved names and figures for the preview: order number, customer, amount. */
  readonly display: Readonly<Record<string, Scalar>>;
}

/** How a write changes the preview's attributes, e.g. `{ state: 'CANCELLED' }`, or why it cannot be done to this object. */
export type Foreseen =
  | { readonly possible: true; readonly after: Readonly<Record<string, Scalar>> }
  | { readonly possible: false; readonly why: string };

/**
 * The engine's side of one business system in the same database (adapter class 0). `lock` and `apply` name SQL functions that
 * run inside the claim's transaction: `lock(tenant, id) → version`, `apply(tenant, id, version, arguments, operationId) →
 * {outcome, result | error}`.
 */
export interface LocalHandler {
  readonly name: string;
  /** Undefined when there is no such object in this tenant. */
  load(tenant: string, args: JsonObject): Promise<Resource | undefined>;
  /** The answer of a reading tool, before masking. */
  read?(tenant: string, resource: Resource): Promise<JsonObject>;
  foresee?(resource: Resource): Foreseen;
  readonly effect?: { readonly lock: string; readonly apply: string };
}
