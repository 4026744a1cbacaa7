import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { type CommitLogOptions, openCommitLog } from '../log/open-commit-log.js'
import {
  type Clock,
  type Files,
  type FolderLostError,
  FolderWatch,
  type WorkTurns,
} from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { createMemoryStore, openDataFolder, openStoreFolder, type StoreKind } from '@rowhouse/store'
import type { StallChange } from './applier.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { PartitionStore } from './partition-store.js'

const MIB = 1_048_576
/** Our own store caches blocks in its memory; RocksDB's block cache is small and fixed. */
const ROW_CACHE_PART = { rocksdb: 1 / 2, lsm: 1 / 4 } as const

export type OpenStoreOptions = FolderStoreOptions | EphemeralStoreOptions

export interface EphemeralStoreOptions {
  readonly ephemeral: true
  readonly turns?: WorkTurns | undefined
}

export interface FolderStoreOptions {
  readonly directory: string
  readonly files: Files
  readonly clock: Clock
  /** Work of the store that may be long shares them with that of the engine. */
  readonly turns?: WorkTurns | undefined
  /** Bytes for rows: one part for the row cache, the rest for the store. */
  readonly memoryBudget: number
  /** The kind of a new store; the store of an existing folder must be of this kind. */
  readonly storeKind?: StoreKind | undefined
  /** With `relaxed`, acknowledged writes survive the process, but a power cut may lose the last of them. */
  readonly durability: 'strict' | 'relaxed'
  /** Called after each sync of the commit log with the milliseconds that it took. */
  readonly onSync?: CommitLogOptions['onSync']
  /** Called when the wall clock jumps far ahead while there are writes, and when it jumps back. */
  readonly onClockChange?: CommitLogOptions['onClockChange']
  /**
   * Called once when the data folder is no longer the one that this process has open; writes fail from then
   * on.
   */
  readonly onLost?: (error: FolderLostError) => void
  /** Called when the store stalls, so that writes are refused, and when it has recovered. */
  readonly onStall?: StallChange
  readonly checkpointBytes?: number
}

/**
 * Opens the partition store of one machine: in a data folder, or in memory, which ends with the process.
 */
export function openStore(options: OpenStoreOptions): Promise<PartitionStore> {
  return 'ephemeral' in options ? openEphemeralStore(options) : openFolderStore(options)
}

function openEphemeralStore({ turns }: EphemeralStoreOptions): Promise<PartitionStore> {
  return openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: createMemoryStore(undefined, turns),
    cacheBytes: 0,
    // There is nothing to flush: a checkpoint only trims the log.
    checkpointBytes: MIB,
  })
}

/** Opens data folder, commit log and RocksDB; only one process may have a folder open. */
async function openFolderStore(options: FolderStoreOptions): Promise<PartitionStore> {
  const { files, clock, directory } = options
  const kept = memoryForCaches(options.memoryBudget)
  const opened = new OpenedParts()
  try {
    const folder = await openDataFolder({ files, directory, clock })
    opened.add(folder.release)
    // The store opens before the log: RocksDB's own lock also keeps out who cannot see the folder's lock.
    const { store, kind } = await openStoreFolder({
      files,
      clock,
      turns: options.turns,
      directory: folder.storeDirectory,
      kind: options.storeKind,
      memoryBytes: (kindFound) => Math.floor(kept * (1 - ROW_CACHE_PART[kindFound])),
    })
    opened.add(() => store.close())
    const replayFrom = await store.stamp()
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
      cacheBytes: Math.floor(kept * ROW_CACHE_PART[kind]),
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

const memoryForCaches = (budget: number): number =>
  budget - Math.min(budget * engineLimits.WORKING_PART, engineLimits.WORKING_BYTES_MAX)

/** The parts that are open, to close them when opening the next one fails. */
class OpenedParts {
  readonly #closers: (() => Promise<void>)[] = []

  add(closer: () => Promise<void>): void {
    this.#closers.push(closer)
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.toReversed()) await closer().catch(() => {})
  }
}
