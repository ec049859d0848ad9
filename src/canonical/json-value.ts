/** Any JSON value (RFC 8259). Inside the engine every such value is deep-frozen. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Values made by the strict readers have a null prototype, so that no inherited name answers. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** How large a document may be: bytes of its UTF-8 text, and levels of nesting (a scalar has 0, `[]` has 1). */
export type JsonLimits = { readonly maxBytes: number; readonly maxDepth: number };

/**
 * What a strict reader answers. `reason` is a fixed phrase; `pointer` (RFC 6901) names the place and may echo an
 * untrusted key; `offset` is the byte where reading stopped, or -1 when there was no text to point into.
 */
export type JsonRead =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: string; readonly pointer: string; readonly offset: number };
