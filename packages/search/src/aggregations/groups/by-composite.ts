import {
  type GroupBy,
  type GroupByComposite,
  type GroupBySorter,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { AggregatedField, AggregationScope } from '../aggregation-field.js'
import { DateKeys, dateHistogramOf } from './by-date-histogram.js'
import { groupedField } from './by-field.js'
import { HistogramKeys, histogramOf } from './by-histogram.js'
import type { CompiledKind } from './compiled-kind.js'
import { CompositeKeysSource } from './composite-keys.js'
import {
  type CompositeKeys,
  decodeCompositeToken,
  encodeCompositeToken,
} from './composite-token.js'
import { type ValueKeys, compareKeyValues, fieldKeys } from './field-keys.js'
import type { Groups } from './group-aggregator.js'
import { orderedGroups } from './order-groups.js'

interface CompiledSource {
  readonly name: string
  readonly field: AggregatedField
  readonly isDescending: boolean
  start(): ValueKeys
}

/** A group for each combination of its sources' keys, in their order, page by page. */
export function compileByComposite(asked: GroupByComposite, scope: AggregationScope): CompiledKind {
  const sources = asked.sources.map((source) => compileSource(source, scope))
  const size = pageSize(asked)
  const isText = sources.map(({ field }) => field.layout.type === 'KEYWORD')
  const hasToken = asked.nextToken !== undefined && asked.nextToken !== ''
  const after = hasToken ? decodeCompositeToken(asked.nextToken, isText) : undefined
  const page: Page = { sources, size, after }
  return {
    isNested: sources.some(({ field }) => field.layout.level !== ''),
    sorters: [],
    start: () => {
      const keys = sources.map((source) => source.start())
      const combinations = new CompositeKeysSource(keys)
      return {
        source: combinations,
        result: (groups) => pageOf(groups, page, keys, combinations),
      }
    },
  }
}

function pageSize({ size, suggestedSize }: GroupByComposite): number {
  const wished = size ?? suggestedSize ?? limits.SEARCH_GROUPS_DEFAULT
  return Math.min(Math.max(wished, 1), limits.SEARCH_GROUPS_MAX)
}

function compileSource(source: GroupBy, scope: AggregationScope): CompiledSource {
  const { name } = source
  switch (source.kind) {
    case 'field': {
      const field = groupedField(source.fieldName, scope)
      return { name, field, ...orderOf(source.sort), start: () => fieldKeys(field) }
    }
    case 'histogram': {
      const { field, steps } = histogramOf(source, scope)
      return { name, field, ...orderOf(source.sort), start: () => new HistogramKeys(field, steps) }
    }
    case 'dateHistogram': {
      const { field, steps } = dateHistogramOf(source, scope)
      return { name, field, ...orderOf(source.sort), start: () => new DateKeys(field, steps) }
    }
    default:
      throw errors.invalidSearchParameter('group_by_composite.sources', source.kind)
  }
}

/** Pages need an order that a token can name, so sources are sorted by their keys alone. */
function orderOf(sort: readonly GroupBySorter[] | undefined): { isDescending: boolean } {
  const other = sort?.find(({ kind }) => kind !== 'groupKey')
  if (other !== undefined) {
    throw errors.invalidSearchParameter('group_by_composite.sources.sort', other.kind)
  }
  return { isDescending: sort?.[0]?.order === 'DESC' }
}

interface Page {
  readonly sources: readonly CompiledSource[]
  readonly size: number
  readonly after: CompositeKeys | undefined
}

interface Entry {
  readonly bucket: number
  readonly parts: readonly (number | undefined)[]
  readonly keys: CompositeKeys
}

function pageOf(
  groups: Groups,
  { sources, size, after }: Page,
  keys: readonly ValueKeys[],
  combinations: CompositeKeysSource,
) {
  const compare = (a: CompositeKeys, b: CompositeKeys): number => compareAll(sources, a, b)
  const entries = function* (): Iterable<Entry> {
    for (const bucket of groups.buckets) {
      const parts = combinations.parts(groups.key(bucket))
      const values = parts.map((part, source) =>
        part === undefined ? null : (keys[source]?.value(part) ?? null),
      )
      if (after === undefined || compare(values, after) > 0) yield { bucket, parts, keys: values }
    }
  }
  const found = orderedGroups(entries(), size + 1, [], {
    compareKeys: (a, b) => compare(a.keys, b.keys),
    rowCount: ({ bucket }) => groups.rowCount(bucket),
    value: () => undefined,
  })
  const shown = found.slice(0, size)
  const last = found.length > size ? shown.at(-1) : undefined
  return {
    kind: 'composite' as const,
    items: shown.map(({ bucket, parts }) => ({
      keys: parts.map((part, source) =>
        part === undefined ? null : (keys[source]?.text(part) ?? null),
      ),
      rowCount: groups.rowCount(bucket),
      ...groups.sub(bucket),
    })),
    sourceNames: sources.map(({ name }) => name),
    nextToken: last === undefined ? undefined : encodeCompositeToken(last.keys),
  }
}

/** Rows without a value come before all others, or behind them where the order is turned. */
function compareAll(
  sources: readonly CompiledSource[],
  a: CompositeKeys,
  b: CompositeKeys,
): number {
  for (const [number, { isDescending }] of sources.entries()) {
    const [one, other] = [a[number] ?? null, b[number] ?? null]
    let order = 0
    if (one === null || other === null) order = one === other ? 0 : one === null ? -1 : 1
    else order = compareKeyValues(one, other)
    if (order !== 0) return isDescending ? -order : order
  }
  return 0
}
