import type { NumericField, NumericOrder } from '../../segments/field-reader.js'
import type { Level } from '../../segments/level.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import { countDeleted } from '../deleted-values.js'
import type { Scorer, Tester } from '../doc-set.js'
import type { Query, SearchContext, Weight } from '../query.js'
import { BitsWalk, setBit, wordsFor } from '../walks/bits-walk.js'
import { LazyWalk } from '../walks/lazy-walk.js'
import { ListWalk } from '../walks/list-walk.js'
import { ticker } from '../walks/ticker.js'
import { columnTester } from './column-tester.js'
import { addColumnInterval, addTested, ColumnWalk } from './column-walk.js'
import { encodeInterval, encodingOf, type Interval } from './interval.js'
import { hasOneValue, orderDocuments, orderSpan, orderValues, type Span } from './order-span.js'

/** From this share of the documents on, walking the column is cheaper than collecting the order. */
const COLUMN_SHARE = 8
/** The same for integers of 64 bits, which take twice the reading. */
const LONG_COLUMN_SHARE = 2
/** Up to this share a sorted list is cheaper than a bit set. */
const LIST_SHARE = 4096
const LIST_MIN = 64

/** Documents with a value in any of the intervals; several intervals are disjoint single values. */
export function numericQuery(
  fieldName: string,
  intervals: readonly Interval[],
  constant: number,
): Query {
  return {
    weight: (context) => numericWeight(fieldName, intervals, constant, context),
  }
}

function numericWeight(
  fieldName: string,
  intervals: readonly Interval[],
  constant: number,
  context: SearchContext,
): Weight {
  // Remembered, so that the order is not searched once more for a count, a walk and a set.
  const known = new Map<Level, NumericMatches | undefined>()
  const find = (level: Level): NumericMatches | undefined => {
    const field = level.field(fieldName)
    if (field?.kind !== 'numeric') return undefined
    const { order } = field
    if (order === undefined) throw new Error(`no order of ${fieldName}`)
    const spans = intervals
      .map((interval) => orderSpan(order, interval))
      .filter(({ from, to }) => from < to)
    return { field, order, spans, intervals, documents: level.documents }
  }
  const matchesOf = (level: Level): NumericMatches | undefined => {
    if (!known.has(level)) known.set(level, find(level))
    return known.get(level)
  }
  return {
    scorer: (_, level) => {
      const matches = matchesOf(level)
      return matches && numericScorer(matches, constant, context)
    },
    count: (_, level) => countOf(matchesOf(level)),
    countDeleted: (view) => {
      const matches = matchesOf(view.segment.rows)
      return matches && deletedOf(matches, view, fieldName)
    },
    addTo: (_, level, bits) => {
      const matches = matchesOf(level)
      if (matches !== undefined) addMatches(matches, bits)
    },
  }
}

interface NumericMatches {
  readonly field: NumericField
  readonly order: NumericOrder
  readonly spans: readonly Span[]
  readonly intervals: readonly Interval[]
  readonly documents: number
}

const pairsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0)

/** Pairs and documents have the same number only where no document has two values. */
function countOf(matches: NumericMatches | undefined): number | undefined {
  if (matches === undefined) return 0
  const { order, field, spans } = matches
  const pairs = pairsOf(spans)
  if (pairs === 0) return 0
  return orderValues(order).length === field.documentsWithValue ? pairs : undefined
}

function deletedOf(
  { field, intervals }: NumericMatches,
  view: SegmentView,
  name: string,
): number | undefined {
  const { column, present } = field
  if (column === undefined || column.starts !== undefined) return undefined
  const encoding = encodingOf(column, column.cold)
  const spans = intervals.flatMap((interval) => encodeInterval(encoding, interval) ?? [])
  return countDeleted(view, { name, present, values: column.cold ?? column.values }, spans)
}

function numericScorer(
  matches: NumericMatches,
  constant: number,
  context: SearchContext,
): Scorer | undefined {
  const { order, spans, field, intervals, documents } = matches
  const [span] = spans
  if (span === undefined) return undefined
  const cost = pairsOf(spans)
  const tester = field.column && columnTester(field.column, field.present, intervals)
  return new LazyWalk({
    cost,
    tester,
    constant,
    build: () => {
      if (spans.length === 1 && hasOneValue(order, span)) {
        return new ListWalk(orderDocuments(order).subarray(span.from, span.to), constant)
      }
      if (tester !== undefined && cost * COLUMN_SHARE >= documents) {
        const walked = testerOfAll(matches) ?? tester
        return new ColumnWalk(documents, cost, walked, constant, ticker(context.checkTime))
      }
      return collected(matches, cost, constant)
    },
  })
}

/** Undefined where no tester is cheap for more than a few documents. */
function testerOfAll({ field, intervals }: NumericMatches): Tester | undefined {
  const { column, present } = field
  if (column?.cold === undefined) return undefined
  const { base, scale, starts, values } = column
  return columnTester({ base, scale, starts, values }, present, intervals)
}

function collected(matches: NumericMatches, cost: number, constant: number): Scorer {
  const { order, spans, documents } = matches
  if (cost > LIST_MIN && cost * LIST_SHARE > documents) {
    const bits = new Uint32Array(wordsFor(documents))
    addSpans(order, spans, bits)
    return new BitsWalk(bits, cost, constant)
  }
  const list = new Uint32Array(cost)
  let filled = 0
  for (const { from, to } of spans) {
    list.set(orderDocuments(order).subarray(from, to), filled)
    filled += to - from
  }
  return new ListWalk(list.sort(), constant)
}

function addSpans(order: NumericOrder, spans: readonly Span[], bits: Uint32Array): void {
  for (const { from, to } of spans) {
    for (const document of orderDocuments(order).subarray(from, to)) setBit(bits, document)
  }
}

function addMatches(matches: NumericMatches, bits: Uint32Array): void {
  const { field, order, spans, intervals, documents } = matches
  const { column, present } = field
  const isWide = column && encodingOf(column, column.cold).values instanceof BigInt64Array
  const isBroad = pairsOf(spans) * (isWide ? LONG_COLUMN_SHARE : COLUMN_SHARE) >= documents
  if (column === undefined || !isBroad) return addSpans(order, spans, bits)
  const [interval, second] = intervals
  const encoded = interval && encodeInterval(column, interval)
  if (second === undefined && encoded?.kind === 'number' && column.starts === undefined) {
    return addColumnInterval(column, present, documents, encoded.low, encoded.high, bits)
  }
  const tester: Tester | undefined = columnTester(column, present, intervals)
  if (tester !== undefined) addTested(tester, documents, bits)
}
