import {
  type CommitLog,
  type LogAgreement,
  type OpenEngine,
  openCommitLog,
  openEmbeddedPartitionStore,
  openEngine,
  verifyLog,
} from '@rowhouse/engine'
import type { KeyValueStore } from '@rowhouse/store'
import {
  type ManualClock,
  manualClock,
  PowerCutError,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'
import { type MachineStore, type MachineStoreKind, machineStore } from './machine-store.js'

const NEVER_MS = 2 ** 31 - 1

export interface MachineOptions {
  /** The log may lose the last acknowledged writes. */
  readonly isRelaxed?: boolean
  readonly store?: MachineStoreKind
}

export interface Started {
  readonly engine: OpenEngine
  readonly agreement: LogAgreement
}

/** A disk and a store that lose what was not synced or flushed, and an engine started on them. */
export class Machine {
  readonly clock: ManualClock = manualClock()
  readonly #random: SeededRandom
  readonly #isRelaxed: boolean
  readonly #kept: MachineStore
  #files: SimulatedFiles
  #store: KeyValueStore | undefined

  constructor(random: SeededRandom, options: MachineOptions = {}) {
    this.#random = random
    this.#isRelaxed = options.isRelaxed ?? false
    this.#kept = machineStore(options.store ?? 'memory')
    this.#files = new SimulatedFiles(seededRandom(random.below(2 ** 32)))
  }

  /** How many times as many calls of files it makes, compared with a store that makes none. */
  get fileCalls(): number {
    return this.#kept.fileCalls
  }

  get files(): SimulatedFiles {
    return this.#files
  }

  /**
   * Opens an engine. Log, store, checkpoints and the batches of a replay are small, so that segments are
   * created and dropped all the time and replays are interrupted. The store is compared with the log before
   * and after the replay.
   */
  async start(): Promise<Started> {
    const log = await openCommitLog({
      files: this.#files,
      directory: '/data/log',
      clock: this.clock,
      random: seededRandom(this.#random.below(2 ** 32)),
      segmentBytes: 24_000,
      preallocateBytes: 1_000,
      relaxed: this.#isRelaxed,
    })
    const store = await this.#kept.open(this.#files, this.clock)
    this.#store = store
    try {
      return await this.#startOn(log, store)
    } catch (error) {
      await store.close().catch(() => {})
      throw error
    }
  }

  async #startOn(log: CommitLog, store: KeyValueStore): Promise<Started> {
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
      clock: this.clock,
      random: seededRandom(this.#random.below(2 ** 32)),
      options: { backgroundIntervalMs: NEVER_MS },
    })
    return { engine, agreement }
  }

  /** Cuts the power: what remains is what the disk and the store have kept, each independently. */
  cutPower(): void {
    this.#files = this.#files.powerCut(this.#random)
    this.#kept.crash(this.#random)
  }

  /** Ends the process: files stay as they were written, and so does the store. */
  kill(): void {
    this.#files = this.#files.kill()
    this.#kept.crash(this.#random)
  }

  /** The numbers of the tables that have entries in the store. */
  async storedTables(): Promise<ReadonlySet<number>> {
    if (this.#store === undefined) throw new Error('the machine is off')
    const [start, end] = [Buffer.alloc(0), Buffer.alloc(4, 0xff)]
    const iterator = this.#store.iterate({ start, end, reverse: false, batchEntries: 512 })
    const tables = new Set<number>()
    for (let entries = await iterator.next(); entries.length > 0; entries = await iterator.next())
      for (const { key } of entries) tables.add(key.readUInt32BE(0))
    await iterator.close()
    return tables
  }
}

/** Starts until the power does not fail during the start; returns how often it failed. */
export const startThroughCuts = async (machine: Machine, random: SeededRandom): Promise<number> => {
  let cuts = 0
  while (random.chance(0.35)) {
    machine.files.cutAfter(1 + random.below(25 * machine.fileCalls))
    await machine.start().then(
      ({ engine }) => engine.close().catch(() => {}),
      (error: unknown) => {
        if (!isPowerCut(error)) throw error
      },
    )
    machine.cutPower()
    cuts++
  }
  return cuts
}

const isPowerCut = (error: unknown): boolean =>
  error instanceof PowerCutError || (error instanceof Error && isPowerCut(error.cause))
