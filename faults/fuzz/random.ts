/** Random choices from a seed: the same seed makes the same request on any machine. */
export class Choices {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
    // The first output is dropped, because it is similar for neighbouring seeds.
    this.bits()
    this.bits()
  }

  /** 32 random bits, unsigned (the mulberry32 generator). */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** An integer from 0 to `end` - 1; 0 when there is none. */
  below(end: number): number {
    return end <= 1 ? 0 : Math.floor((this.bits() / 2 ** 32) * end)
  }

  /** True once in `times` calls on average. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }

  /** Mostly small lengths, sometimes large ones. */
  length(max: number): number {
    const bound = this.once(8) ? max : Math.min(max, 16)
    return this.below(bound + 1)
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let at = 0; at < length; at++) bytes[at] = this.bits() >>> 24
    return bytes
  }
}

/** The seed of one request, so that any request of a run can be made without those before it. */
export function seedOf(runSeed: number, index: number): number {
  return Math.imul(runSeed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
}
