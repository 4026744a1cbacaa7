import {
  type PlainBufferCell,
  VariantType,
  decodeRows,
  typeName,
  valueOfVariant,
  variantType,
} from '@rowhouse/protocol'
import type { ColumnCell, KeyMark, Value } from '@rowhouse/snippets'

/** A row as it was read; the versions of a column are ordered newest first. */
export interface PlainRow {
  readonly key: readonly { readonly name: string; readonly value: Value }[]
  readonly columns: readonly ColumnCell[]
}

/** The rows of a reply. Throws an error when a cell has no value that a row may have. */
export const plainRows = (bytes: Buffer): PlainRow[] =>
  decodeRows(bytes).map(({ primaryKey, cells }) => ({
    key: primaryKey.map((cell) => ({ name: cell.name, value: plainValue(cell) })),
    columns: cells.map((cell) => ({
      name: cell.name,
      value: plainValue(cell),
      ...(cell.timestamp !== undefined && { timestamp: cell.timestamp }),
    })),
  }))

export function plainValue({ name, value: variant }: PlainBufferCell): Value {
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

const MARKS: ReadonlyMap<number, KeyMark> = new Map([
  [VariantType.INF_MIN, { mark: 'min' }],
  [VariantType.INF_MAX, { mark: 'max' }],
  [VariantType.AUTO_INCREMENT, { mark: 'auto' }],
])

/** The mark that a cell of a key has instead of a value. */
export const markOf = ({ value }: PlainBufferCell): KeyMark | undefined =>
  value === undefined ? undefined : MARKS.get(variantType(value))
