import {
  type LogAgreement,
  type OpenEngine,
  openCommitLog,
  openEmbeddedPartitionStore,
  openEngine,
  verifyLog,
} from '@rowhouse/engine'
import { type CrashableStore, createCrashableStore } from '@rowhouse/store/testing'
import {
  type ManualClock,
  manualClock,
  PowerCutError,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'

const NEVER_MS = 2 ** 31 - 1

/** A disk and a store that lose what was not synced or flushed, and an engine started on them. */
export class Machine {
  readonly clock: ManualClock = manualClock()
  readonly #random: SeededRandom
  #files: SimulatedFiles
  #store: CrashableStore = createCrashableStore()

  readonly #isRelaxed: boolean

  /** A relaxed log may lose the end of what it has acknowledged. */
  constructor(random: SeededRandom, isRelaxed = false) {
    this.#random = random
    this.#isRelaxed = isRelaxed
    this.#files = new SimulatedFiles(seededRandom(random.below(2 ** 32)))
  }

  get files(): SimulatedFiles {
    return this.#files
  }

  /**
   * Opens an engine. Log, store, checkpoints and the batches of a replay are small, so that segments are
   * made and dropped all the time, and replays end in the middle; where the store stands is held against
   * the log before and after the replay.
   */
  async start(): Promise<{ readonly engine: OpenEngine; readonly agreement: LogAgreement }> {
    const { clock } = this
    const store = this.#store
    const log = await openCommitLog({
      files: this.#files,
      directory: '/data/log',
      clock,
      random: seededRandom(this.#random.below(2 ** 32)),
      segmentBytes: 24_000,
      preallocateBytes: 1_000,
      relaxed: this.#isRelaxed,
    })
    await verifyLog(log, store)
    const partitions = await openEmbeddedPartitionStore({
      log,
      store,
      cacheBytes: 20_000,
      checkpointBytes: 6_000,
      replayBatchBytes: 1_500,
    })
    const agreement = await verifyLog(log, store)
    const engine = await openEngine({
      store: partitions,
      clock,
      random: seededRandom(this.#random.below(2 ** 32)),
      options: { backgroundIntervalMs: NEVER_MS },
    })
    return { engine, agreement }
  }

  /** The power is gone: what is left is as the disk and the store have kept it, each for itself. */
  cutPower(): void {
    this.#files = this.#files.powerCut(this.#random)
    this.#loseBatches()
  }

  /** The process is gone: files stay as they were written, the store has no buffers of the system. */
  kill(): void {
    this.#files = this.#files.kill()
    this.#loseBatches()
  }

  /** The numbers of the tables that have entries in the store. */
  async storedTables(): Promise<ReadonlySet<number>> {
    const [start, end] = [Buffer.alloc(0), Buffer.alloc(4, 0xff)]
    const iterator = this.#store.iterate({ start, end, reverse: false, batchEntries: 512 })
    const tables = new Set<number>()
    for (let entries = await iterator.next(); entries.length > 0; entries = await iterator.next())
      for (const { key } of entries) tables.add(key.readUInt32BE(0))
    await iterator.close()
    return tables
  }

  #loseBatches(): void {
    const { unflushedBatches } = this.#store
    // Mostly few are lost: a store that always falls back to its last flush would be replayed alike.
    const lost = this.#random.chance(0.5) ? this.#random.below(4) : this.#random.below(1000)
    this.#store = this.#store.afterCrash(Math.max(0, unflushedBatches - lost))
  }
}

/** Starts as often as it takes when the power fails during the start too; answers how often it did. */
export const startThroughCuts = async (machine: Machine, random: SeededRandom): Promise<number> => {
  let cuts = 0
  while (random.chance(0.35)) {
    machine.files.cutAfter(1 + random.below(25))
    await machine.start().then(
      ({ engine }) => engine.close().catch(() => {}),
      (error: unknown) => {
        if (!(error instanceof PowerCutError)) throw error
      },
    )
    machine.cutPower()
    cuts++
  }
  return cuts
}
