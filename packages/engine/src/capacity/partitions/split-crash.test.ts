import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCommitLog } from '../../log/open-commit-log.js'
import { type OpenEngine, openEngine } from '../../open-engine.js'
import { openEmbeddedPartitionStore } from '../../partitions/embedded-partition-store.js'
import { checkLayout } from '../../testing/check-layout.js'
import { type CrashableStore, createCrashableStore } from '@rowhouse/store/testing'
import {
  type ManualClock,
  manualClock,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'
import {
  SECOND,
  createTestTable,
  keysOf,
  rowOf,
  tableOf,
  write,
} from '../../testing/partitioned-table.js'

interface Machine {
  readonly files: SimulatedFiles
  readonly store: CrashableStore
  readonly clock: ManualClock
}

const boot = async ({ files, store, clock }: Machine): Promise<OpenEngine> => {
  const log = await openCommitLog({ files, directory: '/log', clock, segmentBytes: 65_536 })
  const rows = await openEmbeddedPartitionStore({
    log,
    store,
    cacheBytes: 10_000,
    checkpointBytes: 100_000,
  })
  return openEngine({ store: rows, clock, options: { partitionBytes: 65_536 } })
}

/** Writes and splits until the power fails; returns the acknowledged rows. */
const live = async (
  engine: OpenEngine,
  clock: ManualClock,
  from: number,
): Promise<{ readonly rows: readonly string[]; readonly nextId: number }> => {
  const rows: string[] = []
  try {
    for (let batch = 0; batch < 12; batch++) {
      const names = Array.from({ length: 5 }, (_, row) => `key-${(from + batch * 5 + row) % 31}`)
      const sort = `s${from}-${batch}`
      await write(
        engine,
        names.map((name) => rowOf(name, sort, 3000)),
      )
      rows.push(...names.map((name) => `${name}/${sort}`))
      clock.advance(SECOND)
      await engine.runBackgroundWork()
    }
  } catch {
    // The power has failed.
  }
  return { rows, nextId: tableOf(engine).partitions.layout.nextId }
}

test('a power cut leaves a split whole or not at all, and keeps one that was seen', async () => {
  const cuts = fc.array(
    fc.record({ calls: fc.nat({ max: 120 }), kept: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 4 },
  )
  let splits = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(), cuts, async (seed, failures) => {
      const random = seededRandom(seed)
      const clock = manualClock()
      let machine: Machine = {
        files: new SimulatedFiles(random),
        store: createCrashableStore(),
        clock,
      }
      let engine = await boot(machine)
      await createTestTable(engine)
      const acknowledged = new Set<string>()
      const ids = new Map<number, string>()
      for (const [life, { calls, kept }] of failures.entries()) {
        machine.files.cutAfter(calls)
        const { rows, nextId } = await live(engine, clock, life * 7)
        for (const row of rows) acknowledged.add(row)
        await engine.close().catch(() => {})
        const files = machine.files.powerCut(random)
        const left = Math.round(kept * machine.store.unflushedBatches)
        machine = { files, store: machine.store.afterCrash(left), clock }
        engine = await boot(machine)
        checkLayout(tableOf(engine), ids)
        expect(tableOf(engine).partitions.layout.nextId).toBeGreaterThanOrEqual(nextId)
        const found = new Set(await keysOf(engine))
        expect([...acknowledged].filter((row) => !found.has(row))).toEqual([])
      }
      splits += tableOf(engine).partitions.count - 1
      await engine.close()
    }),
    { numRuns: 15 },
  )
  expect(splits).toBeGreaterThan(0)
})
