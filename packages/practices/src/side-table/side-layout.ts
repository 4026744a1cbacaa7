import type { AnyTable, ColumnName, TableSchema, Value } from '@rowhouse/client'
import { PracticeError } from '../practice-error.js'

/** Which columns of a table lie in a side table of their own. */
export interface SideDesign<S extends TableSchema> {
  /** The table as its program sees it: its rows have the columns of both sides. */
  readonly table: S
  /** Large columns that few requests want. */
  readonly sideColumns: readonly ColumnName<S>[]
  /** The table's name with `_side` by default. */
  readonly sideName?: string
}

/** Columns by their name. */
export type Columns = Readonly<Record<string, Value | undefined>>

/** In the main table: which row of the side table belongs to the row. */
export const POINTER = 'side_pointer'
/** In the key of the side table: every write has a row of its own. */
export const SIDE_ID = 'side_id'

/** With the id of its side rows a key has at most four columns. */
const KEY_COLUMNS_MAX = 3

export interface SideLayout {
  readonly keyNames: readonly string[]
  readonly main: AnyTable
  readonly side: AnyTable
  isSide(column: string): boolean
  keyOf(row: Columns): Columns
  /** What of a row goes to which side; the key goes to neither. */
  partsOf(row: Columns): { readonly main: Columns; readonly side: Columns }
}

export function layOut<S extends TableSchema>(design: SideDesign<S>): SideLayout {
  const { table, sideColumns, sideName = `${table.name}_side` } = design
  refuseFaults(table, sideColumns)
  const keyNames = Object.keys(table.key)
  const inSide = new Set<string>(sideColumns)
  const isSide = (name: string): boolean => inSide.has(name)
  const columnsOf = (wanted: boolean) =>
    Object.fromEntries(Object.entries(table.columns).filter(([name]) => isSide(name) === wanted))
  const partOf = (row: Columns, wanted: boolean): Columns =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, value]) =>
          value !== undefined && !keyNames.includes(name) && isSide(name) === wanted,
      ),
    )
  return {
    keyNames,
    main: {
      name: table.name,
      key: table.key,
      columns: { ...columnsOf(false), [POINTER]: 'string' },
    },
    side: { name: sideName, key: { ...table.key, [SIDE_ID]: 'string' }, columns: columnsOf(true) },
    isSide,
    keyOf: (row) => Object.fromEntries(keyNames.map((name) => [name, row[name]])),
    partsOf: (row) => ({ main: partOf(row, false), side: partOf(row, true) }),
  }
}

function refuseFaults({ name, key, columns }: TableSchema, side: readonly string[]): void {
  const keyTypes = Object.values(key)
  if (keyTypes.length > KEY_COLUMNS_MAX)
    throw new PracticeError(
      `${name} has ${keyTypes.length} key columns: its side table would need one more than four`,
    )
  if (keyTypes.includes('autoIncrement'))
    throw new PracticeError(`${name}: a key that the server numbers is not known in time`)
  if (side.length === 0) throw new PracticeError(`${name}: no column is in the side table`)
  // A table whose columns nobody has defined may have any.
  const isDefined = Object.keys(columns).length > 0
  const unknown = side.find((column) => isDefined && !Object.hasOwn(columns, column))
  if (unknown !== undefined) throw new PracticeError(`${name} has no column ${unknown}`)
  for (const own of [POINTER, SIDE_ID])
    if (Object.hasOwn(columns, own) || Object.hasOwn(key, own))
      throw new PracticeError(`${name} has a column ${own}, which its side table needs`)
}
