import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { type PartitionLayout, decodeLayout } from './partitions/partition-layout.js'
import type { Entry } from '@rowhouse/store'
import { parseCatalogKey } from './catalog-keys.js'
import { decodeCatalogRecord, encodeCatalogRecord } from './catalog-record.js'
import { decodeDescription } from './description-codec.js'
import { entriesOf } from './entries-of.js'
import type { TableDescription } from './table-description.js'

/** A dropped table whose data still has to be removed. */
export interface DroppedTable {
  readonly instance: string
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly droppedAt: number
}

/** A table that got a time to live after it had rows: older rows lack expiry entries. */
export interface ExpiryBackfill {
  readonly instance: string
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly since: number
  /** The row key to continue from; undefined for the first row. */
  readonly next: Buffer | undefined
}

export interface CatalogContent {
  readonly descriptions: TableDescription[]
  readonly drops: DroppedTable[]
  readonly backfills: ExpiryBackfill[]
  /** By table id; a table without an entry has the partitions that it was created with. */
  readonly layouts: Map<number, PartitionLayout>
  nextTableId: number
}

export const encodeDrop = (drop: DroppedTable): Buffer =>
  encodeCatalogRecord({ droppedAt: drop.droppedAt })

export const encodeBackfill = (backfill: ExpiryBackfill): Buffer =>
  encodeCatalogRecord({ since: backfill.since, next: backfill.next })

export const encodeCounter = (next: number): Buffer => encodeCatalogRecord({ next })

/** Reads the whole catalogue table. */
export const readCatalog = async (store: PartitionStore): Promise<CatalogContent> => {
  const content = emptyCatalog()
  const start = Buffer.from([Space.ROWS])
  const end = Buffer.from([Space.ROWS + 1])
  for await (const entry of entriesOf(store, CATALOG_TABLE, start, end))
    readCatalogEntry(content, entry)
  return content
}

export const emptyCatalog = (): CatalogContent => ({
  descriptions: [],
  drops: [],
  backfills: [],
  layouts: new Map(),
  nextTableId: 1,
})

/** Throws when the entry is damaged. */
export const readCatalogEntry = (content: CatalogContent, { key, value }: Entry): void => {
  const parsed = parseCatalogKey(key)
  const record = decodeCatalogRecord(value)
  switch (parsed.kind) {
    case 'counter':
      content.nextTableId = record.member('next').number()
      return
    case 'table':
      content.descriptions.push(decodeDescription(value))
      return
    case 'partitions':
      content.layouts.set(parsed.id, decodeLayout(value))
      return
    case 'drop':
      content.drops.push({
        instance: parsed.instance,
        id: parsed.id,
        droppedAt: record.member('droppedAt').number(),
      })
      return
    case 'backfill':
      content.backfills.push({
        instance: parsed.instance,
        id: parsed.id,
        since: record.member('since').number(),
        next: record.member('next').optional((key) => key.bytes()),
      })
  }
}
