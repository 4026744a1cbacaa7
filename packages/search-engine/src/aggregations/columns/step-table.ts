import { outOfRange } from '@rowhouse/platform'
import { ceilingOf } from '../../queries/numbers/interval.js'
import type { NumericColumn } from '../../segments/field-reader.js'
import { type Places, firstPlace } from './value-places.js'

/** Fills in the number of the step that each value belongs to. */
export type StepsOf = (places: Places, steps: Uint32Array) => void

/** A table of this size fits into the first-level cache beside what a walk reads. */
const CELLS = 2 ** 13
/** Cells per step. Where two steps share a cell, values are compared. */
const CELLS_PER_STEP = 16
/** With more steps the table does not pay, and callers need not ask for it. */
export const STEPS_MAX = CELLS / CELLS_PER_STEP
const MIXED = 0xffff
/**
 * The steps of a whole column include those of its empty slots, whose numbers can lie outside of
 * the table. Nobody reads these steps.
 */
export const STEP_OF_EMPTY_SLOT = 0
const TWO_32 = 2 ** 32

/**
 * A table that maps a column's raw numbers to steps, which is several times as fast as computing
 * the step of each value. Step k spans starts[k] to starts[k + 1], and every value belongs to one.
 * Undefined where it does not pay.
 */
export function stepTable(
  { values, base, scale }: NumericColumn,
  starts: readonly bigint[],
): StepsOf | undefined {
  if (starts.length > STEPS_MAX || values instanceof Float64Array) return undefined
  if (values instanceof Int32Array) {
    const units = starts.map((start) => Number(ceilingOf(start - base, scale)))
    const table = tableOf(units)
    return table && ((places, steps) => readUnits(values, units, table, places, steps))
  }
  const highs = starts.map((start) => Number(start >> 32n))
  const lows = starts.map((start) => Number(start & 0xffff_ffffn))
  const table = tableOf(highs)
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  return table && ((places, steps) => readHalves(words, { highs, lows }, table, places, steps))
}

/** Words from `least` on, 2 ** shift of them per cell. */
interface Table {
  readonly least: number
  readonly shift: number
  readonly cells: Uint16Array
}

function tableOf(words: readonly number[]): Table | undefined {
  const least = words[0] ?? outOfRange()
  const span = (words.at(-1) ?? outOfRange()) - least
  if (!(span < TWO_32)) return undefined
  let shift = 0
  while (Math.floor(span / 2 ** shift) >= CELLS) shift += 1
  const cellOf = (word: number): number => Math.floor((word - least) / 2 ** shift)
  const cells = new Uint16Array(cellOf(least + span) + 1)
  for (let step = 0; step + 1 < words.length; step++) {
    cells.fill(
      step,
      cellOf(words[step] ?? outOfRange()),
      cellOf(words[step + 1] ?? outOfRange()) + 1,
    )
  }
  // Begins behind the first start, since no value is below it.
  for (let step = 1; step < words.length; step++) cells[cellOf(words[step] ?? outOfRange())] = MIXED
  return { least, shift, cells }
}

function readUnits(
  values: Int32Array,
  units: readonly number[],
  { least, shift, cells }: Table,
  places: Places,
  steps: Uint32Array,
): void {
  const { count, indices, isRange } = places
  const first = firstPlace(places)
  for (let place = 0; place < count; place++) {
    const unit = values[isRange ? first + place : (indices[place] ?? outOfRange())] ?? outOfRange()
    const step = cells[(unit - least) >>> shift] ?? STEP_OF_EMPTY_SLOT
    steps[place] = step === MIXED ? stepOfUnit(units, unit) : step
  }
}

interface Halves {
  readonly highs: readonly number[]
  readonly lows: readonly number[]
}

function readHalves(
  words: Int32Array,
  bounds: Halves,
  { least, shift, cells }: Table,
  places: Places,
  steps: Uint32Array,
): void {
  const { count, indices, isRange } = places
  const first = firstPlace(places)
  for (let place = 0; place < count; place++) {
    const at = 2 * (isRange ? first + place : (indices[place] ?? outOfRange()))
    const high = words[at + 1] ?? outOfRange()
    const step = cells[(high - least) >>> shift] ?? STEP_OF_EMPTY_SLOT
    steps[place] =
      step === MIXED ? stepOfHalves(bounds, high, (words[at] ?? outOfRange()) >>> 0) : step
  }
}

/**
 * The last start that is not above a value. A function, since a closure would be allocated for each
 * walk.
 */
function stepOfUnit(units: readonly number[], unit: number): number {
  let low = 0
  let end = units.length
  while (end - low > 1) {
    const middle = (low + end) >>> 1
    if ((units[middle] ?? outOfRange()) <= unit) low = middle
    else end = middle
  }
  return low
}

function stepOfHalves({ highs, lows }: Halves, high: number, low: number): number {
  let step = 0
  let end = highs.length
  while (end - step > 1) {
    const middle = (step + end) >>> 1
    const start = highs[middle] ?? outOfRange()
    if (start < high || (start === high && (lows[middle] ?? outOfRange()) <= low)) step = middle
    else end = middle
  }
  return step
}
