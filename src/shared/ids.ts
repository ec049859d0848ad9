import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562 §5.7): ordered by time, so that index pages fill in order and WAL stays small. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a lower-case UUID; anything else is refused before it reaches SQL. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
