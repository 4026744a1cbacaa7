import { type GroupByField, type GroupBySorter, limits } from '@rowhouse/protocol'
import type { LeafType } from '../../schema/index-layout.js'
import {
  type AggregatedField,
  type AggregationScope,
  aggregatedField,
} from '../aggregation-field.js'
import type { CompiledKind } from './compiled-kind.js'
import { compareKeyValues, fieldKeys } from './field-keys.js'
import type { Groups } from './group-aggregator.js'
import { type GroupAccess, orderedGroups } from './order-groups.js'

const GROUPED: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'KEYWORD']
export const MOST_ROWS_FIRST: readonly GroupBySorter[] = [{ kind: 'rowCount', order: 'DESC' }]

/** A group for each value; those with the most rows first. */
export function compileByField(asked: GroupByField, scope: AggregationScope): CompiledKind {
  const field = groupedField(asked.fieldName, scope)
  const { size = limits.SEARCH_GROUPS_DEFAULT, sort = MOST_ROWS_FIRST, minDocCount = 1 } = asked
  return {
    isNested: field.layout.level !== '',
    sorters: sort,
    start: () => {
      const source = fieldKeys(field)
      return {
        source,
        result: (groups) => {
          const access = accessOf(groups, (a, b) =>
            compareKeyValues(source.value(a), source.value(b)),
          )
          const enough = groups.buckets.filter((bucket) => groups.rowCount(bucket) >= minDocCount)
          const items = orderedGroups(enough, size, sort, access).map((bucket) => ({
            key: source.text(groups.key(bucket)),
            rowCount: groups.rowCount(bucket),
            ...groups.sub(bucket),
          }))
          return { kind: 'field', items }
        },
      }
    },
  }
}

export function groupedField(name: string, scope: AggregationScope): AggregatedField {
  return aggregatedField(name, scope, { kind: 'group_by_field', isMetric: false, allowed: GROUPED })
}

/** Buckets stand for their groups. */
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
