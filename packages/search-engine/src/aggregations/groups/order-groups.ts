import { type GroupBySorter, errors } from '@rowhouse/protocol'
import { Heap } from '../../collect/heap.js'
import type { CompiledMetric } from '../metrics/compile-metric.js'

/** Access to what groups are ordered by, for one representation of groups. */
export interface GroupAccess<Group> {
  compareKeys(a: Group, b: Group): number
  rowCount(group: Group): number
  /** The value of a numeric sub-aggregation. */
  value(name: string, group: Group): number | undefined
}

/** Groups can be sorted only by sub-aggregations that are one number. */
export function checkSorters(
  sorters: readonly GroupBySorter[] | undefined,
  metrics: readonly CompiledMetric[],
): void {
  for (const sorter of sorters ?? []) {
    if (sorter.kind !== 'subAggregation') continue
    const metric = metrics.find(({ name }) => name === sorter.name)
    if (metric?.isNumber !== true) {
      throw errors.invalidSearchParameter('sub_agg_sort.sub_agg_name', sorter.name)
    }
  }
}

/** The first `size` groups in the order of the sorters; ties are broken by key. */
export function orderedGroups<Group>(
  groups: Iterable<Group>,
  size: number,
  sorters: readonly GroupBySorter[],
  access: GroupAccess<Group>,
): Group[] {
  const parts = sorters.map((sorter) => comparison(sorter, access))
  const compare = (a: Group, b: Group): number => {
    for (const part of parts) {
      const order = part(a, b)
      if (order !== 0) return order
    }
    return access.compareKeys(a, b)
  }
  const best = new Heap<Group>(compare)
  for (const group of groups) {
    if (best.size < size) best.push(group)
    else if (best.top !== undefined && compare(group, best.top) < 0) best.replaceTop(group)
  }
  return [...best.items].sort(compare)
}

function comparison<Group>(
  sorter: GroupBySorter,
  access: GroupAccess<Group>,
): (a: Group, b: Group) => number {
  const sign = sorter.order === 'DESC' ? -1 : 1
  switch (sorter.kind) {
    case 'groupKey':
      return (a, b) => sign * access.compareKeys(a, b)
    case 'rowCount':
      return (a, b) => sign * (access.rowCount(a) - access.rowCount(b))
    case 'subAggregation':
      return (a, b) =>
        compareValues(access.value(sorter.name, a), access.value(sorter.name, b), sign)
  }
}

/** Groups without a value come last, in either direction. */
function compareValues(a: number | undefined, b: number | undefined, sign: number): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0
    return a === undefined ? 1 : -1
  }
  return a === b ? 0 : a < b ? -sign : sign
}
