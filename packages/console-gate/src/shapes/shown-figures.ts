import type { AggregationResult, GroupByResult } from '@rowhouse/protocol'
import type { ShownRow } from './answers.js'

interface ShownTopRows {
  readonly kind: 'topRows'
  readonly name: string
  readonly rows: readonly ShownRow[]
}

/** The result of an aggregation, rows as plain data. */
export type ShownFigure = Exclude<AggregationResult, { kind: 'topRows' }> | ShownTopRows

/** What was computed within one group. */
export interface ShownSubResults {
  readonly subAggregations: readonly ShownFigure[]
  readonly subGroupBys: readonly ShownGroupBy[]
}

export type ShownItem<Item> = Omit<Item, keyof ShownSubResults> & ShownSubResults

type WithShownItems<Result> = Result extends { readonly items: readonly (infer Item)[] }
  ? Omit<Result, 'items'> & { readonly items: readonly ShownItem<Item>[] }
  : never

export type ShownGroupBy = WithShownItems<GroupByResult>
