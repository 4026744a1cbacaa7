import { type ImageSource, rowsOfTable } from '../feed/read-images.js'
import { currentRow } from '../stored-rows/current-row.js'
import { RowKind, decodeStoredRow, rowKind } from '../stored-rows/row-codec.js'
import type { Table } from '../tables/table-description.js'
import type { IndexContext } from './index-context.js'
import { IndexImager, type IndexedRow } from './index-imager.js'
import { IndexProjection } from '../tables/index-projection.js'

/** The source of an index's rows: its main table, with the projection of the index. */
export interface IndexSource extends ImageSource<IndexedRow> {
  readonly main: Table
  readonly projection: IndexProjection
  /** Rows of the main table with an older stamp, in milliseconds, are left out. */
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
    // Rows that are older than an index without base data are left out until they change.
    oldest: of?.hasBaseData === true ? 0 : Number(createdAt / 1000n),
  }
}

/** Reads a row of the main table from the durable commits, as the index sees it. */
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

/** A read of one key needs no partition-key value, because it need not be consistent with other keys. */
const NO_PARTITION = Buffer.alloc(0)

/** The start of the rows behind this one. */
export const behindRow = (last: Buffer | undefined): Buffer =>
  last === undefined ? rowsOfTable.start : Buffer.concat([last, Buffer.of(0)])
