import { CATALOG_TABLE } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { type Clock, type ObjectStore, Slice } from '@rowhouse/platform'
import { readCatalog } from '../tables/catalog-content.js'
import type { BackupFile } from './backup-manifest.js'
import { EntryFilesWriter } from './entry-files.js'

export interface CopyEntriesOptions {
  readonly store: PartitionStore
  readonly clock: Clock
  readonly objects: ObjectStore
  /** The prefix of all object names. */
  readonly prefix: string
  /** An object that is larger is followed by another. */
  readonly fileBytes?: number | undefined
  /** Where an interrupted copy stopped. */
  readonly resume?: EntriesProgress | undefined
  /** Called whenever another object is complete. */
  readonly onFile?: (progress: EntriesProgress) => void
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  /** Called regularly; true ends the copy with CopyStoppedError. */
  readonly isStopped?: () => boolean
}

export interface BackupProgress {
  readonly entries: number
  readonly bytes: number
}

/** The objects that are complete, and the last key in them. */
export interface EntriesProgress {
  readonly files: readonly BackupFile[]
  readonly entries: number
  readonly last: { readonly table: number; readonly key: Buffer } | undefined
}

export class CopyStoppedError extends Error {
  constructor() {
    super('the copy was stopped')
    this.name = 'CopyStoppedError'
  }
}

const FIRST_KEY = Buffer.of(0x00)
const LAST_KEY = Buffer.of(0xff)
const NEXT = Buffer.of(0x00)

/** Copies all entries in key order, each table as of its own moment. */
export async function copyEntries(options: CopyEntriesOptions): Promise<EntriesProgress> {
  const { store, resume } = options
  // Tables that are created later are in the log completely, and all ids are below the next one.
  const { nextTableId } = await readCatalog(store)
  const writer = new EntryFilesWriter(options)
  try {
    const last = resume?.last
    for (let table = last?.table ?? CATALOG_TABLE; table < nextTableId; table++) {
      const isBegun = last !== undefined && table === last.table
      const start = isBegun ? Buffer.concat([last.key, NEXT]) : FIRST_KEY
      await copyTable(options, table, start, writer)
    }
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function copyTable(
  { store, clock, onProgress, isStopped }: CopyEntriesOptions,
  table: number,
  start: Buffer,
  writer: EntryFilesWriter,
): Promise<void> {
  const range = { table, start, end: LAST_KEY, reverse: false }
  const scan = store.scan({ ...range, expectedEntries: engineLimits.BACKUP_SCAN_ENTRIES })
  const slice = new Slice(clock)
  try {
    for (let found = await scan.next(); found.length > 0; found = await scan.next()) {
      if (isStopped?.() === true) throw new CopyStoppedError()
      for (const { key, value } of found) {
        await writer.add(table, key, value)
        if (slice.isOver()) await slice.next()
      }
      onProgress?.({ entries: writer.entries, bytes: writer.bytes })
    }
  } finally {
    await scan.close()
  }
}
