import { errors } from '../../errors/registry.js'
import { limits } from '../../limits.js'
import { constant, defaulted, optional, repeated, required } from '../fields.js'
import { type MessageCodec, mapped, message } from '../message.js'
import { type SortOrder, sortOrder } from '../sort.js'
import { embedded, string } from '../wire.js'

export interface GroupKeySort {
  readonly kind: 'groupKey'
  readonly order: SortOrder
}

export interface RowCountSort {
  readonly kind: 'rowCount'
  readonly order: SortOrder
}

/** By the value of the sub-aggregation with this name. */
export interface SubAggregationSort {
  readonly kind: 'subAggregation'
  readonly name: string
  readonly order: SortOrder
}

export type GroupBySorter = GroupKeySort | RowCountSort | SubAggregationSort

const groupKeySort: MessageCodec<GroupKeySort> = message({
  kind: constant('groupKey'),
  order: defaulted(1, sortOrder, 'ASC'),
})

const rowCountSort: MessageCodec<RowCountSort> = message({
  kind: constant('rowCount'),
  order: defaulted(1, sortOrder, 'ASC'),
})

const subAggregationSort: MessageCodec<SubAggregationSort> = message({
  kind: constant('subAggregation'),
  name: required(1, string, 'sub_agg_sort.sub_agg_name'),
  order: defaulted(2, sortOrder, 'ASC'),
})

interface SorterForm {
  readonly groupKey: GroupKeySort | undefined
  readonly rowCount: RowCountSort | undefined
  readonly subAggregation: SubAggregationSort | undefined
}

const sorterForm: MessageCodec<SorterForm> = message({
  groupKey: optional(1, embedded(groupKeySort)),
  rowCount: optional(2, embedded(rowCountSort)),
  subAggregation: optional(3, embedded(subAggregationSort)),
})

const sorter: MessageCodec<GroupBySorter> = mapped(
  sorterForm,
  ({ groupKey, rowCount, subAggregation }) => {
    const given = groupKey ?? rowCount ?? subAggregation
    if (given === undefined) throw errors.mustNotBeNull('group_by_sort.sorter')
    return given
  },
  (given) => ({
    groupKey: given.kind === 'groupKey' ? given : undefined,
    rowCount: given.kind === 'rowCount' ? given : undefined,
    subAggregation: given.kind === 'subAggregation' ? given : undefined,
  }),
)

const form: MessageCodec<{ readonly sorters: readonly GroupBySorter[] }> = message({
  sorters: repeated(1, embedded(sorter), {
    max: limits.SEARCH_SORTERS_MAX,
    name: 'group_by_sort.sorters',
  }),
})

export const groupBySort: MessageCodec<readonly GroupBySorter[]> = mapped(
  form,
  ({ sorters }) => sorters,
  (sorters) => ({ sorters }),
)
