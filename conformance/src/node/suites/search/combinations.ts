import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { field, matchAll, type SdkQuery } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import { aggregation, dateHistogram, groupBy, groups } from './aggregating.js'
import { exists, match, nested, range, term } from './query-builders.js'
import { plainly } from './plainly.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byField, byScore, DESC } from './sorters.js'

const search = testsOf('Search')
const queries = testsOf('Queries')
const sorting = testsOf('Sorting of hits')
const groupBys = testsOf('Group-bys')

const MAX = 3
const BOLD = { preTag: '<b>', postTag: '</b>' }

const children = (...list: readonly Readonly<Record<string, unknown>>[]): Column => [
  'n',
  JSON.stringify(list),
]

/** Trips have stops, and stops have sights. Requests here combine fields of several types and levels. */
const trips: Fixture = {
  name: 'trips',
  fields: [
    field('kind', 'KEYWORD'),
    field('price', 'LONG'),
    field('places', 'GEO_POINT', { isAnArray: true }),
    field('tags', 'KEYWORD', { isAnArray: true }),
    field('at', 'DATE', { dateFormats: ["yyyy-MM-dd'T'HH:mm:ssXXX"] }),
    field('n', 'NESTED', {
      fieldSchemas: [
        field('kind', 'KEYWORD'),
        field('days', 'LONG'),
        field('nights', 'LONG'),
        field('note', 'TEXT', { enableHighlighting: true }),
        field('m', 'NESTED', {
          fieldSchemas: [
            field('kind', 'KEYWORD'),
            field('rank', 'LONG'),
            field('note', 'TEXT', { enableHighlighting: true }),
          ],
        }),
      ],
    }),
  ],
  rows: {
    a: [
      ['kind', 'x'],
      ['price', 1n],
      ['places', '["30,120","31,120"]'],
      ['tags', '["s","t"]'],
      ['at', '2020-01-01T00:30:00+08:00'],
      children(
        { kind: 'p', days: 1, note: 'red red', m: [{ kind: 'u', rank: 1, note: 'a red dot' }] },
        { kind: 'q', days: 5, nights: 4, note: 'blue red', m: [{ kind: 'u', rank: 9 }] },
      ),
    ],
    b: [
      ['kind', 'x'],
      ['price', 2n],
      ['places', '["30,120"]'],
      ['at', '2020-01-01T00:30:00Z'],
      children({ kind: 'p', days: 7, note: 'red', m: [{ kind: 'u', rank: 3 }, { kind: 'v' }] }),
    ],
    c: [
      ['kind', 'y'],
      ['price', 3n],
      ['tags', '["t"]'],
      ['at', '2020-01-02T03:00:00+05:30'],
      children({ kind: 'q', days: 2, nights: 9, note: 'none', m: [{ kind: 'v', rank: 0 }] }),
    ],
    d: [
      ['kind', 'y'],
      ['at', '2019-12-31T20:00:00-05:00'],
    ],
    e: [['price', 5n]],
  },
}

const ask = async (t: Testing, asked: SdkQuery, more: Readonly<Record<string, unknown>>) => {
  const { table, index } = await sharedIndex(t, trips)
  return t.client.search.search(table, index, asked, { more })
}

const keysOf = async (t: Testing, sorter: Readonly<Record<string, unknown>>): Promise<string> => {
  const { rows } = await ask(t, matchAll, { sort: { sorters: [sorter] } })
  return rows.map(({ key }) => key['pk']).join(' ')
}

const highlight = (fieldName: string) => ({
  highlight: { highlightEncoder: 1, highlightParameters: [{ fieldName, ...BOLD }] },
})

const below = (name: string, type: number, items: readonly unknown[]) => ({
  groupByResults: [{ name, type, groupByResult: { items } }],
})

