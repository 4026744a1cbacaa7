import { type PlainBufferCell, decodeRows, typeName, valueOfVariant } from '@rowhouse/protocol'
import type { ColumnCell, Value } from '@rowhouse/snippets'

/** A row as it was read; the versions of a column are ordered newest first. */
export interface PlainRow {
  readonly key: readonly { readonly name: string; readonly value: Value }[]
  readonly columns: readonly ColumnCell[]
}

/** The rows of a reply. Throws an error when a cell has no value that a row may have. */
export const plainRows = (bytes: Buffer): PlainRow[] =>
  decodeRows(bytes).map(({ primaryKey, cells }) => ({
    key: primaryKey.map((cell) => ({ name: cell.name, value: valueOf(cell) })),
    columns: cells.map((cell) => ({
      name: cell.name,
      value: valueOf(cell),
      ...(cell.timestamp !== undefined && { timestamp: cell.timestamp }),
    })),
  }))

function valueOf({ name, value: variant }: PlainBufferCell): Value {
  const value = variant && valueOfVariant(variant)
  if (value instanceof Uint8Array) return new Uint8Array(value)
  if (value !== undefined) return value
  const what = variant === undefined ? 'no value' : `a value of type ${typeName(variant)}`
  throw new TypeError(`${name} came with ${what}`)
}

/** The key that a reply carries as a row without columns, such as the one where the next page begins. */
export function plainKey(bytes: Buffer): PlainRow['key'] {
  const [row] = plainRows(bytes)
  if (row === undefined) throw new TypeError('the reply has no key where one belongs')
  return row.key
}
