import {
  type Aggregation,
  type AggregationResult,
  type MetricAggregation,
  type SearchVariant,
  type Sort,
  errors,
  parseGeoPoint,
} from '@rowhouse/protocol'
import { type Hash, hashHalves } from '@rowhouse/platform'
import { compileSort } from '../../collect/compile-sort.js'
import type { CompileQuery } from '../../queries/compile-query.js'
import type { SearchContext } from '../../queries/query.js'
import { numericPoint } from '../../queries/values/numeric-bounds.js'
import type { FieldLayout, LeafType } from '../../schema/index-layout.js'
import { toInt64 } from '../../values/int64.js'
import { encodeLat, encodeLon } from '../../values/geo-encoding.js'
import {
  type AggregatedField,
  type AggregationScope,
  type FieldRule,
  aggregatedField,
} from '../aggregation-field.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { Aggregator } from '../aggregator.js'
import { columnEnds } from '../columns/column-ends.js'
import { hashDouble, hashLong, hashText, hashWith } from '../columns/value-hashes.js'
import { countAggregator } from './count.js'
import { distinctCountAggregator } from './distinct-count.js'
import { extremeAggregator } from './extreme.js'
import { percentilesAggregator } from './percentiles.js'
import { type MissingNumber, avgAggregator, sumAggregator } from './sum.js'
import { topRowsAggregator } from './top-rows.js'

/** A metric, resolved against an index; it fits any snapshot. */
export interface CompiledMetric {
  readonly name: string
  readonly needsScores: boolean
  /** Whether groups can be sorted by it. */
  readonly isNumber: boolean
  /**
   * Whether the value of a group is the sum of its values in the segments and none of those is negative;
   * left out where it never is.
   */
  addsUp?(views: readonly SegmentView[]): boolean
  run(context: SearchContext): Aggregator<AggregationResult>
}

const NUMBERS: readonly LeafType[] = ['LONG', 'DOUBLE']
const NUMBERS_SHOWN = 'long, double'
const DATES_TOO: readonly LeafType[] = [...NUMBERS, 'DATE']
const COUNTED: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'KEYWORD', 'GEO_POINT', 'DATE']
const COUNTED_SHOWN = 'long, double, boolean, keyword, geo_point'

export function compileMetric(
  asked: Aggregation,
  scope: AggregationScope,
  compile: CompileQuery,
): CompiledMetric {
  const { name } = asked
  if (asked.kind === 'topRows') return compileTopRows(asked, name, scope, compile)
  if (asked.kind === 'percentiles') {
    const field = aggregatedField(asked.fieldName, scope, {
      kind: 'percentiles',
      isMetric: true,
      allowed: DATES_TOO,
    })
    const missing = missingPercentile(field.layout, asked.missing)
    return {
      name,
      needsScores: false,
      isNumber: false,
      run: ({ checkTime }) =>
        named(name, percentilesAggregator(field, asked.percentiles, missing, checkTime)),
    }
  }
  const { kind } = asked
  const make = numberMaker(asked, scope)
  const addsUp = addingUp(asked, scope)
  return {
    name,
    ...(addsUp && { addsUp }),
    needsScores: false,
    isNumber: true,
    run: () => {
      const aggregator = make()
      return {
        ...aggregator,
        result: (bucket) => ({ name, kind, value: aggregator.result(bucket) }),
      }
    },
  }
}

type NumberAggregation = Exclude<MetricAggregation, { kind: 'topRows' | 'percentiles' }>

function numberMaker(asked: NumberAggregation, scope: AggregationScope): () => Aggregator<number> {
  const fieldOf = (rule: Omit<FieldRule, 'isMetric'>): AggregatedField =>
    aggregatedField(asked.fieldName, scope, { ...rule, isMetric: true })
  switch (asked.kind) {
    case 'sum':
    case 'avg': {
      const field = fieldOf({ kind: asked.kind, allowed: NUMBERS, shown: NUMBERS_SHOWN })
      const missing = missingNumber(field.layout, asked.missing)
      const maker = asked.kind === 'sum' ? sumAggregator : avgAggregator
      return () => maker(field, missing)
    }
    case 'min':
    case 'max': {
      const { kind } = asked
      const field = fieldOf({ kind, allowed: DATES_TOO, shown: NUMBERS_SHOWN })
      const missing = missingDouble(field.layout, asked.missing)
      return () => extremeAggregator(kind, field, missing)
    }
    case 'count': {
      const field = fieldOf({ kind: 'count', allowed: COUNTED, shown: COUNTED_SHOWN })
      return () => countAggregator(field)
    }
    case 'distinctCount': {
      const field = fieldOf({ kind: 'distinct count', allowed: COUNTED, shown: COUNTED_SHOWN })
      const missing = missingHash(field.layout, asked.missing)
      return () => distinctCountAggregator(field, missing)
    }
  }
}

