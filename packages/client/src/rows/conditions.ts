import {
  COMPARATOR_OF_SIGN,
  type Comparison,
  type Condition,
  type Filter,
  encodeFilter,
} from '@rowhouse/protocol'
import type { ColumnName, ColumnValue, TableSchema } from '../schema/define-table.js'
import { variantOf } from './variants.js'

export type Operator = Comparison

export interface CompareOptions {
  /** Whether a row without the column passes; false by default. */
  readonly passIfMissing?: boolean
  /** Whether any version may pass, instead of only the newest. */
  readonly anyVersion?: boolean
}

/** A filter, or the condition of a write, on rows of one table. */
export type RowFilter<S extends TableSchema> = Filter & { readonly rowsOf?: S }

/** Compares a column with a value of its type. */
export function compare<S extends TableSchema, Name extends ColumnName<S>>(
  _table: S,
  columnName: Name,
  operator: Operator,
  value: ColumnValue<S, Name>,
  { passIfMissing = false, anyVersion = false }: CompareOptions = {},
): RowFilter<S> {
  return {
    kind: 'single',
    comparator: COMPARATOR_OF_SIGN[operator],
    columnName,
    value: variantOf(value, columnName),
    filterIfMissing: !passIfMissing,
    latestVersionOnly: !anyVersion,
    transfer: undefined,
  }
}

export const and = <S extends TableSchema>(...children: readonly RowFilter<S>[]): RowFilter<S> => ({
  kind: 'composite',
  combinator: 'AND',
  children,
})

export const or = <S extends TableSchema>(...children: readonly RowFilter<S>[]): RowFilter<S> => ({
  kind: 'composite',
  combinator: 'OR',
  children,
})

export const not = <S extends TableSchema>(child: RowFilter<S>): RowFilter<S> => ({
  kind: 'composite',
  combinator: 'NOT',
  children: [child],
})

/**
 * Pages through the columns of one row in the order of their names: `limit` of them after the first
 * `offset`.
 */
export const columnPage = <S extends TableSchema>(offset: number, limit: number): RowFilter<S> => ({
  kind: 'pagination',
  offset,
  limit,
})

/** A condition under which a write is done. */
export interface WriteCondition<S extends TableSchema> {
  /** Whether the row must exist already. */
  readonly row?: 'exists' | 'missing'
  readonly columns?: RowFilter<S>
}

const EXISTENCES = { exists: 'EXPECT_EXIST', missing: 'EXPECT_NOT_EXIST' } as const

const NONE: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }

export function conditionOf<S extends TableSchema>(
  condition: WriteCondition<S> | undefined,
): Condition {
  if (condition === undefined) return NONE
  const { row, columns } = condition
  return {
    rowExistence: row === undefined ? 'IGNORE' : EXISTENCES[row],
    columnCondition: columns && encodeFilter(columns),
  }
}
