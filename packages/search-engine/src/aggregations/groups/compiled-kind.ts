import type { GroupBySorter } from '@rowhouse/protocol'
import type { AggregatedField } from '../aggregation-field.js'
import type { GroupKind } from './group-aggregator.js'
import type { GroupContext } from './group-room.js'
import type { KeyPart } from './key-part.js'
import type { FirstOrder } from './ranking.js'

/** One kind of group-by, resolved against an index, without its sub-aggregations. */
export interface CompiledKind {
  /** Whether it groups by a nested field, which allows nothing nested below it. */
  readonly isNested: boolean
  readonly sorters: readonly GroupBySorter[]
  start(context: GroupContext): GroupKind
  /** How its groups are made part by part, where they can be; only used at the top. */
  readonly parting?: Parting | undefined
}

export interface Parting {
  /** The fields whose keys can be divided into parts. */
  readonly fields: readonly AggregatedField[]
  /** Left out where every group may be shown. */
  readonly first?: FirstOrder | undefined
  /**
   * Begins a search. Each part's result covers all parts so far; an undefined part means all keys.
   */
  begin(): (context: GroupContext, part: FieldPart | undefined) => GroupKind
}

export interface FieldPart {
  readonly field: AggregatedField
  readonly keys: KeyPart
}
