import { expect, it } from 'vitest'
import { engineLimits } from '../../limits.js'
import { open, tableOf } from '../../testing/partitioned-table.js'
import { PartitionLoad } from '../../tables/partitions/partition-load.js'
import { PartitionKeeper } from './partition-keeper.js'
import { PartitionMap } from '../../tables/partitions/partition-map.js'
import { reportPartitions } from './partition-report.js'

const MINUTE = 60_000

it('keeps as many minutes as configured, and forgets the oldest first', () => {
  const load = new PartitionLoad()
  for (let minute = 0; minute < 10; minute++) {
    load.write(1, 1, 1)
    load.tick(minute * MINUTE, 60, 4)
  }
  load.tick(10 * MINUTE, 60, 4)
  expect(load.minutes.at(-1)?.minute).toBe(10 * MINUTE)
  load.tick(10 * MINUTE, 60, 2)
  expect(load.minutes.map(({ minute }) => minute / MINUTE)).toEqual([9, 10])
})

it('takes bounded memory over all partitions, and is complete when there are few', async () => {
  const memory = await open({})
  const { engine, clock } = memory
  const table = tableOf(engine)
  const many = 6000
  const keys = Array.from({ length: many - 1 }, (_, at) => Buffer.from(String(at).padStart(5, '0')))
  const keeper = new PartitionKeeper({
    store: engine.store,
    catalog: engine.catalog,
    clock,
    options: engine.options,
  })
  const rounds = async (): Promise<void> => {
    for (let minute = 0; minute < engineLimits.PARTITION_HISTORY_MINUTES + 5; minute++) {
      for (const { load } of table.partitions.all) load.write(1, 1, 1)
      clock.advance(MINUTE)
      await keeper.runOnce()
    }
  }
  await rounds()
  expect(table.partitions.all[0]?.load.minutes.length).toBeGreaterThanOrEqual(
    engineLimits.PARTITION_HISTORY_MINUTES,
  )
  const { layout } = PartitionMap.splitAt(keys)
  const bounds = layout.bounds.map(({ id, start }) => ({ id: id + 1, start }))
  table.partitions.replace({ ...layout, bounds, nextId: many + 1 })
  for (const partition of table.partitions.all) partition.measuredBytes = 1
  await rounds()
  const remembered = table.partitions.all.reduce((sum, { load }) => sum + load.minutes.length, 0)
  // One more each: the current minute.
  expect(remembered).toBeLessThanOrEqual(engineLimits.PARTITION_MINUTES_MAX + many)
  expect(remembered).toBeGreaterThan(engineLimits.PARTITION_MINUTES_MAX / 2)
  await engine.close()
})

it('does not count bytes twice that a report has measured', async () => {
  const memory = await open({})
  const { engine } = memory
  const table = tableOf(engine)
  const [partition] = table.partitions.all
  partition?.load.write(1, 1, 1000)
  const [report] = await reportPartitions(engine, table)
  expect(report?.bytes).toBe(0)
  partition?.load.write(1, 1, 70)
  const [again] = await reportPartitions(engine, table)
  expect(again?.bytes).toBe(70)
  await engine.close()
})
