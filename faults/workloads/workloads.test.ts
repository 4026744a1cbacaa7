import { seededRandom } from '@rowhouse/platform/testing'
import { describe, expect, it } from 'vitest'
import { createBatches } from './batches.js'
import { createCounters } from './counters.js'
import { createGeneratedKeys } from './generated-keys.js'
import { Histories } from './histories.js'
import { MemoryService } from './memory-service.js'
import { createRowValues } from './row-values.js'
import { createTables } from './tables.js'
import { createTransactions } from './transactions.js'
import { Violation, type Workload, runLane } from './workload.js'

const workloads: readonly (() => Workload)[] = [
  () => createRowValues({ lanes: 2, longShare: 0.05 }),
  () => createCounters(2, 2),
  () => createBatches({ lanes: 2, rowsMax: 6, fillersOf: () => 3 }),
  () => createGeneratedKeys(2),
  () => createTables(2),
  () => createTransactions({ lanes: 2, rows: 3, indexes: ['GLOBAL', 'LOCAL'] }),
  () => new Histories({ lanes: 2, rows: 2, callsMax: 20 }),
]

/** Prepares a workload and lets it make calls; with `failing`, its writes have no answer. */
const started = async (
  workload: Workload,
  failing?: 'carried out' | 'not carried out',
): Promise<MemoryService> => {
  const service = new MemoryService()
  await workload.prepare(service)
  const random = seededRandom(7)
  await Promise.all(
    workload.lanes(service, random).map((lane) => {
      let calls = 60
      return runLane(lane, () => calls-- > 0)
    }),
  )
  if (failing === undefined) return service
  service.failWith(failing)
  await Promise.all(workload.lanes(service, random).map((lane) => runLane(lane, () => true)))
  service.failWith(undefined)
  return service
}

describe.each(workloads.map((create) => [create().name, create] as const))('%s', (_, create) => {
  it('reports nothing when everything was kept', async () => {
    const workload = create()
    const service = await started(workload)
    await workload.check(service)
    if (workload instanceof Histories) workload.finish()
    expect(workload.verified).toBeGreaterThan(0)
  })

  it.each(['carried out', 'not carried out'] as const)(
    'allows both outcomes of calls without an answer, here %s',
    async (failing) => {
      const workload = create()
      const service = await started(workload, failing)
      await workload.check(service)
      await workload.check(service)
      if (workload instanceof Histories) workload.finish()
    },
  )

  it('reports lost rows or a surplus table', async () => {
    const workload = create()
    const service = await started(workload)
    service.clear()
    // Only the workload of tables looks at it.
    await service.createTable('comes_and_goes_9')
    const check = async (): Promise<void> => {
      await workload.check(service)
      if (workload instanceof Histories) workload.finish()
    }
    await expect(check()).rejects.toThrow(Violation)
  })
})

it('a transaction that has timed out has no effect', async () => {
  const workload = createTransactions({ lanes: 2, rows: 3, indexes: [] })
  const service = await started(workload)
  const random = seededRandom(3)
  service.timesOut = true
  for (const lane of workload.lanes(service, random)) {
    let calls = 10
    await runLane(lane, () => calls-- > 0)
  }
  await workload.check(service)
})

describe('a violation is', () => {
  it('half a batch', async () => {
    const workload = createBatches({ lanes: 1, rowsMax: 4, fillersOf: () => 0 })
    const service = await started(workload)
    const [row] = await service.scan('batches_one')
    if (row === undefined) throw new Error('a batch was expected')
    await service.put('batches_one', row.key, { batch: 10_000, filler: '' })
    await expect(workload.check(service)).rejects.toThrow('are of batches')
  })

  it('half a transaction, one that is visible too early, and one that was aborted', async () => {
    const table = 'transactions'
    const workload = createTransactions({ lanes: 1, rows: 3, indexes: [] })
    const service = await started(workload)
    const [row] = await service.scan(table)
    if (row === undefined) throw new Error('a transaction was expected')
    await service.put(table, row.key, { number: 10_000 })
    await expect(workload.check(service)).rejects.toThrow('half a transaction')
    for (const { key } of await service.scan(table)) await service.put(table, key, { number: 9999 })
    await expect(workload.check(service)).rejects.toThrow('possible are')
    const [lane] = workload.lanes(service, seededRandom(1))
    const manyCalls = async (): Promise<void> => {
      for (let calls = 0; calls < 100; calls++) {
        await service.put(table, { ...row.key, row: 0 }, { number: 9999 })
        await lane?.()
      }
    }
    await expect(manyCalls()).rejects.toThrow('instead of')
  })

  it('an index that disagrees with its table', async () => {
    for (const create of [
      () => createRowValues({ lanes: 1, longShare: 0, indexes: ['GLOBAL'] }),
      () => createTransactions({ lanes: 1, rows: 2, indexes: ['LOCAL'] }),
    ]) {
      const workload = create()
      const service = await started(workload)
      service.spoilIndexes(workload.name)
      await expect(workload.check(service)).rejects.toThrow('1 missing')
    }
  })

  it('a counter that counts twice', async () => {
    const workload = createCounters(1, 1)
    const service = await started(workload)
    await service.increment('counters', { partition: 'counter 0', row: 0 }, 'count')
    await expect(workload.check(service)).rejects.toThrow('must be')
  })

  it('a generated key that is repeated', async () => {
    const workload = createGeneratedKeys(1)
    const service = await started(workload)
    service.forgetGenerated()
    const [lane] = workload.lanes(service, seededRandom(1))
    await expect(lane?.()).rejects.toThrow('comes after')
  })

  it('a row that nobody has written, and one that is torn', async () => {
    const workload = createRowValues({ lanes: 1, longShare: 0 })
    const service = await started(workload)
    await service.put(
      'row_values',
      { partition: 'x', row: 1 },
      { value: '1/0', filler: '', more: '' },
    )
    await expect(workload.check(service)).rejects.toThrow('nobody has written')
    await service.put('row_values', { partition: 'x', row: 1 }, { value: '1/2', filler: 'f' })
    await expect(workload.check(service)).rejects.toThrow('not whole')
  })

  it('a table that comes back, with or without its rows', async () => {
    const workload = createTables(1)
    const service = new MemoryService()
    await workload.prepare(service)
    await service.createTable('comes_and_goes_0')
    await expect(workload.check(service)).rejects.toThrow('possible are no table')
  })
})
