import type { Variant } from '../values/variant.js'

export type Comparator =
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'GREATER_THAN'
  | 'GREATER_EQUAL'
  | 'LESS_THAN'
  | 'LESS_EQUAL'
  | 'EXIST'
  | 'NOT_EXIST'

/** Applied to a STRING cell before the comparison; castType is a VariantType. */
export interface ValueTransferRule {
  readonly regex: string
  readonly castType: number | undefined
}

export interface SingleColumnFilter {
  readonly kind: 'single'
  readonly comparator: Comparator
  readonly columnName: string
  readonly value: Variant
  /** The wire's filter_if_missing: true drops the row when the column is missing. */
  readonly filterIfMissing: boolean
  readonly latestVersionOnly: boolean
  readonly transfer: ValueTransferRule | undefined
}

export interface CompositeFilter {
  readonly kind: 'composite'
  readonly combinator: 'NOT' | 'AND' | 'OR'
  readonly children: readonly Filter[]
}

export interface PaginationFilter {
  readonly kind: 'pagination'
  readonly offset: number
  readonly limit: number
}

export type Filter = SingleColumnFilter | CompositeFilter | PaginationFilter
