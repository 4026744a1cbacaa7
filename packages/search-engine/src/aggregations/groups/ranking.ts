import type { GroupBySorter } from '@rowhouse/protocol'
import type { SearchContext } from '../../queries/query.js'
import type { Aggregator } from '../aggregator.js'
import type { CompiledMetric } from '../metrics/compile-metric.js'

/** What groups are ordered by first, of which only so many are wanted. */
export interface FirstOrder {
  readonly size: number
  readonly sorter: GroupBySorter
  /** Groups that tie by the sorter come in the order of their keys. */
  readonly tiesByKey: boolean
}

/**
 * An order in which the groups with the largest values are wanted, where a group's value is the sum of its
 * values in the segments and none of those is negative.
 */
export interface Ranking {
  readonly size: number
  /** Makes the sub-aggregation that orders the groups; undefined: the number of rows does. */
  readonly metric: (() => Aggregator<unknown>) | undefined
  readonly tiesByKey: boolean
}

/** Undefined where the values of segments say nothing about the groups' own. */
export function rankingOf(
  { size, sorter, tiesByKey }: FirstOrder,
  metrics: readonly CompiledMetric[],
  context: SearchContext,
): Ranking | undefined {
  if (sorter.kind === 'groupKey' || sorter.order !== 'DESC') return undefined
  if (sorter.kind === 'rowCount') return { size, metric: undefined, tiesByKey }
  const metric = metrics.find(({ name }) => name === sorter.name)
  return metric?.addsUp?.(context.views) === true
    ? { size, metric: () => metric.run(context), tiesByKey }
    : undefined
}
