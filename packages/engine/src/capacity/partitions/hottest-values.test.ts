import { expect, it } from 'vitest'
import { stringOf } from '@rowhouse/protocol'
import { engineLimits } from '../../limits.js'
import { open, pass, rowOf, tableOf, write } from '../../testing/partitioned-table.js'
import { HotMinutes } from '../../tables/partitions/hot-minutes.js'
import { MINUTE_MS } from '../../tables/partitions/partition-load.js'
import { hotRoom } from './hottest-values.js'
import { reportPartitions } from './partition-report.js'

it('keeps the hottest values of each minute, whatever was hot later', async () => {
  const memory = await open({})
  const { engine, clock } = memory
  const table = tableOf(engine)
  const toNextMinute = () => pass(memory, (MINUTE_MS - (clock.now() % MINUTE_MS)) / 1000 + 1)
  const writeRows = async (key: string, rows: number): Promise<void> => {
    const sorts = Array.from({ length: rows }, (_, at) => `s${at}`)
    await write(
      engine,
      sorts.map((sort) => rowOf(key, sort, 10)),
    )
    await pass(memory, 1)
  }
  await toNextMinute()
  await writeRows('early', 90)
  await writeRows('rare', 10)
  await toNextMinute()
  await writeRows('late', 100)
  const hottestOfMinutes = async () => {
    const [report] = await reportPartitions(engine, table)
    return report?.minutes.map(({ hottest }) => hottest) ?? []
  }
  const valuesOf = async () =>
    (await hottestOfMinutes()).map((hottest) => hottest.map(({ value }) => stringOf(value)))
  // The minute under way has none yet.
  expect(await valuesOf()).toEqual([['early', 'rare'], []])
  await toNextMinute()
  const [early, late] = await valuesOf()
  expect(early).toEqual(['early', 'rare'])
  expect(late?.[0]).toBe('late')
  const [first] = await hottestOfMinutes()
  expect(first?.reduce((sum, { units }) => sum + units, 0)).toBeCloseTo(100, 0)
  expect(first?.[0]?.units).toBeGreaterThan(80)
  await engine.close()
})

it('names no value that was sampled by chance where none is hot', async () => {
  const memory = await open({})
  const { engine } = memory
  const table = tableOf(engine)
  const writeRows = async (keys: readonly string[]): Promise<void> => {
    const rows = keys.map((key, at) => rowOf(key, `s${at}`, 10))
    for (let from = 0; from < rows.length; from += 100)
      await write(engine, rows.slice(from, from + 100))
    await pass(memory, engineLimits.PARTITION_STRETCH_SECONDS)
  }
  const hottest = async () => {
    const [report] = await reportPartitions(engine, table)
    return report?.hottest.map(({ value }) => stringOf(value))
  }
  // Of a stretch with few rows all are sampled.
  for (const length of [500, 10, 501])
    await writeRows(Array.from({ length }, (_, at) => `v${length}.${at}`))
  expect(await hottest()).toEqual([])
  await writeRows(Array.from({ length: 500 }, () => 'hot'))
  expect(await hottest()).toEqual(['hot'])
  await engine.close()
})

it('divides the values among the halves of a split, and joins them again', () => {
  const room = { minutes: 60, values: 2 }
  const whole = new HotMinutes()
  const values = [
    { key: 'm', units: 7 },
    { key: 'b', units: 3 },
    { key: 'z', units: 1 },
  ]
  whole.add({ minute: 60_000, values }, { minutes: 60, values: 3 })
  const [low, high, joined] = [new HotMinutes(), new HotMinutes(), new HotMinutes()]
  low.inherit(whole, (key) => key < 'm', room)
  high.inherit(whole, (key) => key >= 'm', room)
  expect(low.all).toEqual([{ minute: 60_000, values: [{ key: 'b', units: 3 }] }])
  expect(high.all[0]?.values.map(({ key }) => key)).toEqual(['m', 'z'])
  for (const half of [low, high]) joined.inherit(half, () => true, room)
  expect(joined.all[0]?.values.map(({ key }) => key)).toEqual(['m', 'b'])
  joined.forgetBefore(60_001)
  expect(joined.all).toEqual([])
})

it.each([1, 100, 1000, 6000, 32_768])('takes bounded memory over %i partitions', (partitions) => {
  const { values, minutes } = hotRoom(partitions)
  expect(Math.min(values, minutes)).toBeGreaterThanOrEqual(1)
  expect(partitions * values * minutes).toBeLessThanOrEqual(engineLimits.PARTITION_HOT_VALUES_MAX)
})
