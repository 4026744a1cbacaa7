import type { ColumnType, KeyColumnType, RowOf } from '@rowhouse/client'
import { orderTables } from '@rowhouse/demos'

export type StoredOrder = RowOf<typeof orderTables.ORDER_CONTRACT>

const { key, columns } = orderTables.ORDER_CONTRACT

/** Every column of an order with its type, those of the key first. */
export const ORDER_COLUMNS: readonly (readonly [string, ColumnType | KeyColumnType])[] = [
  ...Object.entries(key),
  ...Object.entries(columns),
]

/** An order from what a database or a document says: a missing column is absent, whole numbers are exact. */
export function storedOrder(values: unknown): StoredOrder {
  if (typeof values !== 'object' || values === null) throw new Error('not an order: no columns')
  const found = new Map<string, unknown>(Object.entries(values))
  const order = Object.fromEntries(
    ORDER_COLUMNS.flatMap(([name, type]) => {
      const value = found.get(name) ?? undefined
      return value === undefined ? [] : [[name, typed(value, type)]]
    }),
  )
  if (!isStoredOrder(order)) throw new Error(`not an order: ${Object.keys(values).join(', ')}`)
  return order
}

function typed(value: unknown, type: ColumnType | KeyColumnType): unknown {
  if (type === 'integer' && typeof value === 'number') return BigInt(value)
  // MariaDB has no type of its own for what is true or false.
  if (type === 'boolean' && typeof value === 'number') return value === 1
  return value
}

const TYPES: Readonly<Partial<Record<ColumnType | KeyColumnType, string>>> = {
  string: 'string',
  integer: 'bigint',
  double: 'number',
  boolean: 'boolean',
}

function isStoredOrder(value: object): value is StoredOrder {
  const found = new Map<string, unknown>(Object.entries(value))
  return (
    Object.keys(key).every((name) => found.has(name)) &&
    ORDER_COLUMNS.every(([name, type]) => {
      const column = found.get(name)
      return column === undefined || typeof column === TYPES[type]
    })
  )
}

/** An order as JSON can say it; no number of an order is above 2^53. */
export const plainOrder = (order: StoredOrder): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(order).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  )
