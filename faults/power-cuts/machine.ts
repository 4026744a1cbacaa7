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

  /** A relaxed log may lose the last acknowledged writes. */
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
   * created and dropped all the time and replays are interrupted. The store is compared with the log before
   * and after the replay.
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

  /** Cuts the power: what remains is what the disk and the store have kept, each independently. */
  cutPower(): void {
    this.#files = this.#files.powerCut(this.#random)
    this.#loseBatches()
  }

  /** Ends the process: files stay as they were written, and so does the store. */
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
    // Mostly few writes are lost: with a store at its last flush, every replay would be the same.
    const lost = this.#random.chance(0.5) ? this.#random.below(4) : this.#random.below(1000)
    this.#store = this.#store.afterCrash(Math.max(0, unflushedBatches - lost))
  }
}

/** Starts until the power does not fail during the start; returns how often it failed. */
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
