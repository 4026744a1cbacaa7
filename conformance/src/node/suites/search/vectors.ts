import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import { bool, exists, nearest, range, term } from './query-builders.js'
import { finds, refuses, scores } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byScore, sorted } from './sorters.js'

const query = testsOf('Queries')
const score = testsOf('Scores')
const type = testsOf('Search fields')

const FLOAT_32 = 2

const vector = (name: string, metricType: number) =>
  field(name, 'VECTOR', { vectorOptions: { dataType: FLOAT_32, dimension: 2, metricType } })

const all = (text: string | Buffer): Column[] => [
  ['near', text],
  ['angle', text],
  ['product', text],
]

const packed = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [n, value] of numbers.entries()) bytes.writeFloatLE(value, 4 * n)
  return bytes
}

/** Distances from (1, 0): 0 for one, the square root of 2 for up, 2 for back, that of 20 for far. */
const points: Fixture = {
  name: 'vectors',
  fields: [vector('near', 0), vector('angle', 1), vector('product', 2), field('kind', 'KEYWORD')],
  rows: {
    back: [...all('[-1, 0]'), ['kind', 'odd']],
    far: [...all(packed(3, 4)), ['kind', 'even']],
    none: [['kind', 'odd']],
    one: [...all('[1,0]'), ['kind', 'even']],
    short: [...all('[1]'), ['kind', 'odd']],
    up: [...all('[0,1]'), ['kind', 'odd']],
  },
}

const best = sorted(byScore())
const AT = [1, 0] as const

export const vectorTests = [
  type('VECTOR', 'as JSON text and as packed bytes', async (t) => {
    const where = await sharedIndex(t, points)
    await finds(t, where, exists('near'), 'back far one up')
  }),

  query('vectors', 'the nearest, ordered by key unless sorted by score', async (t) => {
    const where = await sharedIndex(t, points)
    await finds(t, where, nearest('near', 2, AT), 'one up')
    await finds(t, where, nearest('near', 3, AT), 'back one up')
    await finds(t, where, nearest('near', 4, AT), 'one up back far', best)
    await finds(t, where, nearest('angle', 4, AT), 'one far up back', best)
    await finds(t, where, nearest('product', 4, AT), 'far one up back', best)
  }),

  query('vectors with a filter', 'are the nearest that match the filter', async (t) => {
    const where = await sharedIndex(t, points)
    const odd = { filter: term('kind', 'odd') }
    await finds(t, where, nearest('near', 1, AT, odd), 'up')
    const some = { filter: bool({ must: [exists('near')], mustNot: [term('kind', 'even')] }) }
    await finds(t, where, nearest('near', 5, AT, some), 'back up')
  }),

  query('vectors', 'beside other clauses', async (t) => {
    const where = await sharedIndex(t, points)
    const must = [nearest('near', 2, AT), term('kind', 'odd')]
    await finds(t, where, bool({ must }), 'up')
  }),

  query('wrong values', 'invalid vector queries are refused', async (t) => {
    const where = await sharedIndex(t, points)
    await refuses(t, where, nearest('near', 1, [1, 0, 0]))
    await refuses(t, where, nearest('near', 1, []))
    await refuses(t, where, nearest('near', 0, AT))
    await refuses(t, where, nearest('near', 1001, AT))
    await refuses(t, where, nearest('kind', 1, AT))
    await refuses(t, where, nearest('nowhere', 1, AT))
    await refuses(t, where, nearest('near', 1, AT, { filter: nearest('near', 1, AT) }))
    await refuses(t, where, nearest('near', 1, AT, { filter: term('nowhere', 'a') }))
    await refuses(t, where, term('near', '[1,0]'))
    await refuses(t, where, range('near', { from: 'a' }))
  }),

  score('vectors', 'Euclidean distance', async (t) => {
    const where = await sharedIndex(t, points)
    const wanted = { one: 1, up: 1 / 3, back: 1 / 5, far: 1 / 21 }
    await scores(t, where, nearest('near', 4, AT), wanted)
  }),

  score('vectors', 'cosine', async (t) => {
    const where = await sharedIndex(t, points)
    const wanted = { one: 1, far: (1 + 0.6) / 2, up: 1 / 2, back: 0 }
    await scores(t, where, nearest('angle', 4, AT), wanted)
  }),

  score('vectors', 'dot product', async (t) => {
    const where = await sharedIndex(t, points)
    const wanted = { far: 2, one: 1, up: 1 / 2, back: 0 }
    await scores(t, where, nearest('product', 4, AT), wanted)
  }),

  query('weights', 'of vector queries', async (t) => {
    const where = await sharedIndex(t, points)
    await scores(t, where, nearest('near', 2, AT, { weight: 3 }), { one: 3, up: 1 })
  }),
]
