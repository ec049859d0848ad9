import type { JsonObject } from '../canonical/json-value.js';
import type { ActionView } from './action-view.js';

/** One tool call, translated by a transport. `arguments` went through the strict reader (or `freezeStrict`) already. */
export interface CallRequest {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly idempotencyKey?: string;
  /** The agent's own name for the run that this call belongs to; at most 200 characters. */
  readonly run?: string;
}

/** A read's result, the first result of an executed plan, or an action that is still on its way. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly value: JsonObject; readonly action?: ActionView }
  | { readonly kind: 'pending'; readonly action: ActionView };
