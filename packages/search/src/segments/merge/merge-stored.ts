import { GrowableBytes } from '../format/growable.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { openStored } from '../read/open-segment.js'
import { StoredWriter } from '../write/stored-writer.js'
import type { MergeInput } from './merge-input.js'
import type { MergedRows } from './merge-rows.js'

/** Copies stored rows as they are where the columns have the same numbers, else column by column. */
export const mergeStored = (
  writer: SegmentWriter,
  columns: readonly string[],
  inputs: readonly MergeInput[],
  { rows, inputs: inputOf }: MergedRows,
): void => {
  const merged = new StoredWriter()
  const copies = inputs.map((input) => copier(input, columns, merged))
  rows.forEach((row, number) => copies[inputOf[number] ?? 0]?.(row))
  merged.write(writer)
}

const copier = (
  { segment }: MergeInput,
  columns: readonly string[],
  target: StoredWriter,
): ((row: number) => void) => {
  const { stored: names } = segment.summary
  const empty = new Uint8Array(0)
  if (names.length === 0) return () => target.add(empty, 0, 0)
  const from = openStored(segment.arrays)
  if (names.join('\0') === columns.join('\0'))
    return (row) => target.add(from.bytes, ...from.row(row))
  const numbers = names.map((name) => columns.indexOf(name))
  return (row) => {
    const renumbered: { readonly number: number; readonly value: Buffer }[] = []
    from.each(row, (column, value) => {
      const number = numbers[column] ?? -1
      if (number !== -1) renumbered.push({ number, value })
    })
    const bytes = new GrowableBytes()
    for (const { number, value } of renumbered.toSorted((a, b) => a.number - b.number)) {
      bytes.pushVarint(number)
      bytes.pushVarint(value.length)
      bytes.append(value, 0, value.length)
    }
    target.add(bytes.values, 0, bytes.length)
  }
}
