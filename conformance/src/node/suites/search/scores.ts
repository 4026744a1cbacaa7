import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { field, matchAll, query, type SdkQuery } from '../../search-shapes.js'
import {
  bool,
  constScore,
  exists,
  match,
  nested,
  phrase,
  range,
  term,
  terms,
} from './query-builders.js'
import { carts } from './carts.js'
import { finds, scores } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'

const score = testsOf('Scores')
const queries = testsOf('Queries')

/** Five texts with ten words, two on average. */
export const colours: Fixture = {
  name: 'colours',
  fields: [
    field('t', 'TEXT'),
    field('n', 'LONG'),
    field('d', 'DOUBLE'),
    field('day', 'DATE', { dateFormats: ['yyyy-MM-dd'] }),
    field('place', 'GEO_POINT'),
    field('ns', 'LONG', { isAnArray: true }),
  ],
  rows: {
    p: [
      ['t', 'red red blue'],
      ['n', 1n],
      ['d', 0.5],
      ['day', '2024-01-01'],
      ['place', '0,0'],
      ['ns', '[1,5]'],
    ],
    q: [
      ['t', 'red'],
      ['n', 2n],
      ['d', 1.0],
      ['day', '2024-01-02'],
      ['place', '0,1'],
    ],
    r: [
      ['t', 'blue green'],
      ['n', 4n],
      ['d', 2.0],
      ['day', '2024-01-03'],
      ['place', '0,2'],
    ],
    s: [
      ['t', 'green'],
      ['n', 8n],
      ['d', 4.0],
      ['day', '2024-01-05'],
      ['place', '0,4'],
    ],
    u: [['t', 'green green green']],
  },
}

/** BM25 with k1 1.2 and b 0.75, and the factor k1 + 1. */
const bm25 = (times: number, length: number, texts: number): number => {
  const rarity = Math.log(1 + (5 - texts + 0.5) / (texts + 0.5))
  return (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / 2))
}

const red = { p: bm25(2, 3, 2), q: bm25(1, 1, 2) }

const byNumber = (path: string, asked: SdkQuery): SdkQuery =>
  query('FUNCTION_SCORE', { query: asked, fieldValueFactor: { fieldName: path } })

const nestedScores = async (t: Testing, mode: number): Promise<readonly string[]> => {
  const { table, index } = await sharedIndex(t, carts)
  const asked = nested('items', byNumber('items.price', exists('items.price')), { scoreMode: mode })
  const only = bool({ must: [asked], filter: [terms('owner', ['ann', 'bob', 'cid'])] })
  const { rows, hits } = await t.client.search.search(table, index, only)
  return rows.map(({ key }, i) => `${String(key['pk'])} ${hits[i]?.score ?? 0}`)
}

export const scoreTests = [
  score('BM25', 'depends on frequency, rarity and length of the text', async (t) => {
    const where = await sharedIndex(t, colours)
    assert.ok(red.q > red.p)
    await scores(t, where, match('t', 'red'), { q: red.q, p: red.p })
    await scores(t, where, term('t', 'red'), { q: red.q, p: red.p })
  }),

  score('BM25', 'words of a match and clauses of a bool are summed', async (t) => {
    const where = await sharedIndex(t, colours)
    const wanted = {
      p: red.p + bm25(1, 3, 2),
      q: red.q,
      r: bm25(1, 2, 2),
    }
    await scores(t, where, match('t', 'red blue'), wanted)
    await scores(t, where, bool({ should: [term('t', 'red'), term('t', 'blue')] }), wanted)
  }),

  score('filters', 'and must-not-clauses do not score', async (t) => {
    const where = await sharedIndex(t, colours)
    const filter = [term('t', 'blue')]
    await scores(t, where, bool({ must: [term('t', 'red')], filter }), { p: red.p })
    const mustNot = [term('t', 'blue')]
    await scores(t, where, bool({ must: [term('t', 'red')], mustNot }), { q: red.q })
  }),

  queries('weights', 'multiply the score of their clause and do not change the hits', async (t) => {
    const where = await sharedIndex(t, colours)
    const heavy = { weight: 3 }
    await scores(t, where, match('t', 'red', heavy), { q: 3 * red.q, p: 3 * red.p })
    await scores(t, where, term('t', 'red', heavy), { q: 3 * red.q, p: 3 * red.p })
    const clauses = [term('t', 'red', heavy), term('t', 'blue')]
    const wanted = { p: 3 * red.p + bm25(1, 3, 2), q: 3 * red.q, r: bm25(1, 2, 2) }
    const byScore = Object.entries(wanted).sort(([, a], [, b]) => b - a)
    await scores(t, where, bool({ should: clauses }), Object.fromEntries(byScore))
    await finds(t, where, phrase('t', 'red blue', heavy), 'p')
  }),

  score('constant scores', 'match all, exists and const score', async (t) => {
    const where = await sharedIndex(t, colours)
    await scores(t, where, matchAll, { p: 1, q: 1, r: 1, s: 1, u: 1 })
    await scores(t, where, exists('n'), { p: 1, q: 1, r: 1, s: 1 })
    await scores(t, where, constScore(match('t', 'red')), { p: 1, q: 1 })
    await scores(t, where, range('n', { from: 4n }), { r: 1, s: 1 })
  }),

  queries('function score', 'the score times the value of a field', async (t) => {
    const where = await sharedIndex(t, colours)
    const asked = byNumber('n', exists('n'))
    await scores(t, where, asked, { s: 8, r: 4, q: 2, p: 1 })
    const wanted = { q: 2 * red.q, p: red.p }
    await scores(t, where, byNumber('n', match('t', 'red')), wanted)
  }),

  score('no sort on a nested index', 'best first, with scores', async (t) => {
    const { table, index } = await sharedIndex(t, carts)
    const asked = nested('items', byNumber('items.price', exists('items.price')), { scoreMode: 3 })
    const { rows, hits, token } = await t.client.search.search(table, index, asked)
    const told = rows.map(({ key }, i) => [key['pk'], hits[i]?.score])
    assert.deepEqual(told, [
      ['c1', 10],
      ['c2', 10],
      ['c5', 5],
      ['c6', 5],
    ])
    assert.equal(token, undefined)
  }),

  score('nested score modes', 'average, maximum, sum and minimum of the children', async (t) => {
    assert.deepEqual(await nestedScores(t, 2), ['c2 10', 'c1 6', 'c5 5'])
    assert.deepEqual(await nestedScores(t, 3), ['c1 10', 'c2 10', 'c5 5'])
    assert.deepEqual(await nestedScores(t, 4), ['c1 12', 'c2 10', 'c5 5'])
    assert.deepEqual(await nestedScores(t, 5), ['c2 10', 'c5 5', 'c1 2'])
  }),

  score('nested score modes', 'weight', async (t) => {
    const where = await sharedIndex(t, carts)
    const asked = nested('items', term('items.name', 'cup'), { scoreMode: 1, weight: 2 })
    await finds(t, where, asked, 'c5')
  }),
]
