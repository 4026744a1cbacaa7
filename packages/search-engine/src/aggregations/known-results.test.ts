import type { Aggregation, GroupBy, GroupByComposite, GroupByResult } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { type Cells, aggregate as search } from './testing/aggregate.js'

const NO_SUB = { subAggregations: [], subGroupBys: [] } as const

describe('without a value', () => {
  test('metrics are marked as the Go SDK reads it', () => {
    const over = { name: 'm', fieldName: 'l', missing: undefined }
    const { aggregations } = search(
      [[{ k: ['a'] }]],
      [
        { kind: 'min', ...over },
        { kind: 'max', ...over },
        { kind: 'avg', ...over },
        { kind: 'sum', ...over },
        { kind: 'percentiles', ...over, percentiles: [50] },
      ],
      [],
    )
    expect(aggregations.map((result) => ('value' in result ? result.value : result))).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      0,
      { kind: 'percentiles', items: [], name: 'm' },
    ])
  })
})

test('sums of integers are exact, also when partial sums exceed the precision of a double', () => {
  const large = 2n ** 62n
  const rows = [
    [{ l: [large] }, { l: [large] }, { l: [1n] }],
    [{ l: [-large] }, { l: [-large] }],
  ]
  const { aggregations } = search(
    rows,
    [{ kind: 'sum', name: 's', fieldName: 'l', missing: undefined }],
    [],
  )
  expect(aggregations).toEqual([{ kind: 'sum', name: 's', value: 1 }])
})

test('sums of doubles compensate for rounding errors', () => {
  const rows = [Array.from({ length: 10 }, () => ({ d: [0.1] }))]
  const { aggregations } = search(
    rows,
    [{ kind: 'sum', name: 's', fieldName: 'd', missing: undefined }],
    [],
  )
  expect(aggregations).toEqual([{ kind: 'sum', name: 's', value: 1 }])
})

const counts = ({ items }: { items: readonly object[] }): object[] =>
  items.map((item) => {
    const { subAggregations: _, subGroupBys: __, ...rest } = { ...NO_SUB, ...item }
    return rest
  })

test('bounds of a histogram are those of its keys, as the PHP SDK tests them', () => {
  const rows = [Array.from({ length: 100 }, (_, value) => ({ l: [BigInt(value)] }))]
  const histogram: GroupBy = {
    kind: 'histogram',
    name: 'h',
    fieldName: 'l',
    interval: 3n,
    missing: undefined,
    minDocCount: 0,
    sort: undefined,
    fieldRange: { min: 2n, max: 10n },
    offset: 1n,
    ...NO_SUB,
  }
  const [result] = search(rows, [], [histogram]).groupBys
  expect(result && counts(result)).toEqual([
    { key: 4n, rowCount: 3 },
    { key: 7n, rowCount: 3 },
    { key: 10n, rowCount: 3 },
  ])
})

test('days of a date histogram are those of the time zone, the last bound excluded', () => {
  const first = BigInt(Date.parse('2017-05-01T00:00:00+08:00')) * 1_000_000n
  const hour = 3_600_000_000_000n
  const rows = [Array.from({ length: 24 * 30 }, (_, n) => ({ dt: [first + BigInt(n) * hour] }))]
  const histogram: GroupBy = {
    kind: 'dateHistogram',
    name: 'h',
    fieldName: 'dt',
    interval: { value: 2, unit: 'DAY' },
    missing: undefined,
    minDocCount: 0,
    timeZone: '+08:00',
    sort: undefined,
    fieldRange: { min: '2017-05-01', max: '2017-05-19' },
    offset: { value: 1, unit: 'DAY' },
    ...NO_SUB,
  }
  const [result] = search(rows, [], [histogram]).groupBys
  const items = result === undefined ? [] : counts(result)
  expect(items).toHaveLength(9)
  expect(items.slice(0, 2)).toEqual([
    { timestamp: 1_493_568_000_000n, rowCount: 48 },
    { timestamp: 1_493_740_800_000n, rowCount: 48 },
  ])
})

test('keys of fields are strings', () => {
  const byField = (fieldName: string): GroupBy => ({
    kind: 'field',
    name: fieldName,
    fieldName,
    size: undefined,
    sort: [{ kind: 'groupKey', order: 'ASC' }],
    minDocCount: undefined,
    ...NO_SUB,
  })
  const rows = [
    [{ l: [2n ** 62n], d: [4], b: [1], k: ['沈家'] }],
    [{ l: [-4n], d: [0.5], b: [0], k: ['z'] }, { d: [-0] }, { d: [0] }],
  ]
  const { groupBys } = search(rows, [], ['l', 'd', 'b', 'k'].map(byField))
  expect(groupBys.map(keysOf)).toEqual([
    ['-4', '4611686018427387904'],
    ['0.0', '0.5', '4.0'],
    ['false', 'true'],
    ['z', '沈家'],
  ])
})

function keysOf(result: GroupByResult): unknown[] {
  return result.kind === 'field' ? result.items.map(({ key }) => key) : []
}

