/** Numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'
const STOCK_LENGTH = 256 * 1024

/** Slices of one long random text, so that column values cost nearly nothing. */
export function textSource(random: () => number): (length: number) => string {
  let stock = ''
  while (stock.length < STOCK_LENGTH) stock += ALPHABET[Math.floor(random() * ALPHABET.length)]
  return (length) => {
    const start = Math.floor(random() * (STOCK_LENGTH - length))
    return stock.slice(start, start + length)
  }
}
