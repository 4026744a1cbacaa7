/**
 * CRC-8, polynomial x^8 + x^2 + x + 1, initial value 0, not reflected: the checksum of PlainBuffer
 * cells and rows. Eight bytes go through eight tables at once, because a byte at a time is one long
 * chain of dependent loads: 0.7 instead of 1.6 ns a byte.
 */
const POLYNOMIAL = 0x107

/** tables[k] advances a byte that still has k more bytes behind it. */
const table0 = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc
})
const table1 = next(table0)
const table2 = next(table1)
const table3 = next(table2)
const table4 = next(table3)
const table5 = next(table4)
const table6 = next(table5)
const table7 = next(table6)

function next(table: Uint8Array): Uint8Array {
  return table.map((crc) => table0[crc] ?? 0)
}

export function crc8Byte(crc: number, byte: number): number {
  return table0[crc ^ byte] ?? 0
}

/** The checksum `crc` continued over buffer[start, end), which must lie inside the buffer. */
export function crc8(crc: number, buffer: Uint8Array, start: number, end: number): number {
  return crc8Ascii(crc, buffer, start, end) & 0xff
}

/** This bit is set in the result of crc8Ascii when a byte was not ASCII. */
export const NOT_ASCII = 0x8000
/** The highest bit of each of four bytes. */
const NOT_ASCII_BITS = 0x8080_8080

/** Like crc8, and in the same pass finds out whether all bytes are ASCII. */
export function crc8Ascii(crc: number, buffer: Uint8Array, start: number, end: number): number {
  let state = crc
  let seen = 0
  let i = start
  for (; i + 8 <= end; i += 8) {
    const b0 = buffer[i] ?? 0
    const b1 = buffer[i + 1] ?? 0
    const b2 = buffer[i + 2] ?? 0
    const b3 = buffer[i + 3] ?? 0
    const b4 = buffer[i + 4] ?? 0
    const b5 = buffer[i + 5] ?? 0
    const b6 = buffer[i + 6] ?? 0
    const b7 = buffer[i + 7] ?? 0
    seen |= b0 | b1 | b2 | b3 | b4 | b5 | b6 | b7
    state =
      (table7[state ^ b0] ?? 0) ^
      (table6[b1] ?? 0) ^
      (table5[b2] ?? 0) ^
      (table4[b3] ?? 0) ^
      (table3[b4] ?? 0) ^
      (table2[b5] ?? 0) ^
      (table1[b6] ?? 0) ^
      (table0[b7] ?? 0)
  }
  for (; i < end; i++) {
    const byte = buffer[i] ?? 0
    seen |= byte
    state = table0[state ^ byte] ?? 0
  }
  return seen & 0x80 ? state | NOT_ASCII : state
}

/**
 * Copies source[start, end) to `at` in the target and answers the checksum continued over it: one
 * pass over short values, whose bytes are stored four at a time. `view` covers the whole target.
 */
export function crc8Copy(
  crc: number,
  source: Uint8Array,
  start: number,
  end: number,
  view: DataView,
  at: number,
): number {
  return crc8AsciiCopy(crc, source, start, end, view, at) & 0xff
}

/** Like crc8Copy, and in the same pass finds out whether all bytes are ASCII, as crc8Ascii does. */
export function crc8AsciiCopy(
  crc: number,
  source: Uint8Array,
  start: number,
  end: number,
  view: DataView,
  at: number,
): number {
  let state = crc
  let seen = 0
  let to = at
  let i = start
  for (; i + 8 <= end; i += 8, to += 8) {
    const b0 = source[i] ?? 0
    const b1 = source[i + 1] ?? 0
    const b2 = source[i + 2] ?? 0
    const b3 = source[i + 3] ?? 0
    const b4 = source[i + 4] ?? 0
    const b5 = source[i + 5] ?? 0
    const b6 = source[i + 6] ?? 0
    const b7 = source[i + 7] ?? 0
    const low = b0 | (b1 << 8) | (b2 << 16) | (b3 << 24)
    const high = b4 | (b5 << 8) | (b6 << 16) | (b7 << 24)
    view.setInt32(to, low, true)
    view.setInt32(to + 4, high, true)
    seen |= low | high
    state =
      (table7[state ^ b0] ?? 0) ^
      (table6[b1] ?? 0) ^
      (table5[b2] ?? 0) ^
      (table4[b3] ?? 0) ^
      (table3[b4] ?? 0) ^
      (table2[b5] ?? 0) ^
      (table1[b6] ?? 0) ^
      (table0[b7] ?? 0)
  }
  for (; i < end; i++, to++) {
    const byte = source[i] ?? 0
    view.setUint8(to, byte)
    seen |= byte
    state = table0[state ^ byte] ?? 0
  }
  return (seen & NOT_ASCII_BITS) === 0 ? state : state | NOT_ASCII
}

/**
 * Writes a text to `at` as ASCII and answers the checksum continued over it, in one pass. With NOT_ASCII in
 * the answer the text has other characters, and what was written is wrong.
 */
export function crc8Text(crc: number, text: string, view: DataView, at: number): number {
  const { length } = text
  let state = crc
  let seen = 0
  let i = 0
  for (; i + 8 <= length; i += 8) {
    const c0 = text.charCodeAt(i)
    const c1 = text.charCodeAt(i + 1)
    const c2 = text.charCodeAt(i + 2)
    const c3 = text.charCodeAt(i + 3)
    const c4 = text.charCodeAt(i + 4)
    const c5 = text.charCodeAt(i + 5)
    const c6 = text.charCodeAt(i + 6)
    const c7 = text.charCodeAt(i + 7)
    seen |= c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7
    view.setInt32(at + i, c0 | (c1 << 8) | (c2 << 16) | (c3 << 24), true)
    view.setInt32(at + i + 4, c4 | (c5 << 8) | (c6 << 16) | (c7 << 24), true)
    state =
      (table7[(state ^ c0) & 0xff] ?? 0) ^
      (table6[c1 & 0xff] ?? 0) ^
      (table5[c2 & 0xff] ?? 0) ^
      (table4[c3 & 0xff] ?? 0) ^
      (table3[c4 & 0xff] ?? 0) ^
      (table2[c5 & 0xff] ?? 0) ^
      (table1[c6 & 0xff] ?? 0) ^
      (table0[c7 & 0xff] ?? 0)
  }
  for (; i < length; i++) {
    const char = text.charCodeAt(i)
    seen |= char
    view.setUint8(at + i, char)
    state = table0[(state ^ char) & 0xff] ?? 0
  }
  return seen > 0x7f ? state | NOT_ASCII : state
}
