/** Numbers that look random and are the same on every machine (xorshift32, Marsaglia 2003). For inventing data, not for secrets. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    if (!Number.isInteger(seed) || seed <= 0 || seed > 0xffff_ffff)
      throw new Error('a seed is a positive 32-bit integer');
    this.state = seed;
  }

  /** A whole number of 0 … sides - 1. */
  roll(sides: number): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % sides;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.roll(100) < percent;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.roll(from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** So many different ones, or all when there are fewer. */
  pickSome<T>(from: readonly T[], count: number): T[] {
    const left = [...from];
    const picked: T[] = [];
    while (picked.length < count && left.length > 0) picked.push(...left.splice(this.roll(left.length), 1));
    return picked;
  }
}
