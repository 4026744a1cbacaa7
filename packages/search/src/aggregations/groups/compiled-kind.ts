import type { GroupBySorter } from '@rowhouse/protocol'
import type { SearchContext } from '../../queries/query.js'
import type { GroupKind } from './group-aggregator.js'

/** One kind of group-by held against an index, without what is computed in its groups. */
export interface CompiledKind {
  /** Whether it groups by a nested field, below which nothing nested may stand. */
  readonly isNested: boolean
  readonly sorters: readonly GroupBySorter[]
  start(context: SearchContext): GroupKind
}
