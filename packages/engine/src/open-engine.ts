import { NameCache } from '@rowhouse/protocol'
import { createCapacityMeter } from './capacity/capacity-meter.js'
import { Throttle } from './capacity/throttle.js'
import { type Engine, type EngineOptions, defaultEngineOptions } from './engine.js'
import { type BackfillFigures, createExpiryBackfillWorker } from './expiry/expiry-backfill.js'
import { type ExpiryFigures, createExpiryWorker } from './expiry/expiry-worker.js'
import { chargingIndexRows } from './indexes/charge-index-row.js'
import { createSecondaryIndexes } from './indexes/create-secondary-indexes.js'
import { engineLimits } from './limits.js'
import { UNCOUNTED_MEMORY } from './memory/request-memory.js'
import { createPartitionLocks } from './partitions/partition-locks.js'
import type { PartitionStore } from './partitions/partition-store.js'
import {
  type Clock,
  LentMemory,
  type Pace,
  type Random,
  startPeriodicTask,
  systemClock,
  systemRandom,
  WorkTurns,
} from '@rowhouse/platform'
import { ClockJumps } from './log/clock-jumps.js'
import { PlainUpdateEncoder } from './rows/writing/plain-update-encoder.js'
import { PlainWriteEncoder } from './rows/writing/plain-write-encoder.js'
import { type PartitionFigures, PartitionKeeper } from './capacity/partitions/partition-keeper.js'
import type { PartitionNotice } from './capacity/partitions/partition-notice.js'
import { PartitionTraffic } from './capacity/partitions/partition-traffic.js'
import { createDroppedTableSweeper } from './tables/dropped-table-sweeper.js'
import { PageWriters } from './rows/reading/page-writers.js'
import { createRowScratch } from './rows/reading/row-scratch.js'
import { type StoredCatalog, openCatalog } from './tables/stored-catalog.js'
import { InstanceTypes } from './tables/instance-types.js'
import { createTableOperationRate } from './tables/table-operation-rate.js'
import { OpenTransactions } from './transactions/open-transactions.js'

export interface EngineSetup {
  readonly store: PartitionStore
  readonly clock?: Clock
  /** Long work shares them with the store's, if that has the same. */
  readonly turns?: WorkTurns
  readonly random?: Random
  readonly options?: Partial<EngineOptions>
  /** Writes wait for a global index that lags by more bytes of the log. */
  readonly heldLagBytes?: number
  /** Called at every failure of background work, which is retried later. */
  readonly onBackgroundError?: (task: BackgroundTask, error: unknown) => void
  /** Called at splits and merges, and for partition-key values that are too hot or too big. */
  readonly onPartitionNotice?: ((notice: PartitionNotice) => void) | undefined
}

export type BackgroundTask =
  | 'dropped tables'
  | 'expiry'
  | 'expiry backfill'
  | 'partitions'
  | 'transactions'
  | 'secondary indexes'

type PeriodicWork = Exclude<BackgroundTask, 'secondary indexes'>

/** A running engine: operations are called with it, and background work runs beside them. */
export interface OpenEngine extends Engine {
  readonly catalog: StoredCatalog
  /** Drops all tables of an instance that is being deleted. */
  dropInstance(instance: string): Promise<void>
  /** Frees the space of dropped tables at once, which reads all of their data. */
  reclaimDropped(): Promise<void>
  /** Runs all background work once, now. */
  runBackgroundWork(): Promise<void>
  figures(): EngineFigures
  /** Ends background work, then closes the store. All operations must have ended. */
  close(): Promise<void>
}

export interface EngineFigures {
  readonly tables: number
  readonly tablesToSweep: number
  readonly expiry: ExpiryFigures
  readonly expiryBackfill: BackfillFigures
  readonly openTransactions: number
  readonly partitions: PartitionFigures
}

