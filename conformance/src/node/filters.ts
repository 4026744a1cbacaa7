import tablestore, { type SdkFilter } from 'tablestore'
import { toSdkValue, type Value } from './values.js'

export type Comparator = '=' | '!=' | '>' | '>=' | '<' | '<='

export interface ColumnTest {
  readonly passIfMissing?: boolean
  readonly latestOnly?: boolean
}

const COMPARATORS: Readonly<Record<Comparator, string>> = {
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_EQUAL',
}

/**
 * Compares one column. By default a missing column passes and only the latest version counts, as in the
 * SDK.
 */
export const column = (
  name: string,
  comparator: Comparator,
  value: Value,
  { passIfMissing, latestOnly }: ColumnTest = {},
): SdkFilter => {
  const number = tablestore.ComparatorType[COMPARATORS[comparator]]
  if (number === undefined) throw new Error(`the SDK knows no comparator ${comparator}`)
  return new tablestore.SingleColumnCondition(
    name,
    toSdkValue(value),
    number,
    passIfMissing,
    latestOnly,
  )
}

const composite = (combinator: number, children: readonly SdkFilter[]): SdkFilter => {
  const filter = new tablestore.CompositeCondition(combinator)
  for (const child of children) filter.addSubCondition(child)
  return filter
}

export const and = (...children: SdkFilter[]): SdkFilter =>
  composite(tablestore.LogicalOperator.AND, children)

export const or = (...children: SdkFilter[]): SdkFilter =>
  composite(tablestore.LogicalOperator.OR, children)

export const not = (...children: SdkFilter[]): SdkFilter =>
  composite(tablestore.LogicalOperator.NOT, children)

export const columnPage = (limit: number, offset: number): SdkFilter =>
  new tablestore.ColumnPaginationFilter(limit, offset)
