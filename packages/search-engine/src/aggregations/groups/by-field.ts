import {
  type GroupByField,
  type GroupBySorter,
  type GroupingResult,
  type SubResults,
  limits,
} from '@rowhouse/protocol'
import type { LeafType } from '../../schema/index-layout.js'
import {
  type AggregatedField,
  type AggregationScope,
  aggregatedField,
} from '../aggregation-field.js'
import type { CompiledKind, Parting } from './compiled-kind.js'
import { type KeyValue, type ValueKeys, compareKeyValues, fieldKeys } from './field-keys.js'
import type { Groups } from './group-aggregator.js'
import { onlyPart } from './key-part.js'
import { type GroupAccess, orderedGroups } from './order-groups.js'

const GROUPED: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'KEYWORD']
export const MOST_ROWS_FIRST: readonly GroupBySorter[] = [{ kind: 'rowCount', order: 'DESC' }]

/** The parts of a request that decide which groups are shown. */
interface Shown {
  readonly size: number
  readonly sort: readonly GroupBySorter[]
  readonly minDocCount: number
}

/** A group that outlives the tables it was made with. */
interface ShownGroup {
  readonly key: KeyValue
  readonly item: SubResults & { readonly key: string; readonly rowCount: number }
  /** The sub-aggregations' values that groups are sorted by. */
  readonly values: ReadonlyMap<string, number | undefined>
}

/** One group per value; by default those with the most rows come first. */
export function compileByField(asked: GroupByField, scope: AggregationScope): CompiledKind {
  const field = groupedField(asked.fieldName, scope)
  const { size = limits.SEARCH_GROUPS_DEFAULT, minDocCount = 1 } = asked
  const sort = asked.sort === undefined || asked.sort.length === 0 ? MOST_ROWS_FIRST : asked.sort
  const shown: Shown = { size, sort, minDocCount }
  return {
    isNested: field.layout.level !== '',
    sorters: sort,
    start: () => {
      const source = fieldKeys(field)
      return { source, result: (groups) => resultOf(shownGroups(groups, source, shown)) }
    },
    parting: partingOf(field, shown),
  }
}

function partingOf(field: AggregatedField, shown: Shown): Parting {
  const [sorter, then] = shown.sort
  const tiesByKey = then === undefined || (then.kind === 'groupKey' && then.order === 'ASC')
  const isFirst = sorter !== undefined && shown.minDocCount <= 1
  const first = isFirst ? { size: shown.size, sorter, tiesByKey } : undefined
  return {
    fields: [field],
    first,
    begin: () => {
      let best: readonly ShownGroup[] = []
      return (_context, part) => {
        const source = fieldKeys(field, part?.keys)
        return {
          source: part === undefined ? source : onlyPart(source),
          result: (groups) => {
            const own = shownGroups(groups, source, shown)
            if (part === undefined) return resultOf(own)
            const all = [...best, ...own]
            best = orderedGroups(all, shown.size, shown.sort, SHOWN)
            return resultOf(best)
          },
        }
      }
    },
  }
}

const SHOWN: GroupAccess<ShownGroup> = {
  compareKeys: (a, b) => compareKeyValues(a.key, b.key),
  rowCount: ({ item }) => item.rowCount,
  value: (name, { values }) => values.get(name),
}

function shownGroups(
  groups: Groups,
  source: ValueKeys,
  { size, sort, minDocCount }: Shown,
): ShownGroup[] {
  const access = accessOf(groups, (a, b) => compareKeyValues(source.value(a), source.value(b)))
  const enough = groups.buckets.filter((bucket) => groups.rowCount(bucket) >= minDocCount)
  return orderedGroups(enough, size, sort, access).map((bucket) => ({
    key: source.value(groups.key(bucket)),
    item: {
      key: source.text(groups.key(bucket)),
      rowCount: groups.rowCount(bucket),
      ...groups.sub(bucket),
    },
    values: new Map(
      sort.flatMap((sorter) =>
        sorter.kind === 'subAggregation' ? [[sorter.name, groups.value(sorter.name, bucket)]] : [],
      ),
    ),
  }))
}

function resultOf(groups: readonly ShownGroup[]): GroupingResult {
  return { kind: 'field', items: groups.map(({ item }) => item) }
}

export function groupedField(name: string, scope: AggregationScope): AggregatedField {
  return aggregatedField(name, scope, { kind: 'group_by_field', isMetric: false, allowed: GROUPED })
}

/** Access to groups that are represented by their buckets. */
export function accessOf(
  groups: Groups,
  compare: (keyA: number, keyB: number) => number,
): GroupAccess<number> {
  return {
    compareKeys: (a, b) => compare(groups.key(a), groups.key(b)),
    rowCount: groups.rowCount,
    value: groups.value,
  }
}
