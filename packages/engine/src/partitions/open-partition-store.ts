import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { type CommitLogOptions, openCommitLog } from '../log/open-commit-log.js'
import { type Clock, type Files, type FolderLostError, FolderWatch } from '@rowhouse/platform'
import { createMemoryStore, openDataFolder, openRocksDbStore } from '@rowhouse/store'
import type { StallChange } from './applier.js'
import { readAppliedPosition } from './applied-position.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { PartitionStore } from './partition-store.js'

const MIB = 1_048_576
const WRITE_BUFFER_BYTES_MIN = 4 * MIB
const WRITE_BUFFER_BYTES_MAX = 64 * MIB

export type OpenStoreOptions = FolderStoreOptions | { readonly ephemeral: true }

export interface FolderStoreOptions {
  readonly directory: string
  readonly files: Files
  readonly clock: Clock
  /** Bytes for rows: half is the row cache, a quarter the store's write buffers, the rest its indexes. */
  readonly memoryBudget: number
  /** Relaxed: acknowledged writes survive the process, and a power cut may lose the last of them. */
  readonly durability: 'strict' | 'relaxed'
  /** Told how long each sync of the commit log took, in milliseconds. */
  readonly onSync?: CommitLogOptions['onSync']
  /** Told when the wall clock jumps far ahead while there are writes, and when that is taken back. */
  readonly onClockChange?: CommitLogOptions['onClockChange']
  /** Called once when the data folder is no longer the one that this process has open: writes fail. */
  readonly onLost?: (error: FolderLostError) => void
  /** Told when the store is stuck and writes are refused, and when it goes on. */
  readonly onStall?: StallChange
  readonly checkpointBytes?: number
}

/** The partition store of one machine: on a data folder, or in memory and gone with the process. */
export function openStore(options: OpenStoreOptions): Promise<PartitionStore> {
  return 'ephemeral' in options ? openEphemeralStore() : openFolderStore(options)
}

function openEphemeralStore(): Promise<PartitionStore> {
  return openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: createMemoryStore(),
    cacheBytes: 0,
    // There is nothing to flush: a checkpoint only trims the log.
    checkpointBytes: MIB,
  })
}

/** Data folder, commit log and RocksDB put together; only one process may have a folder open. */
async function openFolderStore(options: FolderStoreOptions): Promise<PartitionStore> {
  const { files, clock, directory, memoryBudget } = options
  const opened = new OpenedParts()
  try {
    const folder = await openDataFolder({ files, directory, clock })
    opened.add(folder.release)
    // Before the log: the store's own lock is kept by the system, so nobody else changes the log now.
    const store = await openRocksDbStore({
      path: folder.storeDirectory,
      writeBufferBytes: writeBufferBytes(memoryBudget),
    })
    opened.add(() => store.close())
    const replayFrom = await readAppliedPosition(store)
    await files.makeDirectory(folder.logDirectory)
    const watch = await FolderWatch.start({
      files,
      clock,
      anchor: folder.formatFile,
      folders: [directory, folder.logDirectory, folder.storeDirectory],
      onLost: options.onLost ?? (() => {}),
    })
    opened.add(() => watch.stop())
    const log = await openCommitLog({
      files,
      clock,
      directory: folder.logDirectory,
      relaxed: options.durability === 'relaxed',
      check: () => watch.check(),
      ...(replayFrom !== undefined && { replayFrom }),
      ...(options.onSync && { onSync: options.onSync }),
      ...(options.onClockChange && { onClockChange: options.onClockChange }),
    })
    opened.add(() => log.close())
    return await openEmbeddedPartitionStore({
      log,
      store,
      cacheBytes: Math.floor(memoryBudget / 2),
      ...(options.checkpointBytes && { checkpointBytes: options.checkpointBytes }),
      onStall: options.onStall,
      check: () => watch.check(),
      onClosed: async () => {
        await watch.stop()
        await folder.release()
      },
    })
  } catch (error) {
    await opened.close()
    throw error
  }
}

function writeBufferBytes(memoryBudget: number): number {
  const share = Math.floor(memoryBudget / 8)
  return Math.max(WRITE_BUFFER_BYTES_MIN, Math.min(share, WRITE_BUFFER_BYTES_MAX))
}

/** What is open already when opening the next part fails. */
class OpenedParts {
  readonly #closers: (() => Promise<void>)[] = []

  add(closer: () => Promise<void>): void {
    this.#closers.push(closer)
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.toReversed()) await closer().catch(() => {})
  }
}
