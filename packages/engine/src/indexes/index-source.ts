import { type ImageSource, rowsOfTable } from '../feed/read-images.js'
import { currentRow } from '../stored-rows/current-row.js'
import { RowKind, decodeStoredRow, rowKind } from '../stored-rows/row-codec.js'
import type { Table } from '../tables/table-description.js'
import type { IndexContext } from './index-context.js'
import { IndexImager, type IndexedRow } from './index-imager.js'
import { IndexProjection } from '../tables/index-projection.js'

/** Where the rows of an index come from: those of its main table, as the index has them. */
export interface IndexSource extends ImageSource<IndexedRow> {
  readonly main: Table
  readonly projection: IndexProjection
  /** Rows of the main table with an older stamp than this stay out, in milliseconds. */
  readonly oldest: number
}

export const indexSource = (
  { store, turns }: Pick<IndexContext, 'store' | 'turns'>,
  main: Table,
  index: Table,
): IndexSource => {
  const { description, names } = main
  const { index: of, createdAt } = index.description
  const projection = new IndexProjection(description, index.description, names)
  return {
    store,
    table: description.id,
    imager: new IndexImager(projection, description.primaryKey.length),
    turns,
    main,
    projection,
    // What was there before an index without base data stays out until it changes.
    oldest: of?.hasBaseData === true ? 0 : Number(createdAt / 1000n),
  }
}

/** A row of the main table as it is now, for everybody to see. */
export const indexedRowNow = async (source: IndexSource, key: Buffer): Promise<IndexedRow> => {
  const { store, table, main, projection } = source
  const read = { table, partition: NO_PARTITION, keys: [key], pending: false }
  const [value] = (await store.read(read)).values
  if (value === undefined) return source.imager.ofGone(key)
  const row =
    rowKind(value) === RowKind.WHOLE
      ? decodeStoredRow(value, main.names)
      : await currentRow(store, main, key, projection.columns)
  if (row === undefined) return source.imager.ofGone(key)
  return { key, entry: projection.entryOf(key, row), stamp: Number(row.stamp) }
}

/** A read of one key needs no partition-key value: there is no moment to share with other keys. */
const NO_PARTITION = Buffer.alloc(0)

/** Where the rows of an index begin that stand behind this one. */
export const behindRow = (last: Buffer | undefined): Buffer =>
  last === undefined ? rowsOfTable.start : Buffer.concat([last, Buffer.of(0)])
