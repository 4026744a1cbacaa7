import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { type EngineSetup, type OpenEngine, openEngine } from '../open-engine.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { createMemoryStore } from '@rowhouse/store'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'

/** The embedded store as `--ephemeral` runs it, only in memory. */
export const openMemoryStore = (): Promise<PartitionStore> =>
  openEmbeddedPartitionStore({
    log: createMemoryCommitLog(),
    store: createMemoryStore(),
    cacheBytes: 1 << 20,
  })

export interface MemoryEngine {
  readonly engine: OpenEngine
  readonly store: PartitionStore
  readonly clock: ManualClock
  /** A second engine over the same store, as after a restart. */
  reopen(): Promise<OpenEngine>
}

/**
 * An engine over the embedded store with all of its data in memory, and a clock that the test
 * moves.
 */
export const openMemoryEngine = async (
  options: EngineSetup['options'] = {},
  clock: ManualClock = manualClock(),
): Promise<MemoryEngine> => {
  const store = await openMemoryStore()
  const open = (): Promise<OpenEngine> => openEngine({ store, clock, options })
  return { engine: await open(), store, clock, reopen: open }
}
