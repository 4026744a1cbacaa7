import { openFolderObjects } from '@rowhouse/platform'
import { openCommitLog } from '../../log/open-commit-log.js'
import { openEmbeddedPartitionStore } from '../../partitions/embedded-partition-store.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { encodeCounter } from '../../tables/catalog-content.js'
import { counterKey, counterPartition } from '../../tables/catalog-keys.js'
import { type CrashableStore, createCrashableStore } from '@rowhouse/store/testing'
import { type FaultyObjects, faultyObjects } from '../../testing/faulty-objects.js'
import {
  type ManualClock,
  manualClock,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'
import type { BackUpOptions, OtherFile } from '../back-up.js'
import { type BackupPlace, objectPlace } from '../backup-place.js'
import { ContinuousBackup } from '../continuous/continuous-backup.js'
import type { BackupEvent, ContinuousBackupOptions } from '../continuous/continuous-options.js'

export const TABLE = 1
const LOG_DIRECTORY = '/data/log'

export interface Moment {
  /** When the last write was made. */
  readonly at: number
  readonly end: number
  /** Values by key, all in table 1. */
  readonly rows: ReadonlyMap<string, string>
}

export type MachineOptions = Pick<ContinuousBackupOptions, 'retentionMs' | 'baseEveryMs'> & {
  readonly maxLagBytes?: number
}

/**
 * A store with a continuous backup, whose disk, object store and clock a test controls. It records all
 * states that the store has been in.
 */
export class BackedUpMachine {
  readonly clock: ManualClock = manualClock()
  readonly random: SeededRandom
  readonly events: BackupEvent['kind'][] = []
  /** The files of the object store, which no crash of the server damages. */
  readonly objectFiles: SimulatedFiles
  readonly #options: MachineOptions
  readonly #moments: Moment[]
  instances = 'first'
  #files: SimulatedFiles
  #kept: CrashableStore = createCrashableStore()
  #store: PartitionStore | undefined
  #objects: FaultyObjects
  #backup: ContinuousBackup | undefined

  constructor(seed: number, options: MachineOptions) {
    this.random = seededRandom(seed)
    this.#options = options
    this.#files = new SimulatedFiles(seededRandom(seed + 1))
    this.objectFiles = new SimulatedFiles(seededRandom(seed + 2))
    this.#objects = this.#newObjects()
    this.#moments = [{ at: this.clock.now(), end: 0, rows: new Map() }]
  }

  get moments(): readonly Moment[] {
    return this.#moments
  }

  get store(): PartitionStore {
    if (this.#store === undefined) throw new Error('the machine is off')
    return this.#store
  }

  get backup(): ContinuousBackup {
    if (this.#backup === undefined) throw new Error('the machine is off')
    return this.#backup
  }

  get objects(): FaultyObjects {
    return this.#objects
  }

  #backupSource(store: PartitionStore) {
    const { clock } = this
    const source = { store, files: this.#files, logDirectory: LOG_DIRECTORY, clock }
    return { ...source, others: this.#others(), keepsCursor: () => true }
  }

  #others(): readonly OtherFile[] {
    return [{ name: 'instances.json', content: Buffer.from(this.instances) }]
  }

  /** Without faults. */
  get plainObjects() {
    return openFolderObjects(this.objectFiles, '/store')
  }

  /** A place for whole backups in its object store. */
  get place(): BackupPlace {
    return objectPlace(this.#objects, 'the bucket', this.random)
  }

  /** For a whole backup to that place, or an increment. */
  get wholeBackup(): BackUpOptions {
    return { ...this.#backupSource(this.store), place: this.place, keepsLog: true }
  }

  async start(): Promise<void> {
    const { clock, random } = this
    const { maxLagBytes = 1_000_000 } = this.#options
    const log = await openCommitLog({
      files: this.#files,
      directory: LOG_DIRECTORY,
      clock,
      random,
      segmentBytes: 2000,
      preallocateBytes: 300,
      maxLagBytes,
    })
    const store = this.#kept
    this.#store = await openEmbeddedPartitionStore({
      log,
      store,
      cacheBytes: 0,
      checkpointBytes: 3000,
    })
    this.#backup = new ContinuousBackup({
      ...this.#options,
      ...this.#backupSource(this.#store),
      fileBytes: 100,
      objects: this.#objects,
      random,
      others: async () => this.#others(),
      onEvent: ({ kind }) => this.events.push(kind),
    })
    if (this.#moments.length === 1) await this.#giveTable()
  }

  /** The process is killed, maybe by a power cut; the next one opens what is left. */
  async crash(): Promise<void> {
    this.#objects.kill()
    this.#objects = this.#newObjects()
    const isPowerCut = this.random.chance(0.5)
    this.#files = isPowerCut ? this.#files.powerCut(this.random) : this.#files.kill()
    this.#kept = this.#kept.afterCrash(this.random.below(this.#kept.unflushedBatches + 1))
    await this.start()
  }

  async put(key: string, value: string): Promise<void> {
    await this.#write(key, Buffer.from(value), (rows) => rows.set(key, value))
  }

  async remove(key: string): Promise<void> {
    await this.#write(key, undefined, (rows) => rows.delete(key))
  }

  async removeRange(start: string, end: string): Promise<void> {
    this.clock.advance(1 + this.random.below(400))
    await this.store.deleteRange(TABLE, Buffer.from(start), Buffer.from(end))
    this.#remember((rows) => {
      for (const key of rows.keys()) if (key >= start && key < end) rows.delete(key)
    })
  }

  /** The state that was the newest at a time. */
  at(time: number): Moment | undefined {
    return this.#moments.findLast(({ at }) => at <= time)
  }

  #newObjects(): FaultyObjects {
    return faultyObjects(openFolderObjects(this.objectFiles, '/store'), this.random)
  }

  /** The catalogue must have given id 1 to a table. */
  async #giveTable(): Promise<void> {
    const mutations = [{ key: counterKey, value: encodeCounter(TABLE + 1) }]
    await this.store.commit({ table: 0, partition: counterPartition, mutations, ...PLAIN })
  }

  async #write(
    key: string,
    value: Buffer | undefined,
    change: (rows: Map<string, string>) => void,
  ): Promise<void> {
    this.clock.advance(1 + this.random.below(400))
    const mutations = [{ key: Buffer.from(key), value }]
    await this.store.commit({ table: TABLE, partition: Buffer.from(key), mutations, ...PLAIN })
    this.#remember(change)
  }

  #remember(change: (rows: Map<string, string>) => void): void {
    const rows = new Map(this.#moments.at(-1)?.rows)
    change(rows)
    this.#moments.push({ at: this.clock.now(), end: this.store.visibleEnd, rows })
  }
}

const PLAIN = { expectedHead: undefined, token: undefined, record: undefined } as const
