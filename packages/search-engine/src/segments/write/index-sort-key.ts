import { outOfRange } from '@rowhouse/platform'
import type { FieldLayout, IndexLayout, IndexSort } from '../../schema/index-layout.js'
import type { GrowableBytes } from '../format/growable.js'

/** A step of the index sort, where rows are not simply in key order. */
export interface SortStep {
  /** Undefined: the row's key. */
  readonly field: FieldLayout | undefined
  readonly isDescending: boolean
  readonly mode: 'MIN' | 'MAX' | 'AVG'
}

/** Undefined when rows are in key order. */
export const sortStepsOf = (layout: IndexLayout): readonly SortStep[] | undefined => {
  const steps: SortStep[] = []
  for (const sort of layout.sort) {
    steps.push(stepOf(layout, sort))
    if (sort.kind === 'primaryKey') break
  }
  // Ties are broken by the key.
  if (steps.at(-1)?.field !== undefined || steps.length === 0)
    steps.push({ field: undefined, isDescending: false, mode: 'MIN' })
  return steps.length === 1 && steps[0]?.isDescending === false ? undefined : steps
}

const stepOf = (layout: IndexLayout, sort: IndexSort): SortStep => {
  const { isDescending } = sort
  if (sort.kind === 'primaryKey') return { field: undefined, isDescending, mode: 'MIN' }
  const field = layout.fields.get(sort.field)
  if (field === undefined || field.level !== '')
    throw new TypeError(`the index is sorted by ${sort.field}, which is no field of its rows`)
  return { field, isDescending, mode: sort.mode ?? (isDescending ? 'MAX' : 'MIN') }
}

/**
 * The value that a step compares: bytes (a key, a term) or a number; undefined when the row has
 * none.
 */
export type StepValue = Uint8Array | number | bigint | undefined

/**
 * Appends bytes whose order is that of the steps. Rows without a value come last, in either
 * direction.
 */
export const appendSortKey = (
  target: GrowableBytes,
  steps: readonly SortStep[],
  valueOf: (step: SortStep) => StepValue,
): void => {
  for (const step of steps) {
    const value = valueOf(step)
    target.push(value === undefined ? 1 : 0)
    const from = target.length
    if (typeof value === 'bigint') appendLong(target, BigInt.asUintN(64, value) ^ (1n << 63n))
    else if (typeof value === 'number') appendLong(target, doubleBits(value))
    else if (value !== undefined) appendEscaped(target, value)
    if (step.isDescending)
      for (let index = from; index < target.length; index++)
        target.values[index] = 255 - (target.values[index] ?? outOfRange())
  }
}

const appendLong = (target: GrowableBytes, bits: bigint): void => {
  for (let shift = 56n; shift >= 0n; shift -= 8n) target.push(Number((bits >> shift) & 255n))
}

/** Bits whose order as an integer is that of doubles; zero and minus zero are one. */
const doubleBits = (value: number): bigint => {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value === 0 ? 0 : value)
  const whole = bits.getBigUint64(0)
  return whole >> 63n === 1n ? BigInt.asUintN(64, ~whole) : whole | (1n << 63n)
}

/** Escaped so that no value is a prefix of another: zero bytes as 00 FF, 00 01 at the end. */
const appendEscaped = (target: GrowableBytes, value: Uint8Array): void => {
  for (const byte of value) {
    target.push(byte)
    if (byte === 0) target.push(255)
  }
  target.push(0)
  target.push(1)
}

/** The value of a row's several that the sort uses. */
export const valueOfMode = (
  values: readonly (number | bigint)[],
  mode: SortStep['mode'],
): number | bigint | undefined => {
  const [first, ...others] = values
  if (first === undefined) return undefined
  if (mode === 'AVG') {
    let sum = 0
    for (const value of values) sum += Number(value)
    return sum / values.length
  }
  let chosen = first
  for (const value of others) if (mode === 'MIN' ? value < chosen : value > chosen) chosen = value
  return chosen
}
