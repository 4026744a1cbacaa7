import { type SeededRandom, seededRandom } from '@rowhouse/platform/testing'
import { engineService } from '../power-cuts/engine-service.js'
import { Machine, startThroughCuts } from '../power-cuts/machine.js'
import { type Lane, Violation, runLane } from '../workloads/workload.js'
import { type AimedFiles, aimedFiles } from './aimed-files.js'
import { changeIndexes } from './index-changes.js'
import { IndexedRows, TABLE, checkAnswer } from './indexed-rows.js'
import { type IndexName, SearchingEngine } from './searching-engine.js'

export interface SearchPowerCutFigures {
  readonly cuts: number
  /** Rows that were verified in an index after a failure. */
  readonly rows: number
  /** Indexes that resumed from their last commit, and others that were rebuilt. */
  readonly resumed: number
  readonly rebuilt: number
}

const LIVES = 6
const WRITERS = 3
const INDEXES_MAX = 4
const ADDITIONS_MS_MAX = 60_000
const FILE_CALLS_MAX = 160
const NEVER_CALLS = 2 ** 31
/** File calls of the indexes alone: a commit makes a dozen. */
const INDEX_CALLS_MAX = 60
const CALLS_AFTER_MAX = 4
const CALLS_PER_LANE_MAX = 24
const MEMORY_BYTES = [0, 60_000, 1e9] as const

type Counted = { -readonly [Name in keyof SearchPowerCutFigures]: number }

/**
 * One machine whose power fails while its indexes are built, updated, merged and committed, at file calls
 * that the seed decides. After each failure every index must agree with its table, without damage. With a
 * relaxed log the table itself may lose its last writes.
 */
export const searchPowerCutRun = async (seed: number): Promise<SearchPowerCutFigures> => {
  const random = seededRandom(seed)
  const machine = new Machine(random, { isRelaxed: random.chance(0.4) })
  const rows = new IndexedRows({ keys: 300, batchMax: 40, bulkBytes: 0 })
  const figures: Counted = { cuts: 0, rows: 0, resumed: 0, rebuilt: 0 }
  let started = await start(machine, random)
  try {
    await engineService(started.running.engine).createTable(TABLE, { allowUpdate: false })
    for (let life = 0; life < LIVES; life++) {
      await live(machine, started, rows, random)
      const isKilled = random.chance(0.2)
      if (isKilled) machine.kill()
      else {
        machine.cutPower()
        figures.cuts++
      }
      await started.running.close()
      figures.cuts += await startThroughCuts(machine, random)
      figures.cuts += await startIndexesThroughCuts(machine, random)
      started = await start(machine, random)
      await check(started.running, figures)
    }
  } finally {
    await started.running.close()
  }
  return figures
}

interface Started {
  readonly running: SearchingEngine
  /** The files of its indexes. */
  readonly aimed: AimedFiles
}

const start = async (machine: Machine, random: SeededRandom): Promise<Started> => {
  const { engine } = await machine.start()
  const memoryBytes = MEMORY_BYTES[random.below(MEMORY_BYTES.length)] ?? 0
  const aimed = aimedFiles(machine.files)
  const running = await SearchingEngine.open(engine, aimed.files, machine.clock, memoryBytes)
  return { running, aimed }
}

/** Opens the indexes until the power does not fail meanwhile; returns how often it failed. */
const startIndexesThroughCuts = async (machine: Machine, random: SeededRandom): Promise<number> => {
  let cuts = 0
  while (random.chance(0.25)) {
    const { running } = await start(machine, random)
    machine.files.cutAfter(1 + random.below(30))
    await Promise.all(running.indexes.map((index) => settled(running, index)))
    machine.cutPower()
    await running.close()
    cuts++
  }
  return cuts
}

const live = async (
  machine: Machine,
  { running, aimed }: Started,
  rows: IndexedRows,
  random: SeededRandom,
): Promise<void> => {
  if (random.chance(0.1)) machine.files.failOnce('write', 'ENOSPC', 1 + random.below(60))
  machine.files.cutAfter(1 + random.below(FILE_CALLS_MAX))
  if (random.chance(0.5)) {
    // Most calls are those of the log: without them, power fails during commits and drops far more often.
    machine.files.cutAfter(NEVER_CALLS)
    aimed.aim(1 + random.below(INDEX_CALLS_MAX), 1 + random.below(CALLS_AFTER_MAX))
  }
  const service = engineService(running.engine)
  const lanes = [
    ...rows.lanes(service, random, WRITERS),
    indexLane(running, random),
    settleLane(running, random),
    commitLane(running, random),
  ]
  await Promise.all(
    random.shuffled(lanes).map((lane) => {
      let calls = 1 + random.below(CALLS_PER_LANE_MAX)
      return runLane(lane, () => calls-- > 0)
    }),
  )
}

/** Creates, drops, changes and rebuilds indexes. */
const indexLane =
  (running: SearchingEngine, random: SeededRandom): Lane =>
  async () => {
    await turns(random.below(60))
    if (random.chance(0.4)) await changeIndexes(running, random)
  }

/** Seals what was written as a segment; enough of those are merged. */
const settleLane =
  (running: SearchingEngine, random: SeededRandom): Lane =>
  async () => {
    const one = running.indexes[random.below(INDEXES_MAX)]
    if (one === undefined) await turns(20)
    else await settled(running, one)
  }

const commitLane =
  (running: SearchingEngine, random: SeededRandom): Lane =>
  async () => {
    await turns(random.below(40))
    const one = running.indexes[random.below(INDEXES_MAX)]
    // The index may be opening or dropped.
    if (one !== undefined) await running.search.commit(idOf(one)).catch(() => {})
  }

/** Ignores errors that come from the failing disk. */
const settled = async (
  { keeper }: SearchingEngine,
  { table, number }: IndexName,
): Promise<void> => {
  await keeper.caughtUp(table, number).catch(() => {})
}

const check = async (running: SearchingEngine, figures: Counted): Promise<void> => {
  const rows = await engineService(running.engine).scan(TABLE)
  await additionsOver(running)
  const { indexes } = running
  // Searches may be divided between an index and its reindex, so both must be up to date first.
  for (const index of indexes) await running.verify(index)
  for (const index of indexes) {
    checkAnswer(index.name, await running.askForAll(index.name), rows)
    figures.rows += rows.length
    const events = running.events.filter((event) => event.index === index.number)
    for (const { kind, error } of events) {
      if (kind === 'opened' || kind === 'built') continue
      const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
      throw new Violation(`index ${index.name}`, `${kind} after a crash: ${shown}`)
    }
    if (events.some(({ kind }) => kind === 'built')) figures.rebuilt++
    else figures.resumed++
  }
}

/** Waits until indexes with added fields have replaced those without. */
const additionsOver = async (running: SearchingEngine): Promise<void> => {
  const startedAt = performance.now()
  for (;;) {
    const names = await running.names()
    const hidden = running.indexes.find(({ name }) => !names.includes(name))
    if (hidden === undefined) return
    if (performance.now() - startedAt > ADDITIONS_MS_MAX)
      throw new Violation(`index ${hidden.name}`, 'never takes the place of what it was made for')
    await settled(running, hidden)
    await turns(1)
  }
}

const INDEXES_PER_TABLE = 65_536
const idOf = ({ table, number }: IndexName): number => table * INDEXES_PER_TABLE + number

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left--) await new Promise((resolve) => setImmediate(resolve))
}
