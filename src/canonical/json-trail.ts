/** Marks a value that could not be read; the reason is kept by the trail. */
export const FAILED: unique symbol = Symbol('failed');

/** A value, or the mark that reading it failed. */
export type Parsed<T> = T | typeof FAILED;

type Fault = { readonly ok: false; readonly reason: string; readonly pointer: string; readonly offset: number };

/** The way from the root to where a reader stands, and the fault that stopped it. */
export class JsonTrail {
  private readonly steps: (string | number)[] = [];
  private stopped: Fault | null = null;

  /** How many containers are open around the value that is read now. */
  get depth(): number {
    return this.steps.length;
  }

  /** The fault that stopped the reader. Asking without one is a fault of the caller. */
  get fault(): Fault {
    if (this.stopped === null) throw new Error('the reader was not stopped');
    return this.stopped;
  }

  enter(step: string | number): void {
    this.steps.push(step);
  }

  leave(): void {
    this.steps.pop();
  }

  /** Records why reading stops here, and returns the mark to hand upwards. */
  refuse(reason: string, offset: number): typeof FAILED {
    this.stopped = { ok: false, reason, pointer: this.steps.map(pointerStep).join(''), offset };
    return FAILED;
  }
}

/** One step of a JSON pointer (RFC 6901 §3), well-formed even when the refused key is not. */
function pointerStep(step: string | number): string {
  return `/${String(step)
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Surrogate}/gu, '\u{FFFD}')}`;
}