test('groups of a field are sorted by count, then by key, also with an empty list of sorters', () => {
  const byWord = (sort: readonly [] | undefined): GroupBy => ({
    kind: 'field',
    name: 'g',
    fieldName: 'k',
    size: undefined,
    sort,
    minDocCount: undefined,
    ...NO_SUB,
  })
  const rows = [['b', 'c', 'c'].map((word) => ({ k: [word] })), [{ k: ['d'] }, { k: ['c'] }]]
  for (const sort of [[] as const, undefined]) {
    const [result] = search(rows, [], [byWord(sort)]).groupBys
    expect(result && keysOf(result)).toEqual(['c', 'b', 'd'])
  }
})

test('results inside a group are sorted by name, those at the top are in the order of the request', () => {
  const sum = (name: string): Aggregation => ({
    kind: 'sum',
    name,
    fieldName: 'l',
    missing: undefined,
  })
  const group = (name: string, below: Partial<GroupBy> = {}): GroupBy => ({
    kind: 'filter',
    name,
    filters: [{ kind: 'matchAll' }],
    subAggregations: below.subAggregations ?? [],
    subGroupBys: below.subGroupBys ?? [],
  })
  const outer = group('outer', {
    subAggregations: [sum('sum'), sum('avg'), sum('max')],
    subGroupBys: [group('second'), group('first')],
  })
  const { aggregations, groupBys } = search([[{ l: [1n] }]], [sum('z'), sum('a')], [outer])
  expect(aggregations.map(({ name }) => name)).toEqual(['z', 'a'])
  const [result] = groupBys
  const item = result?.kind === 'filter' ? result.items[0] : undefined
  expect(item?.subAggregations.map(({ name }) => name)).toEqual(['avg', 'max', 'sum'])
  expect(item?.subGroupBys.map(({ name }) => name)).toEqual(['first', 'second'])
})

test('percentiles are interpolated between two ranks; those of integers are truncated', () => {
  const percentiles = (fieldName: string): Aggregation => ({
    kind: 'percentiles',
    name: fieldName,
    fieldName,
    percentiles: [60, 20],
    missing: undefined,
  })
  const rows = [0, 1, 2].map((segment) =>
    Array.from({ length: 5 }, (_, at) => ({
      l: [BigInt(at * 3 + segment)],
      d: [at * 3 + segment],
    })),
  )
  const { aggregations } = search(rows, [percentiles('d'), percentiles('l')], [])
  expect(aggregations.map((result) => ('items' in result ? result.items : result))).toEqual([
    [
      { key: 20, value: 2.8 },
      { key: 60, value: 8.4 },
    ],
    [
      { key: 20, value: 2n },
      { key: 60, value: 8n },
    ],
  ])
})

describe('a composite', () => {
  const sources: GroupBy[] = [
    {
      kind: 'field',
      name: 'first',
      fieldName: 'k',
      size: undefined,
      sort: [{ kind: 'groupKey', order: 'DESC' }],
      minDocCount: undefined,
      ...NO_SUB,
    },
    {
      kind: 'histogram',
      name: 'second',
      fieldName: 'd',
      interval: 0.5,
      missing: undefined,
      minDocCount: undefined,
      sort: undefined,
      fieldRange: undefined,
      offset: undefined,
      ...NO_SUB,
    },
    {
      kind: 'field',
      name: 'third',
      fieldName: 'l',
      size: undefined,
      sort: undefined,
      minDocCount: undefined,
      ...NO_SUB,
    },
  ]
  const rows: Cells[][] = [0, 1, 2].map((segment) =>
    Array.from({ length: 40 }, (_, row) => ({
      ...(row % 7 === 0 ? {} : { k: ['沈', 'a', 'b'].slice(row % 3, (row % 3) + 1) }),
      ...(row % 5 === 0 ? {} : { d: [(row % 4) / 4 + segment] }),
      ...(row % 3 === 0 ? {} : { l: [row % 2 === 0 ? 2n ** 62n : BigInt(row % 2)] }),
    })),
  )

  function page(size: number, nextToken: string | undefined) {
    const asked: GroupByComposite = {
      kind: 'composite',
      sources,
      size,
      nextToken,
      suggestedSize: undefined,
      ...NO_SUB,
    }
    const [result] = search(rows, [], [{ ...asked, name: 'c' }]).groupBys
    if (result?.kind !== 'composite') throw new Error('a composite answers one')
    return result
  }

  test('has all groups over its pages', () => {
    const all = page(2000, undefined)
    expect(all.nextToken).toBeUndefined()
    expect(all.sourceNames).toEqual(['first', 'second', 'third'])
    expect(all.items.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(120)
    expect(all.items.some(({ keys }) => keys.includes(null))).toBe(true)
    for (const size of [7, all.items.length]) {
      const items: unknown[] = []
      let token: string | undefined
      do {
        const { items: some, nextToken } = page(size, token)
        expect(some.length).toBeLessThanOrEqual(size)
        items.push(...some)
        token = nextToken
      } while (token !== undefined)
      expect(items).toEqual(all.items)
    }
  })
})
