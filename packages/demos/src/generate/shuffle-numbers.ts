const ROUNDS = 4

/**
 * A bijection of the integers below `size` that looks random: each number comes out exactly once, without
 * a list of them. It is a Feistel network on the next even number of bits; a result past the end goes
 * through it again.
 */
export function shuffle(seed: number, size: number): (index: number) => number {
  let bits = 1
  while (4 ** bits < size) bits += 1
  const half = 2 ** bits
  const once = (value: number): number => {
    let left = Math.floor(value / half)
    let right = value % half
    for (let round = 0; round < ROUNDS; round += 1) {
      const mixed = left ^ (scramble(right, seed + round) & (half - 1))
      left = right
      right = mixed
    }
    return left * half + right
  }
  return (index) => {
    let value = once(index)
    while (value >= size) value = once(value)
    return value
  }
}

/** The network is a bijection with any function; this one mixes well. */
function scramble(value: number, round: number): number {
  let hash = Math.imul(value + Math.imul(0x9e3779b9, round + 1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
