import { type PlainRow, plainRows } from '@rowhouse/requests'
import type { Value } from '@rowhouse/snippets'
import type { ShownRow, ShownValue } from '../shapes/index.js'

/** Cuts texts and binaries that are larger, in bytes; Infinity shows them whole. */
export const shownRows = (bytes: Buffer, cut: number): ShownRow[] =>
  plainRows(bytes).map((row) => shownRow(row, cut))

export function shownRow({ key, columns }: PlainRow, cut: number): ShownRow {
  return {
    key,
    columns: columns.map((cell) => ({ ...cell, value: shownValue(cell.value, cut) })),
  }
}

function shownValue(value: Value, cut: number): ShownValue {
  if (typeof value === 'string') {
    // A text has at most as many UTF-16 units as bytes, so most are not measured.
    if (value.length * 3 <= cut) return value
    const bytes = Buffer.byteLength(value)
    return bytes <= cut ? value : { type: 'STRING', bytes, head: wholeLetters(value, cut) }
  }
  if (value instanceof Uint8Array && value.length > cut) {
    return { type: 'BINARY', bytes: value.length, head: value.subarray(0, cut) }
  }
  return value
}

/** Does not cut between the two halves of a letter. */
function wholeLetters(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? units - 1 : units)
}
