import type { Variant } from '@rowhouse/protocol'
import { decodeRowKey } from '../keys/decode-key.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { TableDescription } from '../tables/table-description.js'

/** The main table's row key of an index row, whose key has all columns of it. */
export const mainRowKey = (
  main: TableDescription,
  index: TableDescription,
  indexKey: Buffer,
): Buffer => {
  const values = decodeRowKey(indexKey, index.primaryKey.length).columns
  const columns = main.primaryKey.flatMap(({ name }): Variant[] => {
    const value = values[index.primaryKey.findIndex((column) => column.name === name)]
    return value === undefined ? [] : [value]
  })
  return encodeRowKey(columns).key
}
