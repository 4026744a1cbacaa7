/** Random numbers that are determined by a seed. */
export interface RandomNumbers {
  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
}

export const createRandomNumbers = (seed: number): RandomNumbers => {
  let state = seed >>> 0
  const unit = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (end) => Math.floor(unit() * end),
    chance: (probability) => unit() < probability,
    pick: (list) => list[Math.floor(unit() * list.length)] ?? list[0],
  }
}
