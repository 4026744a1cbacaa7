import type { FieldReader, NumericField, TermsField } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { type ValueSpan, spanOf, valueReader } from '../column-values.js'
import type { SegmentSortKey, SortKey } from '../sort-key.js'
import { type SortValue, compareValues } from '../sort-value.js'

export type SortMode = 'MIN' | 'MAX' | 'AVG'

export interface FieldSort {
  readonly field: string
  readonly isDescending: boolean
  readonly mode: SortMode
  /** Taken in turn where the field itself has no value. */
  readonly otherFields: readonly string[]
  /** `first`, `last`, or the value that stands in. */
  readonly missing: 'first' | 'last' | { readonly value: SortValue }
}

/** Sorts by a column of rows. */
export function fieldKey(sort: FieldSort): SortKey {
  const standIn = typeof sort.missing === 'object' ? sort.missing.value : undefined
  return {
    isDescending: sort.isDescending,
    missingFirst: sort.missing === 'first',
    open: ({ segment }) => {
      const readers = [sort.field, ...sort.otherFields].flatMap(
        (field) => documentValues(segment.rows.field(field), sort.mode) ?? [],
      )
      const [only] = readers
      const valueOf =
        readers.length === 1 && only !== undefined
          ? only
          : (document: number) => first(readers, document)
      return {
        followsDocuments: false,
        valueOf: standIn === undefined ? valueOf : (document) => valueOf(document) ?? standIn,
      }
    },
  }
}

export type DocumentValue = (document: number) => SortValue

function first(readers: readonly DocumentValue[], document: number): SortValue {
  for (const reader of readers) {
    const value = reader(document)
    if (value !== undefined) return value
  }
  return undefined
}

/** How a document of a level is sorted by a field; undefined when none there has a value. */
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

/** Bytes are copied only for hits that are kept long enough to be compared by their terms. */
function termValues(
  { column, present, terms }: TermsField,
  mode: SortMode,
): DocumentValue | undefined {
  if (column === undefined) return undefined
  const span: ValueSpan = { start: 0, end: 0 }
  return (document) => {
    spanOf(column.starts, present, document, span)
    if (span.start >= span.end) return undefined
    // Ordinals of one document ascend, and terms do with them.
    const ordinal = column.ordinals[mode === 'MAX' ? span.end - 1 : span.start]
    return ordinal === undefined ? undefined : new Uint8Array(terms.term(ordinal))
  }
}

/** Sorts by the values that the children of a row have below a nested path. */
export function nestedFieldKey(
  sort: FieldSort,
  path: readonly string[],
  accepts: (view: SegmentView, level: Level) => ((child: number) => boolean) | undefined,
): SortKey {
  return {
    isDescending: sort.isDescending,
    missingFirst: sort.missing === 'first',
    open: (view) => openNested(view, sort, path, accepts),
  }
}

function openNested(
  view: SegmentView,
  sort: FieldSort,
  path: readonly string[],
  accepts: (view: SegmentView, level: Level) => ((child: number) => boolean) | undefined,
): SegmentSortKey {
  const standIn = typeof sort.missing === 'object' ? sort.missing.value : undefined
  const spans: Uint32Array[] = []
  let level: Level | undefined = view.segment.rows
  for (const step of path) {
    const child: ReturnType<Level['child']> = level?.child(step)
    if (child !== undefined) spans.push(child.starts)
    level = child?.level
  }
  const values =
    level === undefined ? undefined : documentValues(level.field(sort.field), sort.mode)
  if (level === undefined || values === undefined) {
    return { followsDocuments: false, valueOf: () => standIn }
  }
  const accept = accepts(view, level)
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
  spans: readonly Uint32Array[],
  document: number,
): [start: number, end: number] {
  let start = document
  let end = document + 1
  for (const starts of spans) {
    start = starts[start] ?? 0
    end = starts[end] ?? start
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
