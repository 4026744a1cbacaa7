import type { DocSet } from '../queries/doc-set.js'
import type { NumericField, NumericOrder, TermsField } from '../segments/field-reader.js'
import type { Level } from '../segments/level.js'
import { valueReader } from './column-values.js'
import { AbsentWalk, RunsWithMissing, RunWalk, type SortedRuns } from './sorted-runs.js'
import { type SortValue, compareValues } from './sort-value.js'

const NEEDS = { frequencies: false, positions: false } as const

/** Runs by a field of which every document has at most one value; undefined for others. */
export function fieldRuns(
  level: Level,
  name: string,
  isDescending: boolean,
  missingFirst: boolean,
): SortedRuns | undefined {
  const field = level.field(name)
  if (field?.kind !== 'numeric' && field?.kind !== 'terms') return undefined
  const runs =
    field.kind === 'numeric' ? numericRuns(field, isDescending) : termRuns(field, isDescending)
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
  if (order.values.length !== documentsWithValue) return undefined
  return isDescending ? new DescendingRuns(order) : new AscendingRuns(order)
}

/** Whether two places of an order hold the same value; halves, because a bigint is an object. */
function sameIn({ values }: NumericOrder): (a: number, b: number) => boolean {
  if (!(values instanceof BigInt64Array)) return (a, b) => values[a] === values[b]
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  return (a, b) => halves[2 * a] === halves[2 * b] && halves[2 * a + 1] === halves[2 * b + 1]
}

/** The first place for which a condition holds, that holds for all behind it. */
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

class AscendingRuns implements SortedRuns {
  readonly #order: NumericOrder
  readonly #isSame: (a: number, b: number) => boolean
  readonly #walk = new RunWalk()
  readonly #read: (place: number) => number | bigint
  #from = 0
  #first = 0

  constructor(order: NumericOrder) {
    this.#order = order
    this.#read = valueReader({ ...order, starts: undefined })
    this.#isSame = sameIn(order)
  }

  seek(value: SortValue): void {
    const { length } = this.#order.documents
    this.#from = firstPlace(0, length, (place) => compareValues(this.#read(place), value) >= 0)
  }

  value(): SortValue {
    return this.#read(this.#first)
  }

  next(): DocSet | undefined {
    const { documents } = this.#order
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
    return this.#walk.reset(documents, from, this.#from)
  }
}

class DescendingRuns implements SortedRuns {
  readonly #order: NumericOrder
  readonly #isSame: (a: number, b: number) => boolean
  readonly #walk = new RunWalk()
  readonly #read: (place: number) => number | bigint
  #end: number

  constructor(order: NumericOrder) {
    this.#order = order
    this.#read = valueReader({ ...order, starts: undefined })
    this.#isSame = sameIn(order)
    this.#end = order.documents.length
  }

  seek(value: SortValue): void {
    const { length } = this.#order.documents
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
    return this.#walk.reset(this.#order.documents, this.#end, end)
  }
}

function termRuns(
  { terms, postings, column }: TermsField,
  isDescending: boolean,
): SortedRuns | undefined {
  if (column === undefined || column.starts !== undefined) return undefined
  let next = isDescending ? terms.size - 1 : 0
  let last = next
  return {
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

const isTerm = (terms: TermsField['terms'], place: number, value: Uint8Array): boolean =>
  place < terms.size && Buffer.compare(terms.term(place), value) === 0
