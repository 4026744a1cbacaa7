import { engineLimits, type OpenEngine } from '@rowhouse/engine'
import { type SeededRandom, seededRandom } from '@rowhouse/platform/testing'
import { createBatches } from '../workloads/batches.js'
import { createCounters } from '../workloads/counters.js'
import { createGeneratedKeys } from '../workloads/generated-keys.js'
import { Histories } from '../workloads/histories.js'
import { createRowValues } from '../workloads/row-values.js'
import { createTables } from '../workloads/tables.js'
import { createTransactions } from '../workloads/transactions.js'
import { type Lane, Violation, type Workload, runLane } from '../workloads/workload.js'
import { engineService } from './engine-service.js'
import type { MachineStoreKind } from './machine-store.js'
import { Machine, startThroughCuts } from './machine.js'

export interface PowerCutFigures {
  readonly cuts: number
  readonly verified: number
  readonly histories: number
}

/** The catalogue's table number. */
const CATALOG_TABLE = 0
const LIVES = 5
const CALLS_PER_LANE_MAX = 14
const FILE_CALLS_MAX = 90

/**
 * One machine whose power fails several times, at file calls that the seed decides. After each failure it
 * starts again, sometimes through further failures, and all workloads check what must be there.
 */
export const powerCutRun = async (
  seed: number,
  store: MachineStoreKind,
): Promise<PowerCutFigures> => {
  const random = seededRandom(seed)
  const machine = new Machine(random, { store })
  const histories = new Histories({ lanes: 3, rows: 2, callsMax: 40 })
  const workloads: readonly Workload[] = [
    histories,
    createRowValues({ lanes: 2, longShare: 0.01 }),
    createCounters(2, 2),
    createBatches({ lanes: 2, rowsMax: 18, fillersOf: fillerOf }),
    createGeneratedKeys(2),
    createTables(1),
    createTransactions({ lanes: 2, rows: 3, indexes: ['LOCAL'] }),
  ]
  let cuts = 0
  const first = await machine.start()
  for (const workload of workloads) await workload.prepare(engineService(first.engine))
  let { engine } = first
  for (let life = 0; life < LIVES; life++) {
    await live(machine, engine, workloads, random)
    const isKilled = random.chance(0.15)
    if (isKilled) machine.kill()
    else {
      machine.cutPower()
      cuts++
    }
    // The engine is closed, because its timers would keep the process alive. Its calls fail anyway.
    await engine.close().catch(() => {})
    cuts += await startThroughCuts(machine, random)
    engine = (await machine.start()).engine
    for (const workload of workloads) await workload.check(engineService(engine))
  }
  histories.finish()
  await checkSweep(machine, engine)
  await engine.close()
  const verified = workloads.reduce((sum, workload) => sum + workload.verified, 0)
  return { cuts, verified, histories: histories.checked }
}

/** Mostly small batches; a few are larger than a segment or a frame of the log. */
const fillerOf = (random: SeededRandom): number => {
  if (random.chance(0.008)) return engineLimits.ROW_INLINE_BYTES_MAX - 100
  return random.chance(0.03) ? 3_000 : random.below(60)
}

/** Runs clients and background work until the power fails or all have finished. */
const live = async (
  machine: Machine,
  engine: OpenEngine,
  workloads: readonly Workload[],
  random: SeededRandom,
): Promise<void> => {
  if (random.chance(0.1)) machine.files.failOnce('datasync', 'ENOSPC', 1 + random.below(30))
  if (random.chance(0.05)) machine.files.failOnce('datasync', 'EIO', 1 + random.below(30))
  if (random.chance(0.05)) machine.files.failOnce('write', 'EIO', 1 + random.below(30))
  machine.files.cutAfter(1 + random.below(FILE_CALLS_MAX * machine.fileCalls))
  const service = engineService(engine)
  const lanes = workloads.flatMap((workload) => workload.lanes(service, random))
  const all = [...random.shuffled(lanes), backgroundLane(machine, engine, random)]
  await Promise.all(
    all.map((lane) => {
      let calls = 1 + random.below(CALLS_PER_LANE_MAX)
      return runLane(lane, () => calls-- > 0)
    }),
  )
}

/** When all background work is done, nothing is left of dropped tables. */
const checkSweep = async (machine: Machine, engine: OpenEngine): Promise<void> => {
  await engine.runBackgroundWork()
  machine.clock.advance(2 * engineLimits.DROPPED_TABLE_GRACE_MS)
  await engine.runBackgroundWork()
  const live = new Set([...engine.catalog.all()].map(({ description }) => description.id))
  for (const table of await machine.storedTables())
    if (table !== CATALOG_TABLE && !live.has(table))
      throw new Violation('tables', `table ${table} is dropped and left entries behind`)
}

/** Lets time pass, sometimes so much that dropped tables are forgotten. */
const backgroundLane =
  (machine: Machine, engine: OpenEngine, random: SeededRandom): Lane =>
  async () => {
    machine.clock.advance(random.chance(0.2) ? 150_000 : random.below(3))
    for (let turns = random.below(40); turns > 0; turns--) await nextTurn()
    if (random.chance(0.3)) await engine.runBackgroundWork()
  }

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