export const combinationTests = [
  search('pages by token', 'sums and totals cover all hits, on every page', async (t) => {
    const { table, index } = await sharedIndex(t, trips)
    const aggs = { aggs: { aggs: [aggregation('SUM', 'price')] } }
    const sums: unknown[] = []
    let token: Buffer | undefined
    do {
      const sort = token ? {} : { sort: { sorters: [byField('price', DESC)] } }
      const page = await t.client.search.search(table, index, matchAll, {
        limit: 2,
        more: { ...sort, ...aggs },
        ...(token && { token }),
      })
      const [sum] = page.reply.aggs?.aggResults ?? []
      sums.push([page.rows.length, page.total, plainly(sum?.aggResult)])
      token = page.token
    } while (token !== undefined)
    assert.deepEqual(sums, [
      [2, 5, { value: 11 }],
      [2, 5, { value: 11 }],
      [1, 5, { value: 11 }],
    ])
  }),

  queries('inner hits', 'sorted and highlighted, on two levels, beside an offset', async (t) => {
    const inner = nested('n.m', match('n.m.note', 'red'), {
      scoreMode: MAX,
      innerHits: { offset: 0, limit: 5, ...highlight('n.m.note') },
    })
    const sights = await ask(
      t,
      nested('n', inner, { scoreMode: MAX, innerHits: { offset: 0, limit: 3 } }),
      {},
    )
    const [stop] = sights.hits[0]?.searchInnerHits.get('n')?.subSearchHits ?? []
    const [sight] = stop?.searchInnerHits.get('n.m')?.subSearchHits ?? []
    const shown = sight?.highlightResultItem?.highlightFields.get('n.m.note')?.fragments
    assert.deepEqual(shown, ['a <b>red</b> dot'])

    const stops = nested('n', match('n.note', 'red'), {
      scoreMode: MAX,
      innerHits: {
        offset: 1,
        limit: 1,
        sort: { sorters: [byField('n.days', DESC)] },
        ...highlight('n.note'),
      },
    })
    const { rows, hits } = await ask(t, stops, { sort: { sorters: [byField('price')] } })
    const notes = hits.map(({ searchInnerHits }) =>
      (searchInnerHits.get('n')?.subSearchHits ?? []).map(
        (hit) => hit.highlightResultItem?.highlightFields.get('n.note')?.fragments,
      ),
    )
    assert.deepEqual(
      rows.map(({ key }) => key['pk']),
      ['a', 'b'],
    )
    assert.deepEqual(notes, [[['<b>red</b> <b>red</b>']], []])
  }),

  queries('nested', 'the score of a level combines those of the level below', async (t) => {
    const scores = async (scoreMode: number): Promise<unknown> => {
      const inner = nested('n.m', exists('n.m.kind'), { scoreMode: 4 })
      const sort = { sort: { sorters: [byScore()] } }
      const { rows, hits } = await ask(t, nested('n', inner, { scoreMode }), sort)
      return rows.map(({ key }, at) => [key['pk'], hits[at]?.score])
    }
    // Each sight scores 1. Row a has two stops with one sight each, b one with two, c one with one.
    const [AVG, TOTAL] = [2, 4]
    assert.deepEqual(await scores(AVG), [
      ['b', 2],
      ['a', 1],
      ['c', 1],
    ])
    assert.deepEqual(await scores(TOTAL), [
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ])
  }),

  sorting(
    'nested filter',
    'of children of children, with a value for rows without any',
    async (t) => {
      const nestedFilter = { path: 'n.m', filter: term('n.m.kind', 'u') }
      assert.equal(await keysOf(t, byField('n.m.rank', DESC, { nestedFilter })), 'a b c d e')
      const missing = { nestedFilter, missingValue: '_first' }
      assert.equal(await keysOf(t, byField('n.m.rank', DESC, missing)), 'c d e a b')
    },
  ),

  sorting('missing values', 'of children, from another field of the same child', async (t) => {
    // In a only the second stop has nights; b has none at all.
    const more = { missingField: 'n.days' }
    assert.equal(await keysOf(t, byField('n.nights', DESC)), 'c a b d e')
    assert.equal(await keysOf(t, byField('n.nights', DESC, more)), 'c b a d e')
    assert.equal(await keysOf(t, byField('n.nights', 0, more)), 'a b c d e')
  }),

  groupBys('three deep', 'a filter between groups of children and groups of rows', async (t) => {
    const where = await sharedIndex(t, trips)
    const byKind = groupBy('FIELD', { fieldName: 'kind' }, { aggs: [aggregation('SUM', 'price')] })
    const long = nested('n', range('n.days', { from: 5n }))
    const byFilter = groupBy(
      'FILTER',
      { filters: [term('kind', 'x'), long] },
      { groupBys: [byKind] },
    )
    const asked = groupBy('FIELD', { fieldName: 'n.kind' }, { groupBys: [byFilter] })
    const x = (rowCount: bigint, value: number) => ({
      rowCount,
      subGroupBysResult: below('field', 1, [
        {
          key: 'x',
          rowCount,
          subAggsResult: { aggResults: [{ name: 'sum', type: 4, aggResult: { value } }] },
        },
      ]),
    })
    assert.deepEqual(await groups(t, where, asked), [
      { key: 'p', rowCount: 2n, subGroupBysResult: below('filter', 3, [x(2n, 3), x(2n, 3)]) },
      { key: 'q', rowCount: 2n, subGroupBysResult: below('filter', 3, [x(1n, 1), x(1n, 1)]) },
    ])
  }),

  groupBys('geo distance', 'a row with several places counts once in each ring', async (t) => {
    const where = await sharedIndex(t, trips)
    const origin = { lat: 30, lon: 120 }
    const ranges = [
      { from: 0, to: 1000 },
      { from: 0, to: 200_000 },
      { from: 1000, to: 150_000 },
    ]
    const asked = groupBy('GEO_DISTANCE', { fieldName: 'places', origin, ranges })
    assert.deepEqual(await groups(t, where, asked), [
      { ...ranges[0], rowCount: 2n },
      { ...ranges[1], rowCount: 2n },
      { ...ranges[2], rowCount: 1n },
    ])
  }),

  groupBys('date histogram', 'days in time zones east and west of Greenwich', async (t) => {
    const where = await sharedIndex(t, trips)
    const days = (timeZone: string): Promise<unknown> =>
      groups(t, where, dateHistogram('at', { value: 1, unit: 'DAY' }, { timeZone }))
    const day = (begin: string, rowCount: bigint) => ({
      timeStamp: BigInt(Date.parse(begin)),
      rowCount,
    })
    assert.deepEqual(await days('+08:00'), [
      day('2019-12-31T16:00:00Z', 3n),
      day('2020-01-01T16:00:00Z', 1n),
    ])
    assert.deepEqual(await days('-05:30'), [
      day('2019-12-31T05:30:00Z', 3n),
      day('2020-01-01T05:30:00Z', 1n),
    ])
  }),
]
