import { testsOf } from '../../harness.js'
import {
  exists,
  geoDistance,
  phrase,
  prefix,
  range,
  term,
  terms,
  wildcard,
} from './query-builders.js'
import { everyType } from './every-type.js'
import { finds } from './finding.js'
import { sharedIndex } from './fixture.js'

const type = testsOf('Search fields')

export const fieldTypeTests = [
  type('LONG', 'every value of 64 bits', async (t) => {
    const where = await sharedIndex(t, everyType)
    const max = 9_223_372_036_854_775_807n
    await finds(t, where, term('long', max), 'd')
    await finds(t, where, term('long', max - 1n), '')
    await finds(t, where, term('long', -max - 1n), 'e')
    await finds(t, where, range('long', { from: max, upper: true }), 'd')
    await finds(t, where, range('long', { from: -max, to: max }), 'a b c')
    await finds(t, where, exists('long'), 'a b c d e')
  }),

  type('DOUBLE', 'fractions and wide exponents', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('double', -2.5), 'b')
    await finds(t, where, term('double', 1e300), 'd')
    await finds(t, where, range('double', { from: 0, to: 10, upper: true }), 'a c e')
    await finds(t, where, range('double', { to: 0 }), 'b')
  }),

  type('BOOLEAN', 'both values', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('flag', true), 'a c e')
    await finds(t, where, term('flag', false), 'b d')
  }),

  type('KEYWORD', 'whole and case-sensitive, in the order of bytes', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('word', 'apple'), 'a')
    await finds(t, where, term('word', 'APPLE'), '')
    await finds(t, where, term('word', 'app'), '')
    await finds(t, where, term('word', '苹果'), 'e')
    await finds(t, where, range('word', { from: 'apple', to: 'cherry' }), 'a b')
    await finds(t, where, range('word', { to: 'apple', upper: true }), 'a d')
    await finds(t, where, range('word', { from: 'd' }), 'e')
  }),

  type('KEYWORD', 'of a key column', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, terms('pk', ['b', 'none']), 'b none')
    await finds(t, where, range('pk', { from: 'd', to: 'e' }), 'd dirty')
    await finds(t, where, prefix('pk', 'd'), 'd dirty')
  }),

  type('TEXT', 'by its words', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('text', 'pie'), 'a d')
    await finds(t, where, term('text', 'Red'), '')
    await finds(t, where, phrase('text', '红苹果'), 'e')
  }),

  type('DATE', 'of text, in any of its formats', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('day', '2024-02-01'), 'b')
    await finds(t, where, term('day', '2024/02/29'), 'e')
    await finds(t, where, range('day', { from: '2024-01-01', to: '2024/03/01' }), 'a b e')
    await finds(t, where, range('day', { to: '2024-01-01' }), 'd')
  }),

  type('DATE', 'of numbers, in their unit', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('at', 1_706_745_600_000n), 'b')
    await finds(t, where, range('at', { from: 0n, to: 1_706_745_600_000n }), 'a d')
    await finds(t, where, exists('at'), 'a b c d e')
  }),

  type('GEO_POINT', 'latitude and longitude, with or without a space between', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, geoDistance('place', '0,1', 1), 'b')
    await finds(t, where, geoDistance('place', '-20, -20', 1), 'e')
    await finds(t, where, exists('place'), 'a b c d e')
  }),

  type('IP', 'of both versions, and by network', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('address', '192.168.1.1'), 'a')
    await finds(t, where, term('address', '192.168.1.0/24'), 'a b')
    await finds(t, where, term('address', '192.168.0.0/16'), 'a b c')
    await finds(t, where, term('address', '2001:db8:0:0::1'), 'e')
    await finds(t, where, term('address', '2001:db8::/32'), 'e')
    const between = { from: '192.168.1.100', to: '192.168.2.7' }
    await finds(t, where, range('address', between), 'b')
    await finds(t, where, range('address', { ...between, upper: true }), 'b c')
  }),

  type('FUZZY_KEYWORD', 'by its parts, case-sensitive', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, wildcard('file', '*juice*'), 'a')
    await finds(t, where, wildcard('file', '*.txt'), 'a b')
    await finds(t, where, wildcard('file', '*.TXT'), 'c')
    await finds(t, where, wildcard('file', 'p?e'), 'd')
    await finds(t, where, wildcard('file', '*果*'), 'e')
    await finds(t, where, prefix('file', 'banana'), 'b')
    await finds(t, where, prefix('file', 'Banana'), '')
    await finds(t, where, exists('file'), 'a b c d e')
  }),

  type('arrays', 'match by any of their values', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('longs', 2n), 'b')
    await finds(t, where, term('longs', 9n), 'a')
    await finds(t, where, range('longs', { from: 3n, to: 6n }), 'b d')
    await finds(t, where, range('longs', { from: 4n, to: 5n }), '')
    await finds(t, where, term('doubles', 1.5), 'a')
    await finds(t, where, term('flags', false), 'a b')
    await finds(t, where, term('words', 'y'), 'a b')
    await finds(t, where, phrase('texts', 'blue pen'), 'b')
    await finds(t, where, term('days', '2024-06-01'), 'a')
    await finds(t, where, geoDistance('places', '5,5', 10), 'a')
    await finds(t, where, term('addresses', '10.1.0.0/16'), 'a b')
  }),

  type('arrays', 'without values are missing', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, exists('longs'), 'a b d')
    await finds(t, where, exists('words'), 'a b')
    await finds(t, where, exists('texts'), 'a b')
    await finds(t, where, exists('places'), 'a b')
  }),

  type('virtual columns', 'are made of another column', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('long_word', '10'), 'c')
    await finds(t, where, prefix('long_word', '-'), 'e')
    await finds(t, where, term('double_word', '1.5'), 'a')
    await finds(t, where, term('at_word', '0'), 'd')
    await finds(t, where, term('word_text', 'apple'), 'a d')
    await finds(t, where, wildcard('word_file', '*rr*'), 'c')
    await finds(t, where, range('digits_long', { from: 0n }), 'a b')
    await finds(t, where, term('digits_double', 7), 'a')
    await finds(t, where, term('digits_day', '20240229'), 'b')
  }),

  type('values that do not fit', 'leave the row without that field', async (t) => {
    const where = await sharedIndex(t, everyType)
    for (const name of ['long', 'double', 'flag', 'word', 'text', 'day', 'at', 'place']) {
      await finds(t, where, exists(name), 'a b c d e')
    }
    await finds(t, where, exists('address'), 'a b c d e')
    await finds(t, where, range('at', { from: 0n }), 'a b c d e')
  }),
]
