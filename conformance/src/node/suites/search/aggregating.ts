import type { Testing } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import { invalid } from '../../service-error.js'
import { toSdkValue, type Value } from '../../values.js'
import { plainly } from './plainly.js'
import type { Indexed } from './fixture.js'

type Members = Readonly<Record<string, unknown>>

const AGGREGATIONS = {
  AVG: 1,
  MAX: 2,
  MIN: 3,
  SUM: 4,
  COUNT: 5,
  DISTINCT_COUNT: 6,
  TOP_ROWS: 7,
  PERCENTILES: 8,
} as const

const GROUP_BYS = {
  FIELD: 1,
  RANGE: 2,
  FILTER: 3,
  GEO_DISTANCE: 4,
  HISTOGRAM: 5,
  DATE_HISTOGRAM: 6,
  GEO_GRID: 7,
  COMPOSITE: 8,
} as const

const UNITS = {
  YEAR: 1,
  QUARTER: 2,
  MONTH: 3,
  WEEK: 4,
  DAY: 5,
  HOUR: 6,
  MINUTE: 7,
  SECOND: 8,
  MILLISECOND: 9,
} as const

export interface Span {
  readonly value: number
  readonly unit: keyof typeof UNITS
}

export interface Named {
  readonly name: string
  readonly type: number
  readonly body: Members
}

/** The default name is the kind in lower case. */
export const aggregation = (
  kind: keyof typeof AGGREGATIONS,
  fieldName: string,
  more: Members = {},
  name: string = kind.toLowerCase(),
): Named => ({ name, type: AGGREGATIONS[kind], body: { fieldName, ...more } })

export const missing = (value: Value): Members => ({ missing: toSdkValue(value) })

export interface Subs {
  readonly aggs?: readonly Named[]
  readonly groupBys?: readonly Named[]
}

const subsOf = ({ aggs, groupBys }: Subs): Members => ({
  ...(aggs && { subAggs: { aggs } }),
  ...(groupBys && { subGroupBys: { groupBys } }),
})

export const groupBy = (
  kind: keyof typeof GROUP_BYS,
  body: Members,
  subs: Subs = {},
  name: string = kind.toLowerCase(),
): Named => ({ name, type: GROUP_BYS[kind], body: { ...body, ...subsOf(subs) } })

export const span = ({ value, unit }: Span): Members => ({ value, unit: UNITS[unit] })

export const dateHistogram = (fieldName: string, interval: Span, more: Members = {}): Named =>
  groupBy('DATE_HISTOGRAM', { fieldName, interval: span(interval), ...more })

const ask = (
  t: Testing,
  { table, index }: Indexed,
  { aggs, groupBys }: Subs,
  asked: SdkQuery = matchAll,
) => {
  const more = { ...(aggs && { aggs: { aggs } }), ...(groupBys && { groupBys: { groupBys } }) }
  return t.client.search.search(table, index, asked, { limit: 0, columns: 'NONE', more })
}

const itemsOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'items' in result ? result.items : result

/** Results by their names, as plain values: 64-bit numbers are bigints. */
export const aggregated = async (
  t: Testing,
  where: Indexed,
  aggs: readonly Named[],
  asked?: SdkQuery,
): Promise<Record<string, unknown>> => {
  const { reply } = await ask(t, where, { aggs }, asked)
  const results = reply.aggs?.aggResults ?? []
  return Object.fromEntries(
    results.map(({ name, aggResult }) => {
      const result = plainly(aggResult)
      const isValue = typeof result === 'object' && result !== null && 'value' in result
      return [name, isValue ? result.value : itemsOf(result)]
    }),
  )
}

/** The groups of one group-by. */
export const groups = async (
  t: Testing,
  where: Indexed,
  asked: Named,
  matching?: SdkQuery,
): Promise<unknown> => {
  const { reply } = await ask(t, where, { groupBys: [asked] }, matching)
  const [result] = reply.groupBys?.groupByResults ?? []
  return itemsOf(plainly(result?.groupByResult))
}

export const refusesAggregations = (
  t: Testing,
  where: Indexed,
  asked: Subs,
  text?: string,
): Promise<void> => invalid(ask(t, where, asked), text)
