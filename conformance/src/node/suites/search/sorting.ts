import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { matchAll } from '../../search-shapes.js'
import { toSdkValue } from '../../values.js'
import { bool, exists, match, nested, range, term } from './query-builders.js'
import { carts } from './carts.js'
import { everyType } from './every-type.js'
import { finds, found, refuses } from './finding.js'
import { sharedIndex, type Indexed } from './fixture.js'
import {
  ASC,
  AVG,
  byDistance,
  byDocument,
  byField,
  byKey,
  byScore,
  DESC,
  MAX,
  MIN,
  sorted,
} from './sorters.js'

const sort = testsOf('Sorting of hits')

type Sorter = Readonly<Record<string, unknown>>

const orders = async (
  t: Testing,
  where: Indexed,
  keys: string,
  ...sorters: readonly Sorter[]
): Promise<void> => finds(t, where, matchAll, keys, sorted(...sorters))

export const sortTests = [
  sort('by fields', 'of every type, in both orders, rows without a value last', async (t) => {
    const where = await sharedIndex(t, everyType)
    await orders(t, where, 'e a b c d dirty none', byField('long'))
    await orders(t, where, 'd c b a e dirty none', byField('long', DESC))
    await orders(t, where, 'b e a c d dirty none', byField('double'))
    await orders(t, where, 'd a b c e dirty none', byField('word'))
    await orders(t, where, 'e c b a d dirty none', byField('word', DESC))
    await orders(t, where, 'b d a c e dirty none', byField('flag'))
    await orders(t, where, 'd a b e c dirty none', byField('day'))
    await orders(t, where, 'c e b a d dirty none', byField('at', DESC))
  }),

  sort('by fields', 'addresses and virtual fields', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, exists('address'), 'd a b c e', sorted(byField('address')))
    await finds(t, where, exists('digits_long'), 'b a', sorted(byField('digits_long', DESC)))
    await finds(t, where, exists('long_word'), 'e a dirty c b d', sorted(byField('long_word')))
  }),

  sort('mode of arrays', 'minimum, maximum and average of an array', async (t) => {
    const where = await sharedIndex(t, everyType)
    const arrays = (keys: string, order: number, mode?: number) =>
      finds(t, where, exists('longs'), keys, sorted(byField('longs', order, { mode })))
    await arrays('a b d', ASC)
    await arrays('a d b', DESC)
    await arrays('a b d', ASC, MIN)
    await arrays('b d a', ASC, MAX)
    await arrays('b a d', ASC, AVG)
    await arrays('d b a', DESC, MIN)
    await arrays('a d b', DESC, MAX)
  }),

  sort('missing values', 'first, last or as a value', async (t) => {
    const where = await sharedIndex(t, everyType)
    const by = (missingValue: unknown, order = ASC) => byField('long', order, { missingValue })
    await orders(t, where, 'dirty none e a b c d', by('_first'))
    await orders(t, where, 'dirty none d c b a e', by('_first', DESC))
    await orders(t, where, 'd c b a e dirty none', by('_last', DESC))
    await orders(t, where, 'e a b dirty none c d', by(toSdkValue(5n)))
    const word = byField('word', ASC, { missingValue: 'b' })
    await orders(t, where, 'd a dirty none b c e', word)
  }),

  sort('missing values', 'from another field, before any value', async (t) => {
    const where = await sharedIndex(t, everyType)
    await orders(t, where, 'e a b none c d dirty', byField('long', ASC, { missingField: 'spare' }))
    const both = { missingField: 'spare', missingValue: toSdkValue(20n) }
    await orders(t, where, 'e a b none c dirty d', byField('long', ASC, both))
  }),

  sort('several sorters', 'apply one after the other, the key last', async (t) => {
    const where = await sharedIndex(t, everyType)
    const has = exists('flag')
    await finds(t, where, has, 'd b c a e', sorted(byField('flag'), byField('long', DESC)))
    await finds(t, where, has, 'd b e c a', sorted(byField('flag'), byKey(DESC)))
    await finds(t, where, has, 'a c e b d', sorted(byField('flag', DESC)))
  }),

  sort('by primary key', 'in both orders', async (t) => {
    const where = await sharedIndex(t, everyType)
    await orders(t, where, 'a b c d dirty e none', byKey())
    await orders(t, where, 'none e dirty d c b a', byKey(DESC))
  }),

  sort('by score', 'best first or last', async (t) => {
    const where = await sharedIndex(t, everyType)
    // Row a has both words; of the others, the one with the shorter text is better.
    const asked = match('text', 'red apple')
    await finds(t, where, asked, 'a c', sorted(byScore()))
    await finds(t, where, asked, 'c a', sorted(byScore(ASC)))
  }),

  sort('by geo distance', 'from one point or the nearest or farthest of several', async (t) => {
    const where = await sharedIndex(t, everyType)
    const has = exists('place')
    await finds(t, where, has, 'a b c d e', sorted(byDistance('place', ['0,0'])))
    await finds(t, where, has, 'e d c b a', sorted(byDistance('place', ['0,0'], DESC)))
    await finds(t, where, has, 'd c b a e', sorted(byDistance('place', ['9,9'])))
    const points = ['0,0', '11,10']
    const nearest = byDistance('place', points, ASC, { mode: MIN })
    await finds(t, where, has, 'a b d c e', sorted(nearest, byKey()))
    const farthest = byDistance('place', points, ASC, { mode: MAX })
    await finds(t, where, has, 'c d b a e', sorted(farthest))
    const plane = byDistance('place', ['0,0'], DESC, { distanceType: 1 })
    await finds(t, where, has, 'e d c b a', sorted(plane))
  }),

  sort('by geo distance', 'arrays, and rows without a place', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, exists('places'), 'a b', sorted(byDistance('places', ['5,5'])))
    await finds(t, where, exists('places'), 'b a', sorted(byDistance('places', ['1,0'])))
    const all = await found(t, where, matchAll, sorted(byDistance('place', ['0,0'])))
    assert.deepEqual(all.slice(-2), ['dirty', 'none'])
  }),

  sort('nested filter', 'by a value of all children or of those that match', async (t) => {
    const where = await sharedIndex(t, carts)
    const has = range('owner', { from: 'ann', to: 'dan' })
    const by = (order: number, mode: number, filter?: unknown) =>
      sorted(
        byField('items.price', order, {
          mode,
          ...(filter !== undefined && { nestedFilter: { path: 'items', filter } }),
        }),
      )
    await finds(t, where, has, 'c1 c5 c2 c3 c4', by(ASC, MIN))
    await finds(t, where, has, 'c1 c2 c5 c3 c4', by(DESC, MAX))
    await finds(t, where, has, 'c5 c1 c2 c3 c4', by(ASC, AVG))
    const inks = term('items.name', 'ink')
    await finds(t, where, has, 'c1 c2 c3 c4 c5', by(ASC, MIN, inks))
    const pens = bool({ must: [term('items.name', 'pen')] })
    await finds(t, where, has, 'c2 c1 c3 c4 c5', by(DESC, MAX, pens))
  }),

  sort('by document', 'only in inner hits, in both orders', async (t) => {
    const { table, index } = await sharedIndex(t, carts)
    const placesBy = async (order: number) => {
      const sorters = [byDocument(order)]
      const asked = nested('items', term('items.name', 'a'), { innerHits: { sort: { sorters } } })
      const { hits } = await t.client.search.search(table, index, asked)
      const children = hits[0]?.searchInnerHits.get('items')?.subSearchHits ?? []
      return children.map(({ nestedDocOffset }) => nestedDocOffset ?? 0)
    }
    assert.deepEqual(await placesBy(ASC), [0, 1, 2])
    assert.deepEqual(await placesBy(DESC), [4, 3, 2])
  }),

  sort('wrong sorters', 'are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    const wrong: readonly Sorter[] = [
      byField('nowhere'),
      byField('text'),
      byField('file'),
      byField('place'),
      byDistance('word', ['0,0']),
      byDistance('place', []),
      byDistance('place', ['91,0']),
      byDocument(),
      byField('items.price'),
      byField('long', ASC, { missingValue: 'x' }),
      byField('long', ASC, { missingField: 'nowhere' }),
      byField('long', ASC, { nestedFilter: { path: 'nowhere', filter: matchAll } }),
    ]
    for (const sorter of wrong) await refuses(t, where, matchAll, undefined, sorted(sorter))
  }),
]
