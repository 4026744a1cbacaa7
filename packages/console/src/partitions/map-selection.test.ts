import { expect, test } from 'vitest'
import type { LoadMap } from './load-map.js'
import { between, loadOf, readSelection, wholeMap, writeSelection } from './map-selection.js'

const load = {
  rowsRead: 0,
  rowsWritten: 0,
  unitsRead: 0,
  unitsWritten: 0,
  bytesRead: 0,
  bytesWritten: 0,
}

const line = (
  id: number,
  units: readonly number[],
  hottest: { value: string; units: number }[][],
) => ({
  partition: {
    id,
    bytes: 0,
    isUnavailable: false,
    rates: load,
    minutes: [],
    hottest: [],
    bigValues: [],
  },
  units,
  hottest,
})

const map: LoadMap = {
  minutes: [60_000, 120_000, 180_000],
  lines: [
    line(4, [10, 0, 0], [[{ value: '"a"', units: 5 }], [], []]),
    line(9, [0, 0, 100], [[], [], [{ value: '"m"', units: 90 }]]),
    line(5, [0, 40, 0], [[], [{ value: '"z"', units: 10 }], []]),
  ],
  most: 100,
  total: 150,
}

test('two cells select what is between them, in whichever order', () => {
  const selection = { lines: [0, 2], minutes: [1, 2] }
  expect(between({ line: 2, minute: 1 }, { line: 0, minute: 2 })).toEqual(selection)
})

test('a selection has its own sum and its own hottest values', () => {
  expect(loadOf(map, wholeMap(map))).toEqual({
    units: 150,
    hottest: [
      { value: '"m"', units: 90, share: 0.6 },
      { value: '"z"', units: 10, share: 10 / 150 },
      { value: '"a"', units: 5, share: 5 / 150 },
    ],
  })
  const part = loadOf(map, { lines: [1, 2], minutes: [0, 1] })
  expect(part).toEqual({ units: 40, hottest: [{ value: '"z"', units: 10, share: 0.25 }] })
})

test('a selection comes back from its address, by partition and time', () => {
  const selection = { lines: [1, 2], minutes: [0, 1] } as const
  const search = writeSelection(map, selection, new URLSearchParams('of=reads'))
  expect(String(search)).toBe('of=reads&ranges=9-5&from=60000&until=120000')
  expect(readSelection(map, search)).toEqual(selection)
  expect(String(writeSelection(map, undefined, search))).toBe('of=reads')
})

test('a selection moves with the minutes, and ends with its partition or its time', () => {
  const search = new URLSearchParams('ranges=9-5&from=60000&until=120000')
  const later = { ...map, minutes: [120_000, 180_000, 240_000] }
  expect(readSelection(later, search)?.minutes).toEqual([0, 0])
  expect(readSelection({ ...map, minutes: [180_000, 240_000, 300_000] }, search)).toBeUndefined()
  expect(readSelection({ ...map, lines: map.lines.slice(0, 1) }, search)).toBeUndefined()
  expect(readSelection(map, new URLSearchParams())).toBeUndefined()
})
