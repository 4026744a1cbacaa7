import { outOfRange } from '@rowhouse/platform'
import type { DocSet } from '../queries/doc-set.js'
import { orderDocuments, orderValues } from '../queries/numbers/order-span.js'
import type {
  NumericColumn,
  NumericField,
  NumericOrder,
  TermsColumn,
  TermsField,
  WordsInParts,
} from '../segments/field-reader.js'
import type { Level } from '../segments/level.js'
import { valueReader } from './column-values.js'
import type { SortMode } from './keys/field-key.js'
import { AbsentWalk, RunsWithMissing, RunWalk, type SortedRuns } from './sorted-runs.js'
import { type SortValue, compareValues } from './sort-value.js'

const NEEDS = { frequencies: false, positions: false } as const

interface FieldOrder {
  readonly isDescending: boolean
  readonly missingFirst: boolean
  /** Which of several values counts. */
  readonly mode: SortMode
}

/**
 * Runs by a field with at most one value per document, or by the terms of one with several, if the
 * value that counts comes first in the order; undefined for other fields.
 */
export function fieldRuns(
  level: Level,
  name: string,
  { isDescending, missingFirst, mode }: FieldOrder,
): SortedRuns | undefined {
  const field = level.field(name)
  if (field?.kind !== 'numeric' && field?.kind !== 'terms') return undefined
  const countsFirst = mode === (isDescending ? 'MAX' : 'MIN')
  const runs =
    field.kind === 'numeric'
      ? numericRuns(field, isDescending)
      : termRuns(field, isDescending, countsFirst)
  const { present, documentsWithValue } = field
  if (runs === undefined) return undefined
  const { documents } = level
  const missing = present && new AbsentWalk(present, documents, documents - documentsWithValue)
  return new RunsWithMissing(runs, missing, missingFirst)
}

function numericRuns(
  { order, column, documentsWithValue }: NumericField,
  isDescending: boolean,
): SortedRuns | undefined {
  if (order === undefined || column === undefined || column.starts !== undefined) return undefined
  if (orderValues(order).length !== documentsWithValue) return undefined
  return isDescending ? new DescendingRuns(order) : new AscendingRuns(order)
}

/** Whether two places of an order hold the same value; compared by halves to allocate no bigint. */
function sameIn(order: NumericOrder): (a: number, b: number) => boolean {
  const cold = order.cold?.values
  if (cold !== undefined) return (a, b) => cold.at(a) === cold.at(b)
  const { values } = order
  if (!(values instanceof BigInt64Array)) return (a, b) => values[a] === values[b]
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  return (a, b) => halves[2 * a] === halves[2 * b] && halves[2 * a + 1] === halves[2 * b + 1]
}

/** The first place that satisfies a condition, which holds for all places behind it. */
function firstPlace(from: number, to: number, holds: (place: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function runOf(walk: RunWalk, documents: WordsInParts, from: number, to: number): RunWalk {
  return documents instanceof Uint32Array
    ? walk.reset(documents, from, to)
    : walk.reset(documents.subarray(from, to), 0, to - from)
}

/** The values of an order as a column of their own. */
function valuesOf(order: NumericOrder): NumericColumn {
  const { base, scale, cold } = order
  const shape = { base, scale, starts: undefined }
  const values = cold === undefined ? order.values : cold.values.subarray(0, 0)
  return { ...shape, values, cold: cold?.values }
}

class AscendingRuns implements SortedRuns {
  readonly #documents: WordsInParts
  readonly #isSame: (a: number, b: number) => boolean
  readonly #walk = new RunWalk()
  readonly #read: (place: number) => number | bigint
  #from = 0
  #first = 0

  constructor(order: NumericOrder) {
    this.#documents = orderDocuments(order)
    this.#read = valueReader(valuesOf(order))
    this.#isSame = sameIn(order)
  }

  seek(value: SortValue): void {
    const { length } = this.#documents
    this.#from = firstPlace(0, length, (place) => compareValues(this.#read(place), value) >= 0)
  }

  value(): SortValue {
    return this.#read(this.#first)
  }

  next(): DocSet | undefined {
    const documents = this.#documents
    const from = this.#from
    if (from >= documents.length) return undefined
    this.#first = from
    let step = 1
    let behind = from + 1
    while (behind < documents.length && this.#isSame(from, behind)) {
      behind += step
      step *= 2
    }
    const end = Math.min(behind, documents.length)
    const last = Math.max(from + 1, behind - step)
    this.#from = step === 1 ? end : firstPlace(last, end, (place) => !this.#isSame(from, place))
    return runOf(this.#walk, documents, from, this.#from)
  }
}

class DescendingRuns implements SortedRuns {
  readonly #documents: WordsInParts
  readonly #isSame: (a: number, b: number) => boolean
  readonly #walk = new RunWalk()
  readonly #read: (place: number) => number | bigint
  #end: number

  constructor(order: NumericOrder) {
    this.#documents = orderDocuments(order)
    this.#read = valueReader(valuesOf(order))
    this.#isSame = sameIn(order)
    this.#end = this.#documents.length
  }

  seek(value: SortValue): void {
    const { length } = this.#documents
    this.#end = firstPlace(0, length, (place) => compareValues(this.#read(place), value) > 0)
  }

  /** The last run begins where the next one ends. */
  value(): SortValue {
    return this.#read(this.#end)
  }

  next(): DocSet | undefined {
    const end = this.#end
    if (end <= 0) return undefined
    const last = end - 1
    let step = 1
    let before = last - 1
    while (before >= 0 && this.#isSame(last, before)) {
      before -= step
      step *= 2
    }
    const low = Math.max(0, before)
    this.#end = step === 1 ? last : firstPlace(low, last, (place) => this.#isSame(last, place))
    return runOf(this.#walk, this.#documents, this.#end, end)
  }
}

function termRuns(
  { terms, postings, column }: TermsField,
  isDescending: boolean,
  countsFirst: boolean,
): SortedRuns | undefined {
  if (column === undefined || (column.starts !== undefined && !countsFirst)) return undefined
  const ordinalOf = column.starts && decidingOrdinal(column, column.starts, isDescending)
  let next = isDescending ? terms.size - 1 : 0
  let last = next
  return {
    ...(ordinalOf && { holds: (document: number) => ordinalOf(document) === last }),
    value: () => new Uint8Array(terms.term(last)),
    seek: (value) => {
      if (!(value instanceof Uint8Array)) throw new TypeError('terms are bytes')
      const place = terms.lowerBound(value)
      if (!isDescending) next = place
      else next = isTerm(terms, place, value) ? place : place - 1
    },
    next: () => {
      if (next < 0 || next >= terms.size) return undefined
      const run = postings.cursor(next, NEEDS)
      last = next
      next += isDescending ? -1 : 1
      return run
    },
  }
}

/** The least or the greatest ordinal of a document that has any: they ascend. */
function decidingOrdinal(
  { ordinals, cold }: TermsColumn,
  starts: Uint32Array,
  isGreatest: boolean,
): (document: number) => number | undefined {
  return (document) => {
    const place = isGreatest ? (starts[document + 1] ?? outOfRange()) - 1 : starts[document]
    const at = place ?? outOfRange()
    return cold === undefined ? ordinals[at] : cold.at(at)
  }
}

const isTerm = (terms: TermsField['terms'], place: number, value: Uint8Array): boolean =>
  place < terms.size && Buffer.compare(terms.term(place), value) === 0
