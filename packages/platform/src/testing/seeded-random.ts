import type { Random } from '../random.js'

/** Random numbers that a seed determines (mulberry32), so that a failing run can be replayed. */
export interface SeededRandom extends Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number, at least 0 and below `bound`. */
  below(bound: number): number
  chance(probability: number): boolean
  /** The same elements in a random order. */
  shuffled<T>(items: readonly T[]): T[]
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    shuffled: (items) => shuffle([...items], below),
  }
}

function shuffle<T>(items: T[], below: (bound: number) => number): T[] {
  const result: T[] = []
  while (items.length > 0) result.push(...items.splice(below(items.length), 1))
  return result
}
