import { rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import { RowKind, rowKind } from '../stored-rows/row-codec.js'

/**
 * What a mutation does to a row: it is whole in the mutation, it has to be read elsewhere because it is
 * chunked, or it is gone. Undefined when the mutation does not change a row by itself.
 */
export const rowChange = (
  { key, value }: Mutation,
  keyColumns: number,
): 'whole' | 'elsewhere' | 'gone' | undefined => {
  if (key[0] !== Space.ROWS) return undefined
  if (value === undefined) return rowKeyEnd(key, keyColumns) === key.length ? 'gone' : undefined
  switch (rowKind(value)) {
    case RowKind.WHOLE:
      return 'whole'
    case RowKind.CHUNKED:
      return 'elsewhere'
    case RowKind.CHUNK:
      return undefined
  }
}
