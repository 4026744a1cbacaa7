import type {
  CallOptions,
  ColumnName,
  ColumnNamesOf,
  ColumnsOf,
  KeyName,
  KeyOf,
  NewRowOf,
  RangeOptions,
  TableSchema,
  WriteCondition,
} from '@rowhouse/client'
import { columnsOfFilter } from '../columns-of-filter.js'
import { PracticeError } from '../practice-error.js'
import type { SideLayout } from './side-layout.js'

export interface SideReadOptions<S extends TableSchema> extends CallOptions {
  /** All columns by default. The side table is read only when one of its columns is among them. */
  readonly columns?: readonly (ColumnName<S> | KeyName<S>)[]
}

export type SideRangeOptions<S extends TableSchema> = Pick<
  RangeOptions<S>,
  'columns' | 'direction' | 'filter' | 'from' | 'limit' | 'prefix' | 'signal' | 'timeoutMs' | 'to'
>

export interface SideWriteOptions<S extends TableSchema> extends CallOptions {
  /** May look at columns of the main table. */
  readonly condition?: WriteCondition<S>
}

/** What an update does. */
export interface SideChanges<S extends TableSchema> {
  readonly set?: ColumnsOf<S>
  readonly remove?: readonly ColumnName<S>[]
  /** Of columns of the main table. */
  readonly increment?: { readonly [Name in ColumnNamesOf<S, 'integer'>]?: bigint }
}

/** One row of many. */
export type SideChange<S extends TableSchema> = { readonly condition?: WriteCondition<S> } & (
  | { readonly put: NewRowOf<S> }
  | { readonly update: KeyOf<S>; readonly changes: SideChanges<S> }
  | { readonly delete: KeyOf<S> }
)

/** The outcome of one row of many. */
export type SideResult = { readonly isOk: true } | { readonly isOk: false; readonly error: unknown }

export const given = <S extends TableSchema>(condition: WriteCondition<S> | undefined) =>
  condition === undefined ? {} : { condition }

export function touchesSide<S extends TableSchema>(
  { isSide, side }: SideLayout,
  { set = {}, remove = [], increment = {} }: SideChanges<S>,
): boolean {
  const counted = Object.keys(increment).find(isSide)
  if (counted !== undefined)
    throw new PracticeError(`${counted} cannot be incremented: it is in ${side.name}`)
  return Object.keys(set).some(isSide) || remove.some(isSide)
}

export function refuseSideFilter<S extends TableSchema>(
  { isSide, side }: SideLayout,
  filter: WriteCondition<S>['columns'],
): void {
  const column = filter && columnsOfFilter(filter).find(isSide)
  if (column !== undefined)
    throw new PracticeError(`a filter or condition cannot use ${column}: it is in ${side.name}`)
}
