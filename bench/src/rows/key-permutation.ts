const HALF_BITS = 26
const HALF = 2 ** HALF_BITS
const ROUNDS = 4

/**
 * A bijection of the integers below 2^52 (a Feistel network): the counter 0, 1, 2, … becomes keys
 * in random order, each exactly once, without memory. A loader can resume at any point, and a reader knows
 * every key that was loaded.
 */
export function permuteCounter(counter: number): number {
  let left = Math.floor(counter / HALF)
  let right = counter % HALF
  for (let round = 0; round < ROUNDS; round += 1) {
    const mixed = left ^ (scramble(right, round) & (HALF - 1))
    left = right
    right = mixed
  }
  return left * HALF + right
}

/** The network is a bijection with any function; this one mixes well. */
function scramble(value: number, round: number): number {
  let hash = Math.imul(value + 0x9e3779b9 * (round + 1), 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
