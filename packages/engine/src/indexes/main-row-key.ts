import type { Variant } from '@rowhouse/protocol'
import { decodeRowKey } from '../keys/decode-key.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { TableDescription } from '../tables/table-description.js'

/** The key of the row of the main table that a row of an index was made of: all of it is in there. */
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
