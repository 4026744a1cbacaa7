import { limits } from '@rowhouse/protocol'
import { CATALOG_TABLE } from '../keys/spaces.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { Clock } from '../platform/clock.js'
import type { Files } from '../platform/files.js'
import { Slice } from '../platform/slice.js'
import { DATA_FORMAT } from '../store/data-folder.js'
import { readCatalog } from '../tables/catalog-content.js'
import { BackupError } from './backup-error.js'
import {
  type BackupCursor,
  type BackupFile,
  type BackupManifest,
  storeBackupManifest,
} from './backup-manifest.js'
import { copyLog } from './copy-log.js'
import { EntryFilesWriter } from './entry-files.js'
import { SummedFile } from './summed-file.js'

export interface BackUpOptions {
  readonly store: PartitionStore
  readonly files: Files
  readonly clock: Clock
  /** Of the store that is backed up. */
  readonly logDirectory: string
  /** Where the backup goes: a folder that is empty, or not there. */
  readonly directory: string
  /** Files to take along, such as the instances and their keys. */
  readonly others: readonly { readonly name: string; readonly content: Buffer }[]
  /** Followers whose work is in the store keep their place; the others begin anew after a restore. */
  readonly keepsCursor: (name: string) => boolean
  readonly onProgress?: (progress: BackupProgress) => void
}

export interface BackupProgress {
  readonly entries: number
  readonly bytes: number
}

/** The name under which a backup holds on to the log. */
export const BACKUP_CURSOR = 'backup'
const FIRST_KEY = Buffer.of(0x00)
const LAST_KEY = Buffer.of(0xff)

/**
 * Copies a store that is in use. The entries of each table are read at some moment, one table after
 * the other, and the log from before the first moment to behind the last one comes along: replayed
 * over them it makes one state of all, the one at its end. One backup at a time.
 */
export async function backUp(options: BackUpOptions): Promise<BackupManifest> {
  const { store, files, directory, clock } = options
  await makeEmptyFolder(files, directory)
  const createdAt = clock.now()
  const from = store.visibleEnd
  const cursors = keptCursors(options)
  const wanted = cursors.reduce((least, { position }) => Math.min(least, position), from)
  await store.setCursor(BACKUP_CURSOR, wanted)
  try {
    const copied = await copyEntries(options)
    const end = store.visibleEnd
    await store.synced()
    const log = await copyLog({ ...options, wanted, from, end })
    const others: BackupFile[] = []
    for (const other of options.others) others.push(await writeOther(options, other))
    const manifest = {
      dataFormat: DATA_FORMAT,
      createdAt,
      from,
      end: log.end,
      logStart: log.start,
      cursors,
      entries: copied.entries,
      files: [...copied.files, ...log.files, ...others],
    }
    await storeBackupManifest(files, directory, manifest)
    return manifest
  } finally {
    await store.removeCursor(BACKUP_CURSOR)
  }
}

async function makeEmptyFolder(files: Files, directory: string): Promise<void> {
  const [name] = await files.list(directory)
  if (name !== undefined) {
    throw new BackupError(`${directory} is not empty (${name}); choose another folder`)
  }
  await files.makeDirectory(directory)
}

function keptCursors({ store, keepsCursor }: BackUpOptions): BackupCursor[] {
  return [...store.cursors()]
    .filter(([name]) => name !== BACKUP_CURSOR && keepsCursor(name))
    .map(([name, position]) => ({ name, position }))
}

async function copyEntries(
  options: BackUpOptions,
): Promise<{ readonly files: readonly BackupFile[]; readonly entries: number }> {
  const { store, files, directory } = options
  // Tables that come later stand in the log whole, and no table has a number above the next one's.
  const { nextTableId } = await readCatalog(store)
  const writer = new EntryFilesWriter(files, directory)
  try {
    for (let table = CATALOG_TABLE; table < nextTableId; table++) {
      await copyTable(options, table, writer)
    }
    return { files: await writer.finish(), entries: writer.entries }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

async function copyTable(
  { store, clock, onProgress }: BackUpOptions,
  table: number,
  writer: EntryFilesWriter,
): Promise<void> {
  const range = { table, start: FIRST_KEY, end: LAST_KEY, reverse: false }
  const scan = store.scan({ ...range, expectedEntries: limits.BACKUP_SCAN_ENTRIES })
  const slice = new Slice(clock)
  try {
    for (let found = await scan.next(); found.length > 0; found = await scan.next()) {
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

async function writeOther(
  { files, directory }: BackUpOptions,
  { name, content }: { readonly name: string; readonly content: Buffer },
): Promise<BackupFile> {
  const file = await SummedFile.create(files, directory, 'other', name)
  try {
    await file.append(content)
  } catch (error) {
    await file.abandon()
    throw error
  }
  return file.finish()
}
