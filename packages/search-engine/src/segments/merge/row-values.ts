import { outOfRange } from '@rowhouse/platform'
import type { FieldReader, NumericField, TermsField } from '../field-reader.js'
import type { OpenSegment } from '../read/open-segment.js'
import { type SortStep, type StepValue, valueOfMode } from '../write/index-sort-key.js'

/** The value of a segment's row that a step of the index sort compares. */
export type RowValue = (step: SortStep, row: number) => StepValue

export const rowValuesOf = (segment: OpenSegment, steps: readonly SortStep[]): RowValue => {
  const fields = new Map<string, FieldReader | undefined>()
  for (const { field } of steps)
    if (field !== undefined) fields.set(field.name, segment.rows.field(field.name))
  return ({ field, mode }, row) => {
    if (field === undefined) return segment.key(row)
    const reader = fields.get(field.name)
    if (reader === undefined) return undefined
    if (reader.kind === 'terms') return termOf(reader, row, mode)
    if (reader.kind === 'numeric') return valueOfMode(numbersOf(reader, row), mode)
    throw new TypeError(`the index cannot be sorted by ${field.name}`)
  }
}

const spanOf = (
  { present }: FieldReader,
  starts: Uint32Array | undefined,
  row: number,
): readonly [from: number, to: number] => {
  if (starts !== undefined) return [starts[row] ?? outOfRange(), starts[row + 1] ?? outOfRange()]
  const isThere =
    present === undefined || ((present[row >>> 5] ?? outOfRange()) & (1 << (row & 31))) !== 0
  return [row, isThere ? row + 1 : row]
}

const termOf = (field: TermsField, row: number, mode: SortStep['mode']): StepValue => {
  const { column } = field
  if (column === undefined) throw new TypeError('the index is sorted by a field without a column')
  const [from, to] = spanOf(field, column.starts, row)
  if (from === to) return undefined
  return field.terms.term(column.ordinals[mode === 'MAX' ? to - 1 : from] ?? outOfRange())
}

const numbersOf = (field: NumericField, row: number): (number | bigint)[] => {
  const { column } = field
  if (column === undefined) throw new TypeError('the index is sorted by a field without a column')
  const { values, base, scale } = column
  const [from, to] = spanOf(field, column.starts, row)
  const numbers: (number | bigint)[] = []
  for (let slot = from; slot < to; slot++) {
    if (values instanceof Float64Array) numbers.push(values[slot] ?? outOfRange())
    else numbers.push(base + scale * BigInt(values[slot] ?? outOfRange()))
  }
  return numbers
}
