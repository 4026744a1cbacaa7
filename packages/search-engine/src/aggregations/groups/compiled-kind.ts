import type { GroupBySorter } from '@rowhouse/protocol'
import type { AggregatedField } from '../aggregation-field.js'
import type { GroupKind } from './group-aggregator.js'
import type { GroupContext } from './group-room.js'
import type { KeyPart } from './key-part.js'

/** One kind of group-by held against an index, without what is computed in its groups. */
export interface CompiledKind {
  /** Whether it groups by a nested field, below which nothing nested may stand. */
  readonly isNested: boolean
  readonly sorters: readonly GroupBySorter[]
  start(context: GroupContext): GroupKind
  /** Where groups can be made part by part; asked for at the top alone. */
  readonly parting?: Parting | undefined
}

export interface Parting {
  /** Parts are of the keys of one of them. */
  readonly fields: readonly AggregatedField[]
  /** For one search. Every part's result is that of all parts so far; undefined: all keys. */
  begin(): (context: GroupContext, part: FieldPart | undefined) => GroupKind
}

export interface FieldPart {
  readonly field: AggregatedField
  readonly keys: KeyPart
}