/** Undefined where values of segments are not added, or a missing value counts as another. */
function addingUp(asked: NumberAggregation, scope: AggregationScope): CompiledMetric['addsUp'] {
  if (asked.kind === 'count') return () => true
  if (asked.kind !== 'sum' || asked.missing !== undefined) return undefined
  const rule = { kind: asked.kind, isMetric: true, allowed: NUMBERS, shown: NUMBERS_SHOWN }
  const field = aggregatedField(asked.fieldName, scope, rule)
  return (views) => views.every((view) => !hasNegative(field, view))
}

function hasNegative(field: AggregatedField, { segment }: SegmentView): boolean {
  const found = field.find(segment.rows)?.field
  if (found?.kind !== 'numeric' || found.column === undefined) return false
  const { values, base, scale } = columnEnds(found, found.column)
  const [least] = values
  return least !== undefined && Number(base) + Number(scale) * Number(least) < 0
}

const BY_KEY: Sort = {
  sorters: [{ kind: 'primaryKey', order: 'ASC' }],
  disableDefaultPrimaryKeySorter: false,
}

function compileTopRows(
  asked: Extract<Aggregation, { kind: 'topRows' }>,
  name: string,
  scope: AggregationScope,
  compile: CompileQuery,
): CompiledMetric {
  const isSorted = asked.sort !== undefined && asked.sort.sorters.length > 0
  const sort = compileSort(isSorted ? asked.sort : BY_KEY, scope.query, compile)
  return {
    name,
    needsScores: sort.needsScores,
    isNumber: false,
    run: (context) => named(name, topRowsAggregator(sort, asked.limit, context)),
  }
}

function named<Result extends object>(
  name: string,
  aggregator: Aggregator<Result>,
): Aggregator<Result & { readonly name: string }> {
  return { ...aggregator, result: (bucket) => ({ ...aggregator.result(bucket), name }) }
}

function missingNumber(field: FieldLayout, value: SearchVariant | undefined): MissingNumber {
  if (value === undefined) return undefined
  const point = numericPoint(field, value)
  return point.low
}

/** For a LONG, a 64-bit integer. */
function missingPercentile(
  field: FieldLayout,
  value: SearchVariant | undefined,
): number | bigint | undefined {
  if (field.type !== 'LONG' || value === undefined) return missingDouble(field, value)
  return toInt64(BigInt(numericPoint(field, value).low))
}

/** For a DATE, milliseconds. */
function missingDouble(field: FieldLayout, value: SearchVariant | undefined): number | undefined {
  const missing = missingNumber(field, value)
  if (missing === undefined || typeof missing === 'number') return missing
  return Number(field.type === 'DATE' ? missing / 1_000_000n : missing)
}

function missingHash(field: FieldLayout, value: SearchVariant | undefined): Hash | undefined {
  if (value === undefined) return undefined
  if (field.type === 'KEYWORD') {
    if (typeof value !== 'string') throw invalidMissing(value)
    return hashWith((hash) => hashText(value, hash))
  }
  if (field.type === 'GEO_POINT') return hashWith((hash) => hashPoint(value, hash))
  const { low } = numericPoint(field, value)
  return hashWith((hash) => (typeof low === 'bigint' ? hashLong(low, hash) : hashDouble(low, hash)))
}

function invalidMissing(value: SearchVariant): Error {
  return errors.invalidSearchParameter('distinct_count_agg.missing', String(value))
}

function hashPoint(value: SearchVariant, hash: Hash): void {
  const point = typeof value === 'string' ? parseGeoPoint(value) : undefined
  if (point === undefined) throw invalidMissing(value)
  hashHalves(encodeLat(point.lat), encodeLon(point.lon), hash)
}
