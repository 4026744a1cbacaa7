import type { Aggregator } from '../aggregations/aggregator.js'
import type { Weight } from '../queries/query.js'
import type { ChildrenOf } from './child-walk.js'
import type { KeptHits } from './hit-set.js'
import type { SortKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import type { Hit } from './top-hits.js'

export interface HitsWanted {
  readonly weight: Weight
  /** A second condition, which adds nothing to the score. */
  readonly filter: Weight | undefined
  readonly keys: readonly SortKey[]
  /** Offset plus limit. */
  readonly capacity: number
  readonly after: readonly SortValue[] | undefined
  /** The hits are counted up to this number: 0 counts none, Infinity all. */
  readonly countUpTo: number
  /** The field to collapse by: only the best hit of each of its values is kept. */
  readonly collapse: string | undefined
  /** A shortcut from matching children to their rows, where there is one. */
  readonly childrenOf?: ChildrenOf | undefined
  /** The hit sets of the first pass, where aggregators may need another one. */
  readonly kept?: KeptHits | undefined
  /** The aggregators that take every hit. */
  readonly aggregators: readonly Aggregator<unknown>[]
}

export interface CollectedHits {
  /** Best first, at most `capacity`. */
  readonly hits: readonly Hit[]
  /** Exact up to `countUpTo`. */
  readonly total: number
}
