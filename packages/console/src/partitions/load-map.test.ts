import type { ListedPartition } from '@rowhouse/console-gate/shapes'
import { expect, test } from 'vitest'
import { MINUTES, SHADES, leastOfShade, loadMap, shadeOf, unitsOfMinutes } from './load-map.js'

const NOW = Date.parse('2026-03-01T10:30:20Z')

const load = (unitsRead: number, unitsWritten: number) => ({
  rowsRead: 0,
  rowsWritten: 0,
  unitsRead,
  unitsWritten,
  bytesRead: 0,
  bytesWritten: 0,
})

const partition: ListedPartition = {
  id: 1,
  bytes: 0,
  isUnavailable: false,
  rates: load(0, 0),
  minutes: [
    { minute: '2026-03-01T10:30:00.000Z', ...load(3, 4), hottest: [] },
    {
      minute: '2026-03-01T10:10:00.000Z',
      ...load(2, 8),
      hottest: [{ value: '"m"', units: 5 }],
    },
    { minute: '2026-03-01T09:31:00.000Z', ...load(0, 5), hottest: [] },
    { minute: '2026-03-01T09:30:00.000Z', ...load(100, 100), hottest: [] },
  ],
  hottest: [{ value: '"now"', share: 0.5 }],
  bigValues: [],
}

test('each minute of the last hour has its load, and older ones are left out', () => {
  const { lines, most, total } = loadMap([partition], 'all', NOW)
  const units = lines[0]?.units ?? []
  expect(units).toHaveLength(MINUTES)
  expect([units[0], units.at(-1)]).toEqual([5, 7])
  expect([most, total]).toEqual([10, 22])
})

test('reads and writes are shown apart', () => {
  expect(loadMap([partition], 'reads', NOW).total).toBe(5)
  expect(loadMap([partition], 'writes', NOW).total).toBe(17)
})

test('the shade grows with the load, from the least that can be seen to the darkest', () => {
  const shades = [0, 0.001, 1, 10, 100, 1000].map((units) => shadeOf(units, 1000))
  expect(shades).toEqual(shades.toSorted((a, b) => a - b))
  expect([shades[0], shades[1], shades.at(-1)]).toEqual([0, 1, SHADES])
  expect(shadeOf(5, 0)).toBe(0)
})

test('each shade begins where the legend says', () => {
  for (let shade = 1; shade < SHADES; shade++) {
    const next = leastOfShade(shade + 1, 5000)
    expect([shadeOf(next * 0.999, 5000), shadeOf(next * 1.001, 5000)]).toEqual([shade, shade + 1])
  }
})

test('a minute has its own hottest values, and the one under way those of the last', () => {
  const [line] = loadMap([partition], 'writes', NOW).lines
  const hot = line?.hottest ?? []
  expect(hot.at(-1)).toEqual([{ value: '"now"', units: 2 }])
  expect(hot.at(-21)).toEqual([{ value: '"m"', units: 4 }])
  expect(hot[0]).toEqual([])
})

test('the minutes of a table are those of its partitions together', () => {
  const units = unitsOfMinutes(loadMap([partition, { ...partition, id: 2 }], 'all', NOW))
  expect([units[0], units.at(-1), units.length]).toEqual([10, 14, MINUTES])
})
