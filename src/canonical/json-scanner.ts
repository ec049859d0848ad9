import { keyFault, literalFault, textFault } from './json-rules.js';
import { FAILED, JsonTrail, type Parsed } from './json-trail.js';
import type { JsonObject, JsonRead, JsonValue } from './json-value.js';

const WHITESPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))/y;
const NUMBER_GOES_ON = /[0-9A-Za-z.+-]/;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/**
 * Reads one strict I-JSON document (RFC 8259 grammar, RFC 7493 limits, forbidden keys) from well-formed text.
 * The offset of a refusal counts UTF-16 units. Recursion is safe: nothing is entered beyond `maxDepth`.
 */
export function scanJson(text: string, maxDepth: number): JsonRead {
  return new Scanner(text, maxDepth).document();
}

class Scanner {
  private at = 0;
  private readonly trail = new JsonTrail();

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  document(): JsonRead {
    this.skipWhitespace();
    if (this.at === this.text.length) {
      this.trail.refuse('empty document', this.at);
      return this.trail.fault;
    }
    const value = this.value();
    if (value === FAILED) return this.trail.fault;
    this.skipWhitespace();
    if (this.at < this.text.length) {
      this.trail.refuse('content after the document', this.at);
      return this.trail.fault;
    }
    return { ok: true, value };
  }

  private value(): Parsed<JsonValue> {
    this.skipWhitespace();
    const next = this.text[this.at];
    if (next === '{') return this.container(() => this.object());
    if (next === '[') return this.container(() => this.array());
    if (next === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private container(read: () => Parsed<JsonValue>): Parsed<JsonValue> {
    if (this.trail.depth >= this.maxDepth) return this.refuse(`nested deeper than ${this.maxDepth} levels`);
    this.at += 1;
    return read();
  }

  private object(): Parsed<JsonObject> {
    const members: Record<string, JsonValue> = Object.create(null);
    if (this.takes('}')) return Object.freeze(members);
    for (;;) {
      const key = this.key(members);
      if (key === FAILED) return FAILED;
      this.trail.enter(key);
      const value = this.value();
      if (value === FAILED) return FAILED;
      this.trail.leave();
      members[key] = value;
      if (this.takes('}')) return Object.freeze(members);
      if (!this.takes(',')) return this.unexpected();
    }
  }

  private array(): Parsed<readonly JsonValue[]> {
    const items: JsonValue[] = [];
    if (this.takes(']')) return Object.freeze(items);
    for (;;) {
      this.trail.enter(items.length);
      const value = this.value();
      if (value === FAILED) return FAILED;
      this.trail.leave();
      items.push(value);
      if (this.takes(']')) return Object.freeze(items);
      if (!this.takes(',')) return this.unexpected();
    }
  }

  /** Reads `"name" :`. Names are compared after unescaping: `"a"` and `"\u0061"` are one name. */
  private key(members: JsonObject): Parsed<string> {
    this.skipWhitespace();
    const start = this.at;
    if (this.text[start] !== '"') return this.unexpected();
    const key = this.string();
    if (key === FAILED) return FAILED;
    const fault = keyFault(key) ?? (key in members ? 'duplicate key' : null);
    if (fault !== null) {
      this.trail.enter(key);
      return this.trail.refuse(fault, start);
    }
    if (!this.takes(':')) return this.unexpected();
    return key;
  }

  private string(): Parsed<string> {
    const start = this.at;
    let read = '';
    this.at += 1;
    for (let plainFrom = this.at; ; ) {
      const unit = this.text.charCodeAt(this.at);
      if (Number.isNaN(unit)) return this.unexpected();
      if (unit < 0x20) return this.refuse('raw control character');
      if (unit !== 0x22 && unit !== 0x5c) {
        this.at += 1;
        continue;
      }
      read += this.text.slice(plainFrom, this.at);
      if (unit === 0x22) break;
      const escaped = this.escape();
      if (escaped === FAILED) return FAILED;
      read += escaped;
      plainFrom = this.at;
    }
    this.at += 1;
    const fault = textFault(read);
    return fault === null ? read : this.trail.refuse(fault, start);
  }

  private escape(): Parsed<string> {
    ESCAPE.lastIndex = this.at;
    const match = ESCAPE.exec(this.text);
    if (match === null) return this.refuse('malformed escape');
    this.at = ESCAPE.lastIndex;
    const [, short, hex] = match;
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return SHORT_ESCAPES[short ?? ''] ?? short ?? '';
  }

  private number(): Parsed<number> {
    const start = this.at;
    NUMBER.lastIndex = start;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) return this.unexpected();
    this.at += literal.length;
    if (NUMBER_GOES_ON.test(this.text[this.at] ?? '')) return this.trail.refuse('malformed number', start);
    const value = Number(literal);
    const fault = literalFault(literal, value);
    return fault === null ? value : this.trail.refuse(fault, start);
  }

  private skipWhitespace(): void {
    WHITESPACE.lastIndex = this.at;
    WHITESPACE.exec(this.text);
    this.at = WHITESPACE.lastIndex;
  }

  private takes(mark: ',' | ':' | '}' | ']'): boolean {
    this.skipWhitespace();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private unexpected(): typeof FAILED {
    return this.refuse(this.at < this.text.length ? 'unexpected character' : 'unexpected end');
  }

  private refuse(reason: string): typeof FAILED {
    return this.trail.refuse(reason, this.at);
  }
}
