import { stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeRowKey } from '../keys/encode-key.js'
import { createTableRequest, openMemoryEngine, updateTableRequest } from '../testing/index.js'
import { createTable } from '../tables/create-table.js'
import type { Table } from '../tables/table-description.js'
import { updateTable } from '../tables/update-table.js'
import { createCapacityMeter } from './capacity-meter.js'
import { Throttle, type ThrottleChoice } from './throttle.js'

interface Setup {
  readonly throttle: ThrottleChoice['throttle']
  readonly reserved: { readonly read: number; readonly write: number }
  readonly partitionUnits?: number
}

const keyOf = (text: string): Buffer => encodeRowKey([stringVariant(text)]).partition

/** A table with a partition up to "m" and one from there on. */
const open = async ({ throttle: mode, reserved, partitionUnits = 1000 }: Setup) => {
  const { engine, clock } = await openMemoryEngine()
  const request = createTableRequest('t', { reservedThroughput: reserved })
  await createTable(engine, 'demo', request)
  const table = engine.catalog.find('demo', 't')
  if (table === undefined) throw new Error('the table was created')
  cut(table, ['m'])
  const meter = createCapacityMeter()
  const throttle = new Throttle(clock, meter, { throttle: mode, partitionUnits })
  const ask = (key: string, access: 'read' | 'write') =>
    throttle.refusal(table, table.partitions.find(keyOf(key), 0), access, 1)
  const take = (key: string, access: 'read' | 'write', units: number): void =>
    throttle.take(table, table.partitions.find(keyOf(key), 0), access, units)
  return {
    engine,
    clock,
    table,
    meter,
    throttle,
    ask,
    take,
    /** How many rows of one unit are admitted now. */
    accepted: (key: string, access: 'read' | 'write'): number => {
      let count = 0
      for (; count < 10_000 && ask(key, access) === undefined; count++) take(key, access, 1)
      return count
    },
    reserve: (read: number, write: number) => {
      const change = updateTableRequest('t', { reservedThroughput: { read, write } })
      return updateTable(engine, 'demo', change)
    },
  }
}

/** Splits or merges the table into partitions that begin at the keys; unchanged ones keep their ids. */
const cut = ({ partitions }: Table, keys: readonly string[]): void => {
  const { all, layout } = partitions
  let { nextId } = layout
  const starts = [Buffer.alloc(0), ...keys.map(keyOf)]
  const bounds = starts.map((start, index) => {
    const end = starts[index + 1]
    const same = all.find((old) => old.start.equals(start) && String(old.end) === String(end))
    return same ?? { id: nextId++, start }
  })
  partitions.replace({ bounds, nextId, events: [] })
}

describe('one budget of the table', () => {
  it('refuses more than is reserved, in all partitions together', async () => {
    const { accepted, ask, clock } = await open({
      throttle: 'table',
      reserved: { read: 3, write: 5 },
    })
    expect(accepted('a', 'write')).toBe(5)
    expect(accepted('z', 'write')).toBe(0)
    expect(accepted('z', 'read')).toBe(3)
    expect(ask('a', 'read')).toMatchObject({
      code: 'OTSNotEnoughCapacityUnit',
      status: 403,
      message: 'Remaining capacity unit is not enough.',
    })
    clock.advance(400)
    expect(accepted('z', 'write')).toBe(2)
    clock.advance(60_000)
    expect(accepted('a', 'write')).toBe(5)
  })

  it('admits everything when nothing is reserved', async () => {
    const { accepted } = await open({ throttle: 'table', reserved: { read: 1, write: 0 } })
    expect(accepted('a', 'write')).toBe(10_000)
    expect(accepted('a', 'read')).toBe(1)
  })

  it('serves a large operation whole, and refuses later ones until its debt is paid', async () => {
    const { ask, take, clock } = await open({ throttle: 'table', reserved: { read: 10, write: 0 } })
    expect(ask('a', 'read')).toBeUndefined()
    take('a', 'read', 100)
    clock.advance(9_000)
    expect(ask('z', 'read')).toBeDefined()
    clock.advance(100)
    expect(ask('z', 'read')).toBeUndefined()
  })

  it('follows a change of the reservation at once', async () => {
    const { accepted, reserve, clock } = await open({
      throttle: 'table',
      reserved: { read: 0, write: 2 },
    })
    expect(accepted('a', 'write')).toBe(2)
    await reserve(1, 8)
    expect(accepted('a', 'write')).toBe(0)
    expect(accepted('a', 'read')).toBe(1)
    clock.advance(1_000)
    expect(accepted('a', 'write')).toBe(8)
    await reserve(0, 0)
    expect(accepted('a', 'write')).toBe(10_000)
  })

  it('is in debt only once more than the last unit is taken', async () => {
    const { throttle, table, take } = await open({
      throttle: 'table',
      reserved: { read: 2, write: 0 },
    })
    const [first] = table.partitions.all
    if (first === undefined) throw new Error('there are two')
    take('a', 'read', 2)
    expect(throttle.isInDebt(table, first, 'read')).toBe(false)
    take('a', 'read', 1)
    expect(throttle.isInDebt(table, first, 'read')).toBe(true)
    expect(throttle.isInDebt(table, first, 'write')).toBe(false)
  })

  it('counts the rows that it refuses', async () => {
    const { accepted, meter } = await open({ throttle: 'table', reserved: { read: 1, write: 1 } })
    accepted('a', 'write')
    accepted('a', 'write')
    accepted('a', 'read')
    expect(meter.figures()).toMatchObject([
      { instance: 'demo', table: 't', refusedReads: 1, refusedWrites: 2 },
    ])
  })
})

