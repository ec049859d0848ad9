import type { JsonObject } from '../canonical/json-value.js';
import type { Principal } from './principal.js';

/** Who did something, as events name them. */
export function actorOf(principal: Principal): JsonObject {
  return {
    sub: principal.sub,
    human: principal.human,
    name: principal.name,
    ...(principal.actors.length > 0 ? { actors: [...principal.actors] } : {}),
  };
}
