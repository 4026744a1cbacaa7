/** Where the next byte of some bytes is read. */
export interface ByteCursor {
  readonly bytes: Uint8Array
  at: number
}

/** Bytes that one number takes at most: 53 bits, seven at a time. */
export const VARINT_BYTES_MAX = 8

/** Writes a whole number up to 2^53 in seven bits a byte, the lowest first; returns where it ends. */
export const writeVarint = (bytes: Uint8Array, at: number, value: number): number => {
  let rest = value
  let end = at
  while (rest > 0x7f) {
    bytes[end++] = (rest & 0x7f) | 0x80
    rest = rest > 0xff_ff_ff_ff ? Math.floor(rest / 128) : rest >>> 7
  }
  bytes[end++] = rest
  return end
}

/** NaN where the bytes end too early or the number is too long: the bytes are damaged. */
export const readVarint = (cursor: ByteCursor): number => {
  const { bytes } = cursor
  let value = 0
  let factor = 1
  const end = Math.min(bytes.length, cursor.at + VARINT_BYTES_MAX)
  while (cursor.at < end) {
    const byte = bytes[cursor.at++] ?? 0
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return value
    factor *= 128
  }
  return Number.NaN
}

/** Rising numbers as differences; returns where they end. Room: VARINT_BYTES_MAX for each. */
export const writeDeltaVarints = (
  values: Uint32Array,
  count: number,
  base: number,
  bytes: Uint8Array,
  at: number,
): number => {
  let last = base
  let end = at
  for (let index = 0; index < count; index++) {
    const value = values[index] ?? 0
    end = writeVarint(bytes, end, value - last)
    last = value
  }
  return end
}

/** False where the bytes are damaged. */
export const readDeltaVarints = (
  cursor: ByteCursor,
  count: number,
  base: number,
  values: Uint32Array,
  into: number,
): boolean => {
  let last = base
  for (let index = 0; index < count; index++) {
    last += readVarint(cursor)
    if (!(last < 2 ** 32)) return false
    values[into + index] = last
  }
  return true
}

/** Signed numbers so that small ones are short: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. */
export const zigZag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
export const unZigZag = (code: number): number => (code % 2 === 0 ? code / 2 : -(code + 1) / 2)
