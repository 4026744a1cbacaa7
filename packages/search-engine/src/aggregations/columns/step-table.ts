import { ceilingOf } from '../../queries/numbers/interval.js'
import type { NumericColumn } from '../../segments/field-reader.js'
import type { Places } from './value-places.js'

/** Fills the number of the step that each value belongs to. */
export type StepsOf = (places: Places, steps: Uint32Array) => void

/** So many fit into the nearest cache beside what a walk reads. */
const CELLS = 2 ** 13
/** Cells for each step: where two steps share one, values are compared. */
const CELLS_PER_STEP = 16
/** More are no gain: who knows that need not ask. */
export const STEPS_MAX = CELLS / CELLS_PER_STEP
const MIXED = 0xffff
const TWO_32 = 2 ** 32

/**
 * Which step the values of a column belong to, by a table over the numbers that the column holds: to
 * compute the step of each value costs several times as much. Step k goes from starts[k] to starts[k + 1],
 * and every value belongs to one. Undefined where that is no gain.
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

/** Words from `least` on, 2 ** shift of them to a cell. */
interface Table {
  readonly least: number
  readonly shift: number
  readonly cells: Uint16Array
}

function tableOf(words: readonly number[]): Table | undefined {
  const least = words[0] ?? 0
  const span = (words.at(-1) ?? 0) - least
  if (!(span < TWO_32)) return undefined
  let shift = 0
  while (Math.floor(span / 2 ** shift) >= CELLS) shift += 1
  const cellOf = (word: number): number => Math.floor((word - least) / 2 ** shift)
  const cells = new Uint16Array(cellOf(least + span) + 1)
  for (let step = 0; step + 1 < words.length; step++) {
    cells.fill(step, cellOf(words[step] ?? 0), cellOf(words[step + 1] ?? 0) + 1)
  }
  // Behind the first start: what is below it is nowhere.
  for (let step = 1; step < words.length; step++) cells[cellOf(words[step] ?? 0)] = MIXED
  return { least, shift, cells }
}

function readUnits(
  values: Int32Array,
  units: readonly number[],
  { least, shift, cells }: Table,
  { count, indices, isRange }: Places,
  steps: Uint32Array,
): void {
  const first = indices[0] ?? 0
  for (let place = 0; place < count; place++) {
    const unit = values[isRange ? first + place : (indices[place] ?? 0)] ?? 0
    const step = cells[(unit - least) >>> shift] ?? 0
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
  { count, indices, isRange }: Places,
  steps: Uint32Array,
): void {
  const first = indices[0] ?? 0
  for (let place = 0; place < count; place++) {
    const at = 2 * (isRange ? first + place : (indices[place] ?? 0))
    const high = words[at + 1] ?? 0
    const step = cells[(high - least) >>> shift] ?? 0
    steps[place] = step === MIXED ? stepOfHalves(bounds, high, (words[at] ?? 0) >>> 0) : step
  }
}

/** The last start that is not above a value. Not by a closure: the walk would make room for it each time. */
function stepOfUnit(units: readonly number[], unit: number): number {
  let low = 0
  let end = units.length
  while (end - low > 1) {
    const middle = (low + end) >>> 1
    if ((units[middle] ?? 0) <= unit) low = middle
    else end = middle
  }
  return low
}

function stepOfHalves({ highs, lows }: Halves, high: number, low: number): number {
  let step = 0
  let end = highs.length
  while (end - step > 1) {
    const middle = (step + end) >>> 1
    const start = highs[middle] ?? 0
    if (start < high || (start === high && (lows[middle] ?? 0) <= low)) step = middle
    else end = middle
  }
  return step
}
