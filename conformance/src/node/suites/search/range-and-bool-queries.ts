import { testsOf } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import { bool, constScore, exists, range, term } from './query-builders.js'
import { everyType } from './every-type.js'
import { finds, refuses } from './finding.js'
import { sharedIndex } from './fixture.js'

const query = testsOf('Queries')

const ALL = 'a b c d dirty e none'

const wrapped = (times: number): SdkQuery => {
  let asked = term('word', 'apple')
  for (let n = 0; n < times; n += 1) asked = bool({ must: [asked] })
  return asked
}

export const rangeAndBoolQueryTests = [
  query('match all', 'every row, in the order of keys', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, matchAll, ALL)
  }),

  query('range', 'open and closed ends', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, range('long', { from: 1n, to: 10n }), 'a b')
    await finds(t, where, range('long', { from: 1n, to: 10n, lower: false, upper: true }), 'b c')
    await finds(t, where, range('long', { from: 2n, lower: false }), 'c d')
    await finds(t, where, range('long', { to: 1n }), 'e')
    await finds(t, where, range('long', { from: 10n, to: 1n }), '')
    await finds(t, where, range('long', { from: 2n, to: 2n }), '')
    await finds(t, where, range('long', { from: 2n, to: 2n, upper: true }), 'b')
  }),

  query('range', 'over words of a text', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, range('text', { from: 'apple', to: 'banana', upper: true }), 'a b')
  }),

  query('types of values', 'bounds of another type are converted to the field’s', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, range('long', { from: 1.5, to: 10.0, upper: true }), 'b c')
    await finds(t, where, range('long', { from: '2', to: '10', upper: true }), 'b c')
    await finds(t, where, range('longs', { from: '3', to: '5', upper: true }), 'b d')
  }),

  query('range', 'without bounds, or with invalid bounds', async (t) => {
    const where = await sharedIndex(t, everyType)
    await refuses(t, where, range('long', { from: 'x' }))
    await refuses(t, where, range('day', { from: '2024' }))
    await refuses(t, where, range('place', { from: '0,0' }))
  }),

  query('bool', 'all must- and filter-clauses match', async (t) => {
    const where = await sharedIndex(t, everyType)
    const red = term('text', 'red')
    const first = range('long', { from: 1n, to: 5n })
    await finds(t, where, bool({ must: [red] }), 'a c')
    await finds(t, where, bool({ must: [red, first] }), 'a')
    await finds(t, where, bool({ must: [red], filter: [first] }), 'a')
    await finds(t, where, bool({ filter: [red, term('word', 'banana')] }), '')
  }),

  query('bool', 'no must-not-clause matches', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, bool({ mustNot: [exists('long')] }), 'dirty none')
    await finds(
      t,
      where,
      bool({ mustNot: [term('flag', true), term('flag', false)] }),
      'dirty none',
    )
    const red = [term('text', 'red')]
    await finds(t, where, bool({ must: red, mustNot: [term('word', 'apple')] }), 'c')
    await finds(t, where, bool({ mustNot: [matchAll] }), '')
  }),

  query('bool', 'should-clauses beside others are optional', async (t) => {
    const where = await sharedIndex(t, everyType)
    const should = [term('word', 'apple')]
    await finds(t, where, bool({ must: [exists('long')], should, atLeast: 0 }), 'a b c d e')
    await finds(t, where, bool({ must: [exists('long')], should, atLeast: 1 }), 'a')
    const mustNot = [term('flag', true)]
    await finds(t, where, bool({ mustNot, should, atLeast: 0 }), 'b d dirty none')
    await finds(t, where, bool({ filter: [exists('long')], should, atLeast: 0 }), 'a b c d e')
  }),

  query('bool', 'a minimum number of should-clauses match', async (t) => {
    const where = await sharedIndex(t, everyType)
    const should = [term('flag', true), term('text', 'red'), term('word', 'apple')]
    await finds(t, where, bool({ should, atLeast: 1 }), 'a c e')
    await finds(t, where, bool({ should, atLeast: 2 }), 'a c')
    await finds(t, where, bool({ should, atLeast: 3 }), 'a')
    await finds(t, where, bool({ should, atLeast: 4 }), '')
  }),

  query('bool', 'a minimum of 0 still needs one when there are no other clauses', async (t) => {
    const where = await sharedIndex(t, everyType)
    const should = [term('word', 'apple'), term('word', 'banana')]
    await finds(t, where, bool({ should, atLeast: 0 }), 'a b')
  }),

  query('bool', 'within bool', async (t) => {
    const where = await sharedIndex(t, everyType)
    const either = bool({ should: [term('word', 'apple'), term('word', 'banana')] })
    await finds(t, where, bool({ must: [either], mustNot: [term('flag', true)] }), 'b')
    await finds(t, where, bool({ must: [exists('long')], mustNot: [either] }), 'c d e')
  }),

  query('bool', 'without clauses is refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    await refuses(t, where, bool({}), '[bool_query] sub query must not be null')
  }),

  query('const score', 'finds the rows of its filter', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, constScore(term('text', 'red')), 'a c')
  }),

  query('limits', 'of queries in one search, and of their depth', async (t) => {
    const where = await sharedIndex(t, everyType)
    const clauses = (count: number) =>
      bool({ should: Array.from({ length: count }, (_, n) => term('long', BigInt(n + 3))) })
    await finds(t, where, clauses(1023), 'c')
    await refuses(t, where, clauses(1024))
    await finds(t, where, wrapped(20), 'a')
    await refuses(t, where, wrapped(1000))
  }),
]
