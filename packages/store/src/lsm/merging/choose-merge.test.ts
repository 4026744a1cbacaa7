import { expect, test } from 'vitest'
import { chooseMerge } from './choose-merge.js'

const choose = (bytes: readonly number[], isIdle = false, reachesLast = true) =>
  chooseMerge({ bytes, reachesLast, isIdle })

test.each([
  ['one run', [64], undefined],
  ['few small runs above a large one', [64, 64, 64, 4096], undefined],
  ['eight of one size', [64, 60, 64, 70, 64, 64, 64, 64, 40_960], { from: 0, to: 8 }],
  [
    'seven of one size, eight of the next',
    [...sizes(7, 64), ...sizes(8, 512), 40_960],
    range(7, 15),
  ],
  ['as much above as below', [64, 64, 128], { from: 0, to: 3 }],
])('%s', (_, bytes, expected) => {
  expect(choose(bytes)).toEqual(expected)
})

test('older runs that are being merged do not count as the last', () => {
  expect(choose([64, 64], false, false)).toBeUndefined()
  expect(choose(sizes(8, 64), false, false)).toEqual({ from: 0, to: 8 })
})

test('at rest everything is merged that is worth it', () => {
  expect(choose([8, 8, 4096], true)).toEqual({ from: 0, to: 2 })
  expect(choose([16, 4096], true)).toBeUndefined()
  expect(choose([512, 4096], true)).toEqual({ from: 0, to: 2 })
})

test('random loads end with few runs, and write an entry seldom', () => {
  let runs: number[] = []
  let written = 0
  for (let flush = 0; flush < 2000; flush++) {
    runs = [64, ...runs]
    for (let next = choose(runs); next !== undefined; next = choose(runs)) {
      const merged = runs.slice(next.from, next.to).reduce((a, b) => a + b, 0)
      written += merged
      runs = [...runs.slice(0, next.from), merged, ...runs.slice(next.to)]
    }
    expect(runs.length).toBeLessThan(24)
  }
  expect(written / (2000 * 64)).toBeLessThan(6)
})

function sizes(count: number, bytes: number): number[] {
  return Array.from({ length: count }, () => bytes)
}

function range(from: number, to: number) {
  return { from, to }
}
