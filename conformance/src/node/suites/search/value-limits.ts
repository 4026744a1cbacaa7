import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import type { Column } from '../../values.js'
import { exists, nested, phrase, term } from './query-builders.js'
import { finds } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byKey, sorted } from './sorters.js'

const type = testsOf('Search fields')
const analyzer = testsOf('Analyzers')

const list = (count: number, make: (n: number) => unknown): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => make(n)))

const columns = (over: number): Column[] => [
  ['word', 'w'.repeat(4096 + over)],
  ['file', '文'.repeat(682).concat('ab', 'c'.repeat(over))],
  ['longs', list(256 + over, (n) => n)],
  ['near', list(2 + over, (n) => n)],
]

/** Values of the largest size, and values that are larger. */
const sizes: Fixture = {
  name: 'sizes',
  fields: [
    field('word', 'KEYWORD'),
    field('file', 'FUZZY_KEYWORD'),
    field('longs', 'LONG', { isAnArray: true }),
    field('near', 'VECTOR', { vectorOptions: { dataType: 2, dimension: 2, metricType: 0 } }),
    field('day', 'DATE', { dateFormats: ['yyyy-MM-dd'] }),
    field('parts', 'TEXT', {
      analyzer: 'fuzzy',
      analyzerParameter: { minChars: 2, maxChars: 3 },
    }),
  ],
  rows: {
    beyond: [...columns(1), ['day', '2262-04-12'], ['parts', `${'a'.repeat(1024)}tail`]],
    early: [['day', '1969-12-31']],
    whole: [...columns(0), ['day', '2262-04-11'], ['parts', `${'a'.repeat(1020)}tail`]],
  },
}

const children: Fixture = {
  name: 'many children',
  fields: [field('items', 'NESTED', { fieldSchemas: [field('n', 'LONG')] })],
  rows: {
    beyond: [['items', list(257, (n) => ({ n }))]],
    whole: [['items', list(256, (n) => ({ n }))]],
  },
}

export const valueLimitTests = [
  type('values that do not fit', 'because they are too large or too many', async (t) => {
    const where = await sharedIndex(t, sizes)
    for (const name of ['word', 'file', 'longs', 'near']) {
      await finds(t, where, exists(name), 'whole')
    }
    await finds(t, where, term('word', 'w'.repeat(4096)), 'whole')
    await finds(t, where, term('longs', 255n), 'whole')
  }),

  type('values that do not fit', 'because they have too many children', async (t) => {
    const where = await sharedIndex(t, children)
    const first = nested('items', term('items.n', 0n))
    await finds(t, where, first, 'whole', sorted(byKey()))
  }),

  type('DATE', 'from 1970 to 2262', async (t) => {
    const where = await sharedIndex(t, sizes)
    await finds(t, where, exists('day'), 'whole')
    await finds(t, where, term('day', '2262-04-11'), 'whole')
  }),

  analyzer('fuzzy', 'the first 1024 characters', async (t) => {
    const where = await sharedIndex(t, sizes)
    await finds(t, where, phrase('parts', 'aaa'), 'beyond whole')
    await finds(t, where, phrase('parts', 'tail'), 'whole')
  }),
]
