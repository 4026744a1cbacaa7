import { manualClock } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { ColumnHeat } from './column-heat.js'

const HOUR_MS = 3_600_000

const put = (table: string) => ({
  table,
  kind: 'put' as const,
  isWhole: false,
  keyBytes: 8,
  columns: [{ name: 'price', bytes: 13 }],
  weight: 1,
})

const putsOf = (heat: ColumnHeat, id: number) => heat.of(id).columns.get('price')?.puts

test('the tables with the latest calls are kept', () => {
  const heat = new ColumnHeat(manualClock(), 1)
  const last = serverLimits.HEAT_TABLES_MAX
  for (let id = 0; id <= last; id++) {
    // The first one is in use all the time.
    if (id > 0) heat.add(1, [put('t')], () => 0)
    heat.add(1, [put('t')], () => id)
  }
  expect(putsOf(heat, 0)).toBe(last + 1)
  expect(putsOf(heat, 1)).toBeUndefined()
  expect(putsOf(heat, 2)).toBe(1)
  expect(putsOf(heat, last)).toBe(1)
})

test('a day later what was counted has half of its weight', () => {
  const clock = manualClock()
  const heat = new ColumnHeat(clock, 1)
  heat.add(1000, [put('t'), put('dropped')], (table) => (table === 't' ? 1 : undefined))
  expect(heat.of(1).sampledCalls).toBe(1)
  for (let hour = 0; hour < serverLimits.HEAT_HALF_LIFE_HOURS; hour++) {
    clock.advance(HOUR_MS)
    heat.tick()
    heat.tick()
  }
  expect(putsOf(heat, 1)).toBeCloseTo(500)
})