export const openEngine = async (setup: EngineSetup): Promise<OpenEngine> => {
  const { store, clock = systemClock, random = systemRandom, onPartitionNotice: onNotice } = setup
  const options = { ...defaultEngineOptions, ...setup.options }
  const catalog = await openCatalog(store, clock)
  const locks = createPartitionLocks()
  const meter = createCapacityMeter()
  const { heldLagBytes } = setup
  const onError = (error: unknown) => setup.onBackgroundError?.('secondary indexes', error)
  const traffic = new PartitionTraffic(clock, new Throttle(clock, meter, options))
  const charge = chargingIndexRows(traffic, meter)
  const parts = { store, catalog, locks, clock }
  const indexes = createSecondaryIndexes({ ...parts, charge, heldLagBytes, onError })
  const engine: Engine & { readonly catalog: StoredCatalog } = {
    ...parts,
    indexes,
    transactions: new OpenTransactions(clock, catalog),
    isInTransaction: false,
    memory: UNCOUNTED_MEMORY,
    random,
    options,
    meter,
    traffic,
    nameCache: new NameCache(),
    encoder: new PlainWriteEncoder(),
    updates: new PlainUpdateEncoder(),
    rowScratch: createRowScratch(),
    pageWriters: new PageWriters(),
    replyMemory: createReplyMemory(),
    turns: setup.turns ?? new WorkTurns(clock),
    tableOperations: createTableOperationRate(clock, options.limitTableOperations),
    instanceTypes: new InstanceTypes(),
  }
  const sweeper = createDroppedTableSweeper(store, catalog)
  const expiry = createExpiryWorker(engine)
  const backfill = createExpiryBackfillWorker(engine, catalog)
  const jumps = ClockJumps.fromNow(clock)
  const partitions = new PartitionKeeper({ store, catalog, clock, options, onNotice })
  const work: Record<PeriodicWork, (pace?: Pace) => Promise<unknown>> = {
    'dropped tables': () => sweeper.runOnce(clock.now()),
    'expiry backfill': (pace) => backfill.runOnce(clock.now(), pace),
    expiry: (pace) => expiry.runOnce(jumps.leastNow(), pace),
    partitions: (pace) => partitions.runOnce(pace),
    transactions: async () => engine.transactions.sweep(),
  }
  const stop = startBackgroundWork(work, options.backgroundIntervalMs, setup.onBackgroundError)
  return {
    ...engine,
    dropInstance: (instance) => dropInstance(engine, instance),
    reclaimDropped: () => sweeper.reclaim(),
    runBackgroundWork: async () => {
      for (const run of Object.values(work)) await run()
    },
    figures: () => ({
      tables: [...catalog.all()].length,
      tablesToSweep: catalog.drops().length,
      expiry: expiry.figures(),
      expiryBackfill: backfill.figures(),
      openTransactions: engine.transactions.size,
      partitions: partitions.figures(),
    }),
    close: async () => {
      await stop()
      await indexes.close()
      await store.close()
    },
  }
}

const dropInstance = async (
  { catalog, meter, indexes }: Pick<OpenEngine, 'catalog' | 'meter' | 'indexes'>,
  instance: string,
): Promise<void> => {
  const tables = catalog.list(instance)
  await catalog.dropInstance(instance)
  for (const { description } of tables) meter.forget(instance, description.name)
  await indexes.reconcile()
}

const startBackgroundWork = (
  work: Record<PeriodicWork, (pace?: Pace) => Promise<unknown>>,
  intervalMs: number,
  onError: EngineSetup['onBackgroundError'],
): (() => Promise<void>) => {
  const task = (name: PeriodicWork, every: number) =>
    startPeriodicTask(work[name], every, (error) => onError?.(name, error))
  const tasks = [
    task('dropped tables', intervalMs),
    task('expiry backfill', intervalMs),
    task('expiry', intervalMs),
    task('partitions', Math.min(engineLimits.PARTITION_TICK_MS, intervalMs)),
    task('transactions', engineLimits.TRANSACTION_CHECK_MS),
  ]
  return async () => {
    await Promise.all(tasks.map((one) => one.stop()))
  }
}

const createReplyMemory = (): LentMemory =>
  new LentMemory({
    bytesMin: engineLimits.REPLY_MEMORY_BYTES_MIN,
    keptBytes: engineLimits.REPLY_MEMORY_KEPT_BYTES,
    isOverwritten: false,
  })
