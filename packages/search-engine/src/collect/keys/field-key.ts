import type {
  FieldReader,
  NumericField,
  TermsField,
  WordsInParts,
} from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import { wordAt } from '../../segments/read/cold-lists.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { type ValueSpan, spanOf, valueReader } from '../column-values.js'
import type { NumbersOf, SegmentSortKey, SortKey } from '../sort-key.js'
import { type SortValue, compareValues } from '../sort-value.js'
import type { SortedRuns } from '../sorted-runs.js'

export type SortMode = 'MIN' | 'MAX' | 'AVG'

/** Where a hit without a value sorts: first, last, or as if it had a given value. */
export type Missing = 'first' | 'last' | { readonly value: SortValue }

/** How a value is read from the documents of a level. */
export type ValuesOf = (level: Level) => DocumentValue | undefined

export interface ValueSort {
  readonly isDescending: boolean
  readonly missing: Missing
  /** The sources in order: the first one with a value decides. */
  readonly sources: readonly ValuesOf[]
  /** The documents of a level in this order, where the segment has that. */
  readonly runsOf: (level: Level) => SortedRuns | undefined
  readonly numbersOf?: (level: Level) => NumbersOf | undefined
}

/** Sorts by values of the rows themselves. */
export function valueKey(sort: ValueSort): SortKey {
  const { isDescending, missing, sources, runsOf, numbersOf } = sort
  const standIn = typeof missing === 'object' ? missing.value : undefined
  return {
    isDescending,
    missingFirst: missing === 'first',
    open: ({ segment }, level = segment.rows) => {
      const valueOf = firstOf(sources, level) ?? NOTHING
      return {
        followsDocuments: false,
        isLazy: true,
        valueOf: standIn === undefined ? valueOf : (document) => valueOf(document) ?? standIn,
        numbersOf: numbersOf?.(level),
        runs: () => runsOf(level),
      }
    },
  }
}

export type DocumentValue = (document: number) => SortValue

const NOTHING: DocumentValue = () => undefined

/** The first value that a source has for a document. */
function firstOf(sources: readonly ValuesOf[], level: Level): DocumentValue | undefined {
  const readers = sources.flatMap((source) => source(level) ?? [])
  return readers.length > 1 ? (document) => first(readers, document) : readers[0]
}

function first(readers: readonly DocumentValue[], document: number): SortValue {
  for (const reader of readers) {
    const value = reader(document)
    if (value !== undefined) return value
  }
  return undefined
}

/** Reads a document's value of a field; undefined where no document of the level has one. */
export function documentValues(
  field: FieldReader | undefined,
  mode: SortMode,
): DocumentValue | undefined {
  if (field?.kind === 'numeric') return numericValues(field, mode)
  return field?.kind === 'terms' ? termValues(field, mode) : undefined
}

function numericValues(field: NumericField, mode: SortMode): DocumentValue | undefined {
  const { column, present } = field
  if (column === undefined) return undefined
  const read = valueReader(column)
  const span: ValueSpan = { start: 0, end: 0 }
  return (document) => {
    spanOf(column.starts, present, document, span)
    if (span.start >= span.end) return undefined
    if (span.end === span.start + 1) return read(span.start)
    if (mode === 'AVG') return meanOf(read, span)
    return extreme(read, span, mode)
  }
}

function extreme(
  read: (index: number) => number | bigint,
  { start, end }: ValueSpan,
  mode: SortMode,
): number | bigint {
  let best = read(start)
  for (let index = start + 1; index < end; index++) {
    const value = read(index)
    if (mode === 'MIN' ? value < best : value > best) best = value
  }
  return best
}

function meanOf(read: (index: number) => number | bigint, { start, end }: ValueSpan): number {
  let sum = 0
  for (let index = start; index < end; index++) sum += Number(read(index))
  return sum / (end - start)
}

/** Bytes are copied only for hits that last until their terms are compared. */
function termValues(
  { column, present, terms }: TermsField,
  mode: SortMode,
): DocumentValue | undefined {
  if (column === undefined) return undefined
  const span: ValueSpan = { start: 0, end: 0 }
  const { cold } = column
  return (document) => {
    spanOf(column.starts, present, document, span)
    if (span.start >= span.end) return undefined
    // Ordinals of one document ascend, in the order of their terms.
    const place = mode === 'MAX' ? span.end - 1 : span.start
    const ordinal = cold === undefined ? column.ordinals[place] : cold.at(place)
    return ordinal === undefined ? undefined : new Uint8Array(terms.term(ordinal))
  }
}

/** Selects the children that count; undefined for all. Called in ascending order. */
export type ChildFilter = (
  view: SegmentView,
  level: Level,
) => ((child: number) => boolean) | undefined

export interface NestedSort extends Omit<ValueSort, 'runsOf' | 'numbersOf'> {
  readonly mode: SortMode
  /** The levels below the documents, down to that of the sources. */
  readonly path: readonly string[]
  readonly accepts: ChildFilter
}

/** Sorts documents by the values of their children. */
export function nestedKey(sort: NestedSort): SortKey {
  return {
    isDescending: sort.isDescending,
    missingFirst: sort.missing === 'first',
    open: (view, level = view.segment.rows) => openNested(view, level, sort),
  }
}

function openNested(view: SegmentView, from: Level, sort: NestedSort): SegmentSortKey {
  const standIn = typeof sort.missing === 'object' ? sort.missing.value : undefined
  const spans: WordsInParts[] = []
  let level: Level | undefined = from
  for (const step of sort.path) {
    const child: ReturnType<Level['child']> = level?.child(step)
    if (child !== undefined) spans.push(child.starts)
    level = child?.level
  }
  const values = level === undefined ? undefined : firstOf(sort.sources, level)
  if (level === undefined || values === undefined) {
    return { followsDocuments: false, valueOf: () => standIn }
  }
  const accept = sort.accepts(view, level)
  return {
    followsDocuments: false,
    valueOf: (document) => {
      const [start, end] = descendants(spans, document)
      return reduceChildren(values, accept, start, end, sort.mode) ?? standIn
    },
  }
}

/** The span of the deepest level's children under a row. */
function descendants(
  spans: readonly WordsInParts[],
  document: number,
): [start: number, end: number] {
  let start = document
  let end = document + 1
  for (const starts of spans) {
    start = wordAt(starts, start)
    end = wordAt(starts, end)
  }
  return [start, end]
}

function reduceChildren(
  values: DocumentValue,
  accept: ((child: number) => boolean) | undefined,
  start: number,
  end: number,
  mode: SortMode,
): SortValue {
  let best: SortValue
  let sum = 0
  let count = 0
  for (let child = start; child < end; child++) {
    if (accept?.(child) === false) continue
    const value = values(child)
    if (value === undefined) continue
    if (mode === 'AVG') {
      sum += Number(value)
      count += 1
      continue
    }
    const order = best === undefined ? -1 : compareValues(value, best)
    if (best === undefined || (mode === 'MIN' ? order < 0 : order > 0)) best = value
  }
  return mode === 'AVG' ? (count === 0 ? undefined : sum / count) : best
}
