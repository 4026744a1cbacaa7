import type {
  Aggregation,
  AggregationResult,
  GroupBy,
  GroupByResult,
  SearchVariant,
} from '@rowhouse/protocol'
import type { LevelDocument } from '../documents/document.js'
import type { FieldLayout } from '../schema/index-layout.js'
import { type NaiveValue, naiveFieldValues, naiveGiven, naiveNumber } from './naive-field-values.js'
import { naiveGroupBy } from './naive-groups.js'
import type { NaiveIndex } from './naive-query.js'

/** A row that is a hit. */
export interface NaiveRow {
  readonly key: Uint8Array
  readonly level: LevelDocument
}

export interface NaiveResults {
  readonly aggregations: readonly AggregationResult[]
  readonly groupBys: readonly GroupByResult[]
}

/**
 * Computes aggregations over some rows by the definition of each, without code of the engine. Top rows are
 * in the order of the primary key only, and group-bys are nested without bound.
 */
export function naiveAggregations(
  aggregations: readonly Aggregation[],
  groupBys: readonly GroupBy[],
  rows: readonly NaiveRow[],
  index: NaiveIndex,
): NaiveResults {
  const below = (
    subAggregations: readonly Aggregation[],
    subGroupBys: readonly GroupBy[],
    some: readonly NaiveRow[],
  ) =>
    naiveAggregations(subAggregations.toSorted(byName), subGroupBys.toSorted(byName), some, index)
  return {
    aggregations: aggregations.map((asked) => naiveMetric(asked, rows, index)),
    groupBys: groupBys.map((asked) => naiveGroupBy(asked, rows, index, below)),
  }
}

function naiveMetric(
  asked: Aggregation,
  rows: readonly NaiveRow[],
  index: NaiveIndex,
): AggregationResult {
  const { name, kind } = asked
  if (asked.kind === 'topRows') {
    const keys = rows.map(({ key }) => Buffer.from(key)).sort((a, b) => Buffer.compare(a, b))
    const [sorter] = asked.sort?.sorters ?? []
    if (sorter?.order === 'DESC') keys.reverse()
    return { kind: 'topRows', rows: keys.slice(0, asked.limit), name }
  }
  const field = index.layout.fields.get(asked.fieldName)
  if (field === undefined) throw new Error(`no field ${asked.fieldName}`)
  const missing = 'missing' in asked ? asked.missing : undefined
  const values = rows.flatMap((row) => {
    const own = naiveFieldValues(field.name, row.level, index.layout)
    return own.length === 0 && missing !== undefined ? [naiveGiven(field, missing)] : own
  })
  switch (asked.kind) {
    case 'count':
      return { kind: 'count', value: values.length, name }
    case 'distinctCount':
      return { kind: 'distinctCount', value: new Set(values.map(textOf)).size, name }
    case 'percentiles': {
      const percents = asked.percentiles.toSorted((a, b) => a - b)
      const numbers = values
        .map((value) => (field.type === 'LONG' ? naiveNumber(value) : shownNumber(field, value)))
        .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      const items = percents.flatMap((key) => percentileItem(field, key, numbers))
      return { kind: 'percentiles', items, name }
    }
    case 'min':
      return { kind: 'min', value: Math.min(...values.map((v) => shownNumber(field, v))), name }
    case 'max':
      return { kind: 'max', value: Math.max(...values.map((v) => shownNumber(field, v))), name }
    case 'sum':
      return { kind: 'sum', value: Number(sumOf(values)), name }
    case 'avg': {
      const mean = Number(sumOf(values)) / values.length
      return { kind: 'avg', value: values.length === 0 ? Number.POSITIVE_INFINITY : mean, name }
    }
    default:
      throw new Error(`no such aggregation: ${kind}`)
  }
}

/** By the numbers of the characters, so capitals come before small letters. */
function byName({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }) {
  const codes = (name: string): number[] =>
    Array.from(name, (letter) => (letter.codePointAt(0) ?? 0) + (/[A-Z]/.test(letter) ? 256 : 0))
  const [one, other] = [codes(a), codes(b)]
  const at = one.findIndex((code, place) => code !== other[place])
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
}

function textOf(value: NaiveValue): string {
  return typeof value === 'object' ? `${value.lat},${value.lon}` : String(value)
}

function sumOf(values: readonly NaiveValue[]): number | bigint {
  let doubles = 0
  let integers = 0n
  for (const value of values) {
    const number = naiveNumber(value)
    if (typeof number === 'bigint') integers += number
    else doubles += number
  }
  return typeof values[0] === 'bigint' ? integers : doubles
}

/** The number as a result shows it: dates in milliseconds. */
function shownNumber({ type }: FieldLayout, value: NaiveValue): number {
  const number = naiveNumber(value)
  return Number(type === 'DATE' ? BigInt(number) / 1_000_000n : number)
}

/** The percents of tests are whole numbers. */
function percentileItem(
  { type }: FieldLayout,
  key: number,
  sorted: readonly (number | bigint)[],
): { key: number; value: SearchVariant }[] {
  const place = key * (sorted.length - 1)
  const low = sorted[Math.floor(place / 100)]
  const high = sorted[Math.ceil(place / 100)]
  if (low === undefined || high === undefined) return []
  if (type !== 'DOUBLE') {
    const between = (BigInt(high) - BigInt(low)) * BigInt(place % 100)
    return [{ key, value: (BigInt(low) * 100n + between) / 100n }]
  }
  const share = place / 100 - Math.floor(place / 100)
  const value = low === high ? low : Number(low) + (Number(high) - Number(low)) * share
  return [{ key, value }]
}