describe('a budget for each partition', () => {
  it('is an even share: writes to one of two get half', async () => {
    const { accepted, clock } = await open({
      throttle: 'partitions',
      reserved: { read: 0, write: 100 },
    })
    expect(accepted('a', 'write')).toBe(50)
    expect(accepted('b', 'write')).toBe(0)
    expect(accepted('m', 'write')).toBe(50)
    clock.advance(100)
    expect(accepted('a', 'write')).toBe(5)
  })

  it('is limited by what a partition serves, reads and writes together', async () => {
    const { accepted } = await open({
      throttle: 'partitions',
      reserved: { read: 0, write: 0 },
      partitionUnits: 30,
    })
    expect(accepted('a', 'write')).toBe(30)
    expect(accepted('a', 'read')).toBe(0)
    expect(accepted('z', 'read')).toBe(30)
  })

  it('is divided by a split at once, credit and debt', async () => {
    const { accepted, table, take, clock } = await open({
      throttle: 'partitions',
      reserved: { read: 0, write: 120 },
    })
    take('a', 'write', 70)
    cut(table, ['f', 'm'])
    // The debt of 10 is divided, and the other partition holds no more than its smaller share.
    expect(accepted('m', 'write')).toBe(40)
    clock.advance(100)
    expect(accepted('a', 'write')).toBe(0)
    clock.advance(50)
    expect(accepted('a', 'write')).toBe(1)
    expect(accepted('f', 'write')).toBe(1)
    clock.advance(1_000)
    expect(['a', 'f', 'm'].map((key) => accepted(key, 'write'))).toEqual([40, 40, 40])
  })

  it('is the sum after a merge', async () => {
    const { accepted, table, clock, take } = await open({
      throttle: 'partitions',
      reserved: { read: 0, write: 100 },
    })
    take('a', 'write', 30)
    take('z', 'write', 40)
    cut(table, [])
    expect(accepted('k', 'write')).toBe(30)
    clock.advance(1_000)
    expect(accepted('k', 'write')).toBe(100)
  })

  it('charges operations that began before a split', async () => {
    const { table, throttle, accepted, ask } = await open({
      throttle: 'partitions',
      reserved: { read: 0, write: 20 },
    })
    expect(ask('a', 'write')).toBeUndefined()
    const before = table.partitions.find(keyOf('a'), 0)
    cut(table, ['f', 'm'])
    throttle.take(table, before, 'write', 5)
    expect(accepted('a', 'write')).toBe(0)
    expect(accepted('f', 'write')).toBe(5)
  })
})

const steps = fc.array(
  fc.oneof(
    fc.record({ waitMs: fc.nat(700) }),
    fc.record({
      cutAt: fc.uniqueArray(fc.constantFrom('c', 'f', 'j', 'm', 'p'), { maxLength: 4 }),
    }),
    fc.record({
      key: fc.constantFrom('a', 'd', 'g', 'k', 'n', 'z'),
      units: fc.integer({ min: 1, max: 9 }),
    }),
  ),
  { maxLength: 80 },
)

// fast-check prints the seed of a failure.
it('however keys, splits and merges go, the table never gets more than is reserved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), steps, async (write, moves) => {
      const { table, ask, take, clock } = await open({
        throttle: 'partitions',
        reserved: { read: 0, write },
      })
      const startedAt = clock.monotonic()
      let granted = 0
      let mostPartitions = table.partitions.count
      for (const move of moves) {
        if ('waitMs' in move) clock.advance(move.waitMs)
        else if ('cutAt' in move) cut(table, move.cutAt.toSorted())
        else if (ask(move.key, 'write') === undefined) {
          take(move.key, 'write', move.units)
          granted += move.units
        }
        mostPartitions = Math.max(mostPartitions, table.partitions.count)
        const come = (write * (clock.monotonic() - startedAt)) / 1000
        // Each partition may hold one unit at least, and be in debt by one operation.
        const burst = Math.max(write, mostPartitions) + mostPartitions * 8
        expect(granted).toBeLessThanOrEqual(come + burst + 1e-6)
      }
    }),
    { numRuns: 30 },
  )
})
