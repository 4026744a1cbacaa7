import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../../limits.js'
import { openEngine } from '../../open-engine.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import { checkLayout } from '../../testing/check-layout.js'
import { manualClock } from '@rowhouse/platform/testing'
import { alteredStore, createTableRequest, openMemoryStore } from '../../testing/index.js'
import {
  INSTANCE,
  SECOND,
  createTestTable,
  keysOf,
  layoutOf,
  open,
  pass,
  rowOf,
  tableOf,
  write,
} from '../../testing/partitioned-table.js'

const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    keys: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 20, maxLength: 60, size: 'max' }),
    bytes: fc.constantFrom(1, 1, 3000),
  }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('long time' as const) }),
)

const quiet = { kind: 'long time' as const }
/** Writes of small rows to all keys, second by second, until partitions are hot. */
const busy = Array.from({ length: engineLimits.PARTITION_HOT_SECONDS + 4 }, () => ({
  kind: 'write' as const,
  keys: Array.from({ length: 30 }, (_, key) => key),
  bytes: 1,
}))

describe('partitions', () => {
  it('cover every key once and never split inside a value, whatever the load', async () => {
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 25, size: 'max' }),
        async (steps) => {
          const memory = await open({ partitionBytes: 65_536, partitionHotUnits: 0.5 })
          const { engine, clock } = memory
          const written = new Set<string>()
          const ids = new Map<number, string>()
          // Half of the runs begin with a split by load and a merge, so that every seed has them.
          const known = steps.length % 2 === 0 ? [...busy, quiet, quiet] : []
          for (const one of [...known, ...steps]) {
            if (one.kind === 'write') {
              const rows = one.keys.map((key, sort) => [`key-${key}`, `s${sort}`] as const)
              for (const row of rows) written.add(row.join('/'))
              await write(
                engine,
                rows.map(([key, sort]) => rowOf(key, sort, one.bytes)),
              )
              await pass(memory, 1)
            } else if (one.kind === 'time') await pass(memory, one.seconds)
            else {
              clock.advance(engineLimits.PARTITION_MERGE_SECONDS * SECOND)
              await engine.runBackgroundWork()
            }
            checkLayout(tableOf(engine), ids)
          }
          expect(new Set(await keysOf(engine))).toEqual(written)
          const again = await memory.reopen()
          expect(layoutOf(again)).toEqual(layoutOf(engine))
          const { events } = tableOf(engine).partitions.layout
          expect(tableOf(again).partitions.layout.events).toEqual(events)
          for (const { kind, reason } of events) kinds.add(`${kind} ${reason}`)
          await again.close()
        },
      ),
      { numRuns: 20 },
    )
    expect([...kinds].sort()).toEqual(['merge cold', 'split bytes', 'split load'])
  })

  it('split where the bytes halve, and stay split while they hold the bytes', async () => {
    const memory = await open({ partitionBytes: 65_536 })
    const { engine, clock } = memory
    for (let key = 10; key < 90; key++) await write(engine, [rowOf(`k${key}`, '', 3000)])
    await pass(memory, 6)
    const { partitions } = tableOf(engine)
    expect(partitions.count).toBeGreaterThanOrEqual(4)
    expect(partitions.layout.events[0]).toMatchObject({ kind: 'split', reason: 'bytes', from: [0] })
    const [first] = partitions.layout.events
    expect(first?.key.toString('latin1')).toMatch(/ k(4[5-9]|5[0-5])/)
    expect(engine.figures().partitions.splits).toBe(partitions.count - 1)
    clock.advance(engineLimits.PARTITION_MERGE_SECONDS * SECOND)
    await engine.runBackgroundWork()
    // All of them are too large to be cold.
    expect(engine.figures().partitions.merges).toBe(0)
    await engine.close()
  })

  it('split where the load halves when they stay hot, and merge when they are cold', async () => {
    const memory = await open({ partitionHotUnits: 20 })
    const { engine, clock } = memory
    for (let second = 0; second <= engineLimits.PARTITION_HOT_SECONDS + 8; second++) {
      // Every row of the upper keys is written three times as often.
      const keys = [10, 20, 30, 40, 50, 60, 70, 80, 70, 80, 70, 80]
      const rows = keys.flatMap((key) => [rowOf(`k${key}`, 'a', 1), rowOf(`k${key}`, 'b', 1)])
      await write(engine, [...rows, ...rows])
      await pass(memory, 1)
    }
    const { partitions } = tableOf(engine)
    expect(partitions.layout.events).toMatchObject([{ kind: 'split', reason: 'load' }])
    expect(partitions.all[1]?.start.toString('latin1')).toContain('k70')
    for (let minutes = 0; minutes < 2; minutes++) {
      clock.advance(engineLimits.PARTITION_MERGE_SECONDS * SECOND)
      await engine.runBackgroundWork()
    }
    expect(partitions.count).toBe(1)
    expect(partitions.all[0]?.id).toBe(3)
    expect(partitions.layout.events.at(-1)).toMatchObject({ kind: 'merge', from: [1, 2], to: [3] })
    await engine.close()
  })

  it('are maintained even if those of another table fail', async () => {
    const real = await openMemoryStore()
    const clock = manualClock()
    let broken = 0
    const approximateSize: PartitionStore['approximateSize'] = (table, ...range) =>
      table === broken
        ? Promise.reject(new Error('no room'))
        : real.approximateSize(table, ...range)
    const engine = await openEngine({ store: alteredStore(real, { approximateSize }), clock })
    await createTable(engine, INSTANCE, createTableRequest('broken'))
    broken = engine.catalog.find(INSTANCE, 'broken')?.description.id ?? 0
    await createTestTable(engine)
    await write(engine, [rowOf('a', '', 1)])
    clock.advance(SECOND)
    await expect(engine.runBackgroundWork()).rejects.toThrow('no room')
    const [partition] = tableOf(engine).partitions.all
    expect(partition?.load.rates.rowsWritten).toBeGreaterThan(0)
    expect(partition?.measuredBytes).toBeDefined()
    await engine.close()
  })
})
