import { decodeChangeRecord } from '../log/change-record.js'
import type { CommitLog } from '../log/commit-log.js'
import { MANIFEST_NAME } from '../log/log-manifest.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { decodeCommits, decodeMutations } from '../partitions/commit-record.js'
import { TABLE_BYTES, withoutTable } from '../partitions/store-key.js'
import type { Clock, Files } from '@rowhouse/platform'
import {
  DataFolderError,
  type Entry,
  FORMAT_NAME,
  type KeyValueStore,
  openDataFolder,
  openStoreFolder,
  STAMP_KEY,
} from '@rowhouse/store'
import { EntryChecker } from './check-entry.js'
import { DamageList } from './damage-list.js'

export interface FolderVerification {
  readonly log: LogContent
  readonly store: StoreContent
  readonly damages: number
  /** Descriptions of the first damages. */
  readonly named: readonly string[]
}

export interface LogContent {
  readonly start: number
  readonly end: number
  readonly records: number
}

export interface StoreContent {
  readonly entries: number
  readonly rows: number
  readonly tables: number
  /** The instances of the tables. */
  readonly instances: readonly string[]
  /** Entries of tables that are not in the catalogue: they take space but are never read. */
  readonly orphans: number
}

export interface VerifyOptions {
  readonly files: Files
  readonly clock: Clock
  readonly directory: string
}

const ENTRIES_AT_ONCE = 1024
const BEHIND_ALL = Buffer.alloc(6, 0xff)

/**
 * Reads the whole commit log and store of a data folder and verifies every checksum. No other process may
 * have the folder open. It is opened as at a start, but nothing is replayed.
 */
export async function verifyDataFolder(options: VerifyOptions): Promise<FolderVerification> {
  const { files, directory } = options
  // Opening would create a data folder.
  if (!(await files.list(directory)).includes(FORMAT_NAME)) {
    throw new DataFolderError('not ours', `The folder ${directory} holds no Rowhouse data.`)
  }
  const folder = await openDataFolder(options)
  const damages = new DamageList()
  try {
    const reached = { checkpointed: 0, end: 0, isKnown: false }
    const log = await verifyLogFolder(options, folder.logDirectory, damages, reached)
    const store = await verifyStoreFolder(folder.storeDirectory, options, damages, reached)
    return { log, store, damages: damages.count, named: damages.named }
  } finally {
    await folder.release()
  }
}

interface Reached {
  /** Set if the log could be opened, and so tells how far the store must be. */
  isKnown: boolean
  checkpointed: number
  /** The store must not be ahead of this position. */
  end: number
}

async function verifyLogFolder(
  { files, clock }: VerifyOptions,
  directory: string,
  damages: DamageList,
  reached: Reached,
): Promise<LogContent> {
  const nothing = { start: 0, end: 0, records: 0 }
  if (!(await files.list(directory)).includes(MANIFEST_NAME)) {
    damages.add(`the commit log in ${directory} has no manifest`)
    return nothing
  }
  let log: CommitLog
  try {
    log = await openCommitLog({ files, clock, directory })
  } catch (error) {
    damages.addError('the commit log cannot be opened', error)
    return nothing
  }
  reached.isKnown = true
  reached.checkpointed = log.checkpointed
  reached.end = log.durableEnd
  const content = { start: log.start, end: log.durableEnd, records: 0 }
  try {
    for await (const { position, payload } of log.read(log.start)) {
      content.records++
      checkRecord(position, payload, damages)
    }
  } catch (error) {
    damages.addError('the commit log cannot be read to its end', error)
  } finally {
    await log.close()
  }
  return content
}

function checkRecord(position: number, payload: Buffer, damages: DamageList): void {
  try {
    for (const _ of decodeMutations(payload));
    for (const { record } of decodeCommits(payload)) {
      if (record !== undefined) decodeChangeRecord(record)
    }
  } catch (error) {
    damages.addError(`the record of the log at ${position}`, error)
  }
}

async function verifyStoreFolder(
  path: string,
  { files, clock }: VerifyOptions,
  damages: DamageList,
  reached: Reached,
): Promise<StoreContent> {
  const checker = new EntryChecker()
  let entries = 0
  try {
    const { store } = await openStoreFolder({ files, clock, directory: path })
    try {
      await checkApplied(store, damages, reached)
      await store.verify?.()
      for await (const entry of entriesOf(store)) {
        entries++
        checkOne(checker, entry, damages)
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof DataFolderError && error.reason === 'lacks package') throw error
    damages.addError('the store cannot be read to its end', error)
  }
  const { rows, tables, instances, orphans } = checker
  return { entries, rows, tables, instances: [...instances], orphans }
}

function checkOne(checker: EntryChecker, { key, value }: Entry, damages: DamageList): void {
  const table = key.readUInt32BE(0)
  const problem = checker.check(table, withoutTable(key), value)
  if (problem === undefined) return
  damages.add(`table ${table}, key ${key.toString('hex', TABLE_BYTES)}: ${problem}`)
}

async function checkApplied(
  store: KeyValueStore,
  damages: DamageList,
  { isKnown, checkpointed, end }: Reached,
): Promise<void> {
  const applied = (await store.stamp()) ?? 0
  if (!isKnown) return
  if (applied < checkpointed)
    damages.add(
      `the store ends at ${applied}, and the log says that ${checkpointed} was safe in it`,
    )
  if (applied > end)
    damages.add(`the log ends at ${end}, and the store has everything up to ${applied}`)
}

async function* entriesOf(store: KeyValueStore): AsyncGenerator<Entry> {
  const iterator = store.iterate({
    start: Buffer.alloc(0),
    end: BEHIND_ALL,
    reverse: false,
    batchEntries: ENTRIES_AT_ONCE,
  })
  try {
    for (let found = await iterator.next(); found.length > 0; found = await iterator.next()) {
      for (const entry of found) if (!entry.key.equals(STAMP_KEY)) yield entry
    }
  } finally {
    await iterator.close()
  }
}
