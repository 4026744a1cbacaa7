import type { Aggregation, GroupBy, SearchVariant } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { type Cells, aggregate } from './testing/aggregate.js'

const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

const percentiles = (
  fieldName: string,
  rows: readonly Cells[],
  percents: readonly number[],
  missing?: SearchVariant,
): SearchVariant[] => {
  const asked: Aggregation = {
    kind: 'percentiles',
    name: 'p',
    fieldName,
    percentiles: percents,
    missing,
  }
  // Two segments, of which one may have only small numbers.
  const [result] = aggregate([rows.slice(0, 2), rows.slice(2)], [asked], []).aggregations
  return result?.kind === 'percentiles' ? result.items.map(({ value }) => value) : []
}

const longs = (...values: readonly bigint[]): Cells[] => values.map((value) => ({ l: [value] }))
const doubles = (...values: readonly number[]): Cells[] => values.map((value) => ({ d: [value] }))

describe('percentiles', () => {
  test('of integers at both ends are exact', () => {
    const ends = longs(1n, 2n, MIN, MIN, MAX - 1n, MAX)
    expect(percentiles('l', ends, [1, 20, 40, 60, 80, 100])).toEqual([
      MIN,
      MIN,
      1n,
      2n,
      MAX - 1n,
      MAX,
    ])
  })

  test('above 2^53 are exact', () => {
    const ids = Array.from({ length: 11 }, (_, at) => 2n ** 60n + BigInt(at))
    expect(percentiles('l', longs(...ids), [10, 50, 90])).toEqual([
      2n ** 60n + 1n,
      2n ** 60n + 5n,
      2n ** 60n + 9n,
    ])
  })

  test('count a missing value exactly, one too large as the greatest', () => {
    const rows: Cells[] = [{ l: [3n] }, { k: ['a'] }, { k: ['b'] }]
    expect(percentiles('l', rows, [100], 2n ** 53n + 1n)).toEqual([2n ** 53n + 1n])
    expect(percentiles('l', rows, [100], 1e30)).toEqual([MAX])
    expect(percentiles('l', rows, [1], -1e30)).toEqual([MIN])
  })

  test('of the largest doubles are finite', () => {
    const most = Number.MAX_VALUE
    expect(percentiles('d', doubles(-most, most), [50, 100])).toEqual([0, most])
  })
})

const keys = (
  rows: readonly Cells[],
  changes: Partial<Extract<GroupBy, { kind: 'histogram' }>>,
): SearchVariant[] => {
  const histogram: GroupBy = {
    kind: 'histogram',
    name: 'h',
    fieldName: 'l',
    interval: 10n,
    missing: undefined,
    minDocCount: undefined,
    sort: undefined,
    fieldRange: undefined,
    offset: undefined,
    subAggregations: [],
    subGroupBys: [],
    ...changes,
  }
  const [result] = aggregate([rows], [], [histogram]).groupBys
  return result?.kind === 'histogram' ? result.items.map(({ key }) => key) : []
}

describe('histograms', () => {
  test('of integers at both ends have keys of 64 bits', () => {
    const ends = longs(MIN, MIN + 9n, 0n, MAX)
    expect(keys(ends, {})).toEqual([MIN, MIN + 8n, 0n, MAX - 7n])
    expect(keys(ends, { interval: MAX })).toEqual([MIN, -MAX, 0n, MAX])
    expect(keys(ends, { interval: 2n, offset: 1n })).toEqual([MIN, MIN + 9n, -1n, MAX])
    expect(keys([{ k: ['a'] }], { missing: -1e30 })).toEqual([MIN])
    expect(keys([{ k: ['a'] }], { missing: 1e30 })).toEqual([MAX - 7n])
  })

  test('of doubles never have an infinite key', () => {
    const most = Number.MAX_VALUE
    const ends = doubles(-most, 0, most)
    for (const interval of [3, 0.1, 1e-300, most]) {
      const found = keys(ends, { fieldName: 'd', interval })
      expect(found).toHaveLength(3)
      expect(found.every((key) => Number.isFinite(key))).toBe(true)
    }
    const [far] = keys(doubles(most), { fieldName: 'd', interval: 1, offset: -most })
    expect(Number.isFinite(far)).toBe(true)
  })
})

test('a missing date out of range counts as the last possible day', () => {
  const days: GroupBy = {
    kind: 'dateHistogram',
    name: 'h',
    fieldName: 'dt',
    interval: { value: 1, unit: 'DAY' },
    fieldRange: undefined,
    missing: 2n ** 63n - 1n,
    minDocCount: undefined,
    timeZone: undefined,
    sort: undefined,
    offset: undefined,
    subAggregations: [],
    subGroupBys: [],
  }
  const [result] = aggregate([[{ k: ['a'] }]], [], [days]).groupBys
  const found = result?.kind === 'dateHistogram' ? result.items : []
  expect(found.map(({ timestamp }) => timestamp)).toEqual([BigInt(Date.UTC(2262, 3, 11))])
})
