import { rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import { RowKind, rowKind } from '../stored-rows/row-codec.js'

/** What makes images of the rows of the log, whose bytes the log has verified. */
export interface LoggedRows<Image> {
  readonly keyColumns: number
  ofWhole(key: Buffer, value: Buffer): Image
  ofGone(key: Buffer): Image
}

/**
 * The image of the row that a mutation changes; 'elsewhere' when the row is chunked and has to be read,
 * undefined when the mutation does not change a row by itself.
 */
export const imageOfMutation = <Image>(
  rows: LoggedRows<Image>,
  { key, value }: Mutation,
): Image | 'elsewhere' | undefined => {
  if (key[0] !== Space.ROWS) return undefined
  if (value === undefined)
    return rowKeyEnd(key, rows.keyColumns) === key.length ? rows.ofGone(key) : undefined
  switch (rowKind(value)) {
    case RowKind.WHOLE:
      return rows.ofWhole(key, value)
    case RowKind.CHUNKED:
      return 'elsewhere'
    case RowKind.CHUNK:
      return undefined
  }
}
