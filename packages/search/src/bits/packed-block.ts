/**
 * Blocks of 128 numbers, each in as many bits as the largest of them needs. Four numbers side by side
 * lie in four neighbouring words at the same bit, so that one shift serves four, and a vector unit
 * could read them at once: row r (numbers 4r to 4r+3) begins at bit r * width of its four lanes.
 */
export const BLOCK_VALUES = 128

export const LANES = 4

/** Words of a block. */
export const blockWords = (width: number): number => width * LANES

/** Bits that the largest of some numbers needs: 0 to 32. */
export const bitWidth = (values: Uint32Array, from: number, count: number): number => {
  let all = 0
  for (let at = from; at < from + count; at++) all |= values[at] ?? 0
  return 32 - Math.clz32(all)
}

/** Writes 128 numbers, none wider than said, over words that may hold anything. */
export const packBlock = (
  values: Uint32Array,
  from: number,
  width: number,
  words: Uint32Array,
  at: number,
): void => {
  words.fill(0, at, at + blockWords(width))
  if (width === 0) return
  for (let index = 0; index < BLOCK_VALUES; index++) {
    const value = values[from + index] ?? 0
    const bit = (index >>> 2) * width
    const word = at + (bit >>> 5) * LANES + (index & 3)
    const shift = bit & 31
    words[word] = (words[word] ?? 0) | (value << shift)
    if (shift + width > 32) words[word + LANES] = value >>> (32 - shift)
  }
}

/** Reads 128 numbers. */
export const unpackBlock = (
  words: Uint32Array,
  at: number,
  width: number,
  values: Uint32Array,
  into: number,
): void => {
  if (width === 0) values.fill(0, into, into + BLOCK_VALUES)
  else if (width === 32) values.set(words.subarray(at, at + BLOCK_VALUES), into)
  else unpackRows(words, at, width, values, into)
}

const unpackRows = (
  words: Uint32Array,
  at: number,
  width: number,
  values: Uint32Array,
  into: number,
): void => {
  const mask = (1 << width) - 1
  let word = at
  let a = words[word] ?? 0
  let b = words[word + 1] ?? 0
  let c = words[word + 2] ?? 0
  let d = words[word + 3] ?? 0
  let shift = 0
  const end = into + BLOCK_VALUES
  for (let row = into; row < end; row += LANES) {
    const next = shift + width
    if (next <= 32) {
      values[row] = (a >>> shift) & mask
      values[row + 1] = (b >>> shift) & mask
      values[row + 2] = (c >>> shift) & mask
      values[row + 3] = (d >>> shift) & mask
      shift = next
    } else {
      const [lowA, lowB, lowC, lowD] = [a >>> shift, b >>> shift, c >>> shift, d >>> shift]
      const taken = 32 - shift
      word += LANES
      a = words[word] ?? 0
      b = words[word + 1] ?? 0
      c = words[word + 2] ?? 0
      d = words[word + 3] ?? 0
      values[row] = (lowA | (a << taken)) & mask
      values[row + 1] = (lowB | (b << taken)) & mask
      values[row + 2] = (lowC | (c << taken)) & mask
      values[row + 3] = (lowD | (d << taken)) & mask
      shift = next - 32
    }
    if (shift === 32) {
      word += LANES
      shift = 0
      a = words[word] ?? 0
      b = words[word + 1] ?? 0
      c = words[word + 2] ?? 0
      d = words[word + 3] ?? 0
    }
  }
}
