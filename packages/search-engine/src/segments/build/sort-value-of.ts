import type { FieldValue, LevelDocument } from '../../documents/document.js'
import type { FieldLayout } from '../../schema/index-layout.js'
import { compareWhole } from '../format/compare-bytes.js'
import { type SortStep, type StepValue, valueOfMode } from '../write/index-sort-key.js'

export interface SortedRow {
  readonly key: Uint8Array
  /** By field number; fields that the order does not use can be left out. */
  readonly values: LevelDocument['values']
}

/** The value of a row that a step of the index sort compares. */
export const sortValueOf = (row: SortedRow, step: SortStep): StepValue => {
  const { field, mode } = step
  if (field === undefined) return row.key
  const values = row.values[field.number] ?? []
  if (field.type === 'KEYWORD' || field.type === 'IP') return termOf(values, mode)
  const numbers = values.map((value) => numberOf(value, field))
  return valueOfMode(numbers, mode)
}

/** Integers stay bigints, so that all 64 bits count. */
const numberOf = (value: FieldValue, field: FieldLayout): number | bigint => {
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw new TypeError(`the index cannot be sorted by ${field.name}`)
  return field.type === 'DOUBLE' ? Number(value) : BigInt(value)
}

const termOf = (values: readonly FieldValue[], mode: SortStep['mode']): Uint8Array | undefined => {
  let chosen: Uint8Array | undefined
  for (const value of values) {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a term is neither text nor bytes')
    if (chosen === undefined) chosen = bytes
    else if (compareWhole(bytes, chosen) < 0 === (mode !== 'MAX')) chosen = bytes
  }
  return chosen
}
