import { stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeRowKey } from '../keys/encode-key.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { type OpenEngine, openEngine } from '../open-engine.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import { mergeAt, splitAt } from '../tables/partitions/partition-layout.js'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { createCrashableStore } from '@rowhouse/store/testing'
import { dropIndex } from './drop-index.js'
import {
  INSTANCE,
  addIndex,
  byAge,
  byCity,
  caughtUp,
  createPeople,
  projectionOf,
  put,
  putMany,
  remove,
  rowsOf,
  tableOf,
  update,
} from './testing/indexed-table.js'

const indexes = [
  byCity,
  byAge,
  { ...byCity, name: 'by_team_city', primaryKey: ['team', 'city'], definedColumns: [] },
  { ...byAge, name: 'local_city', primaryKey: ['team', 'city'], definedColumns: ['age'] },
  { ...byCity, name: 'by_id', primaryKey: ['id'] },
]

const team = fc.constantFrom('red', 'blue', 'a\\u0000b')
const id = fc.integer({ min: 0, max: 4 })
const big = 'x'.repeat(70_000)
const cells = fc
  .record(
    {
      city: fc.constantFrom('"Rome"', '"Bern"', '"a\\u0000b"', '""'),
      age: fc.constantFrom('30', '-1', '9007199254740993'),
      note: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('"n"', '"m"') },
        { weight: 1, arbitrary: fc.constant(`"${big}"`) },
      ),
      free: fc.constantFrom('1', `"${big}"`),
    },
    { requiredKeys: [] },
  )
  .map((columns) => Object.entries(columns).map(([name, value]) => `${name}=${value}`))
const changes = fc.oneof(cells, fc.subarray(['-city', '-age', '-note', '-free'], { minLength: 1 }))
const row = fc.record({ team, id, cells })
const name = fc.constantFrom(...indexes.map((meta) => meta.name))

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), team, id, cells }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('update' as const), team, id, changes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), team, id }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      rows: fc.uniqueArray(row, {
        minLength: 1,
        maxLength: 8,
        selector: (one) => `${one.team} ${one.id}`,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('split' as const),
      of: fc.constantFrom('people', 'by_city', 'by_team_city'),
      at: fc.constantFrom('a', 'blue', 'c', 'red', 'Oslo', 'Rome'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), kept: fc.nat(), seed: fc.nat() }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Merges at the bound if it exists, else splits there. */
const splitOrMerge = async (engine: OpenEngine, name: string, at: string): Promise<void> => {
  const table = engine.catalog.find(INSTANCE, name)
  if (table === undefined) return
  const { all, layout, version } = table.partitions
  const key = encodeRowKey([stringVariant(at)]).partition
  const place = all.findLastIndex(({ start }) => start.compare(key) <= 0)
  const [before, holder] = [all[place - 1], all[place]]
  if (holder === undefined) throw new Error('a key without a partition')
  const cause = { at: 0, reason: 'bytes' } as const
  const isBound = before !== undefined && holder.start.equals(key)
  const changed = isBound
    ? mergeAt(layout, before.id, cause)
    : splitAt(layout, holder.id, key, cause)
  await engine.catalog.changePartitions(table, version, changed)
}

/** An engine on a machine with power cuts. */
class Machine {
  readonly #clock = manualClock()
  #files = new SimulatedFiles()
  #store = createCrashableStore()
  #engine: Promise<OpenEngine> = this.#start()

  get engine(): Promise<OpenEngine> {
    return this.#engine
  }

  async run(step: Step): Promise<void> {
    const engine = await this.#engine
    this.#clock.advance(1)
    switch (step.kind) {
      case 'put':
        return put(engine, step.team, step.id, ...step.cells)
      case 'update':
        return update(
          engine,
          step.team,
          step.id,
          ...(step.changes.length > 0 ? step.changes : ['x=1']),
        )
      case 'remove':
        return remove(engine, step.team, step.id)
      case 'batch':
        expect(await putMany(engine, step.rows)).toEqual(step.rows.map(() => undefined))
        return
      case 'create': {
        const meta = indexes.find(({ name: wanted }) => wanted === step.name)
        if (meta === undefined || this.#has(engine, step.name)) return
        return addIndex(engine, meta)
      }
      case 'drop':
        if (!this.#has(engine, step.name)) return
        await dropIndex(engine, INSTANCE, { mainTableName: 'people', indexName: step.name })
        return
      case 'rebuild':
        if (this.#has(engine, step.name)) await engine.indexes.rebuild(tableOf(engine, step.name))
        return
      case 'wait':
        return this.check()
      case 'split':
        return splitOrMerge(engine, step.of, step.at)
      case 'crash':
        return this.#crash(engine, step)
    }
  }

  /** Every index equals the projection of its table, and verifying it agrees. */
  async check(): Promise<void> {
    const engine = await this.#engine
    for (const meta of indexes) {
      if (!this.#has(engine, meta.name)) continue
      await caughtUp(engine, meta.name)
      const rows = await rowsOf(engine, meta.name)
      expect([meta.name, ...rows]).toEqual([meta.name, ...(await projectionOf(engine, meta))])
      const verified = await engine.indexes.verify(tableOf(engine, meta.name))
      expect(verified).toMatchObject({
        matchingRows: rows.length,
        missing: { count: 0 },
        different: { count: 0 },
        surplus: { count: 0 },
      })
    }
  }

  async close(): Promise<void> {
    await (await this.#engine).close()
  }

  #has(engine: OpenEngine, index: string): boolean {
    return engine.catalog.find(INSTANCE, index) !== undefined
  }

  /** Cuts the power in the middle of writes and of index updates. */
  async #crash(engine: OpenEngine, { kept, seed }: { kept: number; seed: number }): Promise<void> {
    const random = seededRandom(seed)
    const writes = ['red', 'blue'].map((one) => put(engine, one, 1, 'city="Oslo"', 'age=7'))
    this.#files.cutAfter(seed % 7)
    await Promise.allSettled(writes)
    await engine.close().catch(() => undefined)
    this.#files = this.#files.powerCut(random)
    this.#store = this.#store.afterCrash(kept % (this.#store.unflushedBatches + 1))
    this.#engine = this.#start()
    await this.#engine
  }

  async #start(): Promise<OpenEngine> {
    const clock = this.#clock
    const log = await openCommitLog({
      files: this.#files,
      directory: '/log',
      clock,
      segmentBytes: 16_384,
    })
    const store = await openEmbeddedPartitionStore({
      log,
      store: this.#store,
      cacheBytes: 10_000,
      checkpointBytes: 10_000,
    })
    return openEngine({ store, clock })
  }
}

describe('the indexes of a table', () => {
  test('are its projections after any writes, builds, rebuilds, splits and power cuts', async () => {
    const histories = fc.record({
      first: fc.subarray(indexes),
      steps: fc.array(step, { minLength: 5, maxLength: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(histories, async ({ first, steps }) => {
        const machine = new Machine()
        await createPeople(await machine.engine, first)
        for (const one of steps) await machine.run(one)
        await machine.check()
        await machine.close()
      }),
      { numRuns: 25 },
    )
  })
})
