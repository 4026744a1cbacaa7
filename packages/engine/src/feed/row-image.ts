import type { Variant } from '@rowhouse/protocol'
import type { Engine } from '../engine.js'
import { decodeRowKey, partitionOf, rowKeyEnd } from '../keys/decode-key.js'
import { Space } from '../keys/spaces.js'
import type { LoggedCommit } from '../partitions/partition-store.js'
import { loadRow } from '../rows/stored/load-row.js'
import { RowKind, decodeStoredRow, rowKind } from '../rows/stored/row-codec.js'
import type { StoredRow } from '../rows/stored/stored-row.js'
import type { Table } from '../tables/table.js'

/** A row as it is after a change, for whoever keeps something that is made of rows. */
export interface RowImage {
  /** The encoded row key, space byte first. */
  readonly key: Buffer
  /** Key columns, then the newest version of each other column; undefined when the row is gone. */
  readonly columns: readonly ImageColumn[] | undefined
  /** Milliseconds since the epoch after which nothing of the row is alive; undefined for ever. */
  readonly expiresAt: number | undefined
}

export interface ImageColumn {
  readonly name: string
  readonly value: Variant
}

/**
 * The images of all rows that a commit changed. A row in one piece is imaged as that commit left it. A row in
 * chunks is read as it is now: its feeder will see every later change, too, so it ends right.
 */
export const imagesOfCommit = async (
  engine: Pick<Engine, 'store'>,
  table: Table,
  { mutations }: LoggedCommit,
): Promise<RowImage[]> => {
  const columnCount = table.description.primaryKey.length
  const images = new Map<string, RowImage>()
  for (const { key, value } of mutations) {
    if (key[0] !== Space.ROWS || rowKeyEnd(key, columnCount) !== key.length) continue
    images.set(key.toString('latin1'), await imageOfEntry(engine, table, key, value))
  }
  return [...images.values()]
}

/** The image of what stands under a row's key now. */
export const imageOfEntry = async (
  engine: Pick<Engine, 'store'>,
  table: Table,
  key: Buffer,
  value: Buffer | undefined,
): Promise<RowImage> => {
  if (value === undefined) return goneImage(key)
  if (rowKind(value) === RowKind.WHOLE) {
    return imageOfRow(table, key, decodeStoredRow(value, table.names))
  }
  const { store } = engine
  const partition = partitionOf(key)
  const read = { table: table.description.id, partition, keys: [key], pending: false }
  const { head, values } = await store.read(read)
  const current = values[0]
  if (current === undefined) return goneImage(key)
  const { row } = await loadRow(store, table, key, current, 'all', head)
  return imageOfRow(table, key, row)
}

export const imageOfRow = (table: Table, key: Buffer, row: StoredRow): RowImage => {
  const { primaryKey, options } = table.description
  const columns: ImageColumn[] = []
  for (const [index, value] of decodeRowKey(key, primaryKey.length).columns.entries()) {
    columns.push({ name: primaryKey[index]?.name ?? '', value })
  }
  let newest = row.cells.length === 0 ? row.stamp : 0n
  let last: string | undefined
  for (const { name, timestamp, value } of row.cells) {
    if (timestamp > newest) newest = timestamp
    // Versions of a column stand together, the newest first.
    if (name !== last) columns.push({ name, value })
    last = name
  }
  const { timeToLive } = options
  const expiresAt = timeToLive < 0 ? undefined : Number(newest) + timeToLive * 1000
  return { key, columns, expiresAt }
}

const goneImage = (key: Buffer): RowImage => ({ key, columns: undefined, expiresAt: undefined })
