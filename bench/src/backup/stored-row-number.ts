import { KEY_LENGTH } from '../rows/row-shape.js'

/** A stored key as in docs/formats.md: table, space of rows, one text, its end. */
const TEXT_AT = 6
const STORED_KEY_BYTES = TEXT_AT + KEY_LENGTH + 2
const ROWS = 0x01
const STRING = 0x20
const DIGITS_AT = TEXT_AT + 'user'.length
const ZERO = 0x30

/** The number in the key of a row of the benchmark's table; undefined for every other entry. */
export function storedRowNumber(key: Buffer): number | undefined {
  if (key.length !== STORED_KEY_BYTES || key[4] !== ROWS || key[5] !== STRING) return undefined
  let number = 0
  for (let at = DIGITS_AT; at < TEXT_AT + KEY_LENGTH; at++)
    number = number * 10 + (key[at] ?? 0) - ZERO
  return number
}
