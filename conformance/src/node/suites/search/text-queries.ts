import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { exists, match, phrase, prefix, term, terms, wildcard } from './query-builders.js'
import { everyType } from './every-type.js'
import { finds, refuses, refusesWithPart } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'

const query = testsOf('Queries')

const AND = 2
const OR = 1

const range10 = Array.from({ length: 10 }, (_, n) => n)

/** "this is N", as in the official clients' tests. */
const sentences: Fixture = {
  name: 'sentences',
  fields: [field('t', 'TEXT')],
  rows: Object.fromEntries(range10.map((n) => [String(n), [['t', `this is ${n}`]]])),
}

const ALL = range10.join(' ')

export const textQueryTests = [
  query('match', 'finds any of the words', async (t) => {
    const where = await sharedIndex(t, sentences)
    await finds(t, where, match('t', 'this'), ALL)
    await finds(t, where, match('t', 'not'), '')
    await finds(t, where, match('t', 'This IS 0'), ALL)
    await finds(t, where, match('t', 'is this'), ALL)
    await finds(t, where, match('t', 'not 3 nor 5'), '3 5')
  }),

  query('match', 'AND needs all words', async (t) => {
    const where = await sharedIndex(t, sentences)
    await finds(t, where, match('t', 'this is 0', { operator: OR }), ALL)
    await finds(t, where, match('t', 'this is 0', { operator: AND }), '0')
    await finds(t, where, match('t', '3 5', { operator: AND }), '')
  }),

  query('match', 'minimum should match counts words, only under OR', async (t) => {
    const where = await sharedIndex(t, sentences)
    await finds(t, where, match('t', 'this is 0', { minimumShouldMatch: 3 }), '0')
    await finds(t, where, match('t', 'this is 0', { minimumShouldMatch: 2 }), ALL)
    for (const minimumShouldMatch of [0, 1]) {
      await finds(t, where, match('t', 'this is 0', { operator: AND, minimumShouldMatch }), '0')
    }
  }),

  query('match', 'is exact on a keyword', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, match('word', 'apple'), 'a')
    await finds(t, where, match('word', 'app'), '')
    await finds(t, where, phrase('word', 'banana'), 'b')
  }),

  query('match phrase', 'words one after the other', async (t) => {
    const where = await sharedIndex(t, sentences)
    await finds(t, where, phrase('t', 'this is'), ALL)
    await finds(t, where, phrase('t', 'is this'), '')
    await finds(t, where, phrase('t', 'is 7'), '7')
    await finds(t, where, phrase('t', 'this 7'), '')
  }),

  query('term', 'is not analysed', async (t) => {
    const where = await sharedIndex(t, sentences)
    await finds(t, where, term('t', 'this'), ALL)
    await finds(t, where, term('t', 'This'), '')
    await finds(t, where, term('t', 'this is'), '')
  }),

  query('terms', 'any of the values, absent and repeated ones too', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, terms('word', ['apple', 'apple', 'none', 'cherry']), 'a c')
    await finds(t, where, terms('long', [2n, 10n, 11n]), 'b c')
    await finds(t, where, terms('flag', [true]), 'a c e')
    await finds(t, where, terms('double', [1.5, 10]), 'a c')
    await finds(t, where, terms('text', ['pie', 'banana']), 'a b d')
    await finds(t, where, terms('longs', [5n, 9n]), 'a d')
    await finds(t, where, terms('day', ['2024-01-01', '2024-12-31']), 'a c')
    await finds(t, where, terms('address', ['10.0.0.1', '192.168.2.7']), 'c d')
  }),

  query('prefix', 'of a keyword or of one word of a text', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, prefix('word', 'app'), 'a')
    await finds(t, where, prefix('word', '苹'), 'e')
    await finds(t, where, prefix('text', 'ba'), 'b')
    await finds(t, where, prefix('text', 'red apple'), '')
    await finds(t, where, prefix('words', 'x'), 'a')
  }),

  query('wildcard', 'any run and any one character, in front too', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, wildcard('word', '*an*'), 'b')
    await finds(t, where, wildcard('word', '?pple'), 'a d')
    await finds(t, where, wildcard('word', 'c*y'), 'c')
    await finds(t, where, wildcard('word', '?果'), 'e')
    await finds(t, where, wildcard('word', 'a?ple*'), 'a')
    await finds(t, where, wildcard('word', 'pple'), '')
    await finds(t, where, wildcard('text', 'ch*'), 'c')
    await finds(t, where, wildcard('text', 'red*cherry'), '')
  }),

  query('exists', 'of every type', async (t) => {
    const where = await sharedIndex(t, everyType)
    for (const name of ['long', 'text', 'place', 'address', 'file']) {
      await finds(t, where, exists(name), 'a b c d e')
    }
    await finds(t, where, exists('spare'), 'none')
    await finds(t, where, exists('nowhere'), '')
    await finds(t, where, exists('flags'), 'a b')
    await finds(t, where, exists('digits_long'), 'a b')
  }),

  query('types of values', 'a text that is a number is converted', async (t) => {
    const where = await sharedIndex(t, everyType)
    await finds(t, where, term('long', '10'), 'c')
    await finds(t, where, term('longs', '9'), 'a')
    await finds(t, where, terms('long', ['1', '2']), 'a b')
  }),

  query('wrong fields', 'that do not exist are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    const text = 'failed to query index, please check the request parameter'
    const asked = [
      term('nowhere', 'a'),
      terms('nowhere', ['a']),
      match('nowhere', 'a'),
      phrase('nowhere', 'a'),
      prefix('nowhere', 'a'),
      wildcard('nowhere', 'a*'),
      term('', 'a'),
      term('plain', 'a'),
    ]
    for (const wrong of asked) await refusesWithPart(t, where, wrong, text)
  }),

  query('wrong fields', 'of types that a query does not support are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    const asked = [
      prefix('long', '1'),
      wildcard('double', '1*'),
      prefix('flag', 't'),
      prefix('place', '0'),
      wildcard('day', '2024*'),
      term('place', '0,0'),
    ]
    for (const wrong of asked) await refuses(t, where, wrong)
  }),

  query('wrong values', 'that do not fit the type of the field are refused', async (t) => {
    const where = await sharedIndex(t, everyType)
    const asked = [
      term('long', 'ten'),
      term('double', 'x'),
      term('day', 'some day'),
      term('address', 'nowhere'),
      term('address', '1.2.3.4/99'),
      terms('long', [1n, 'x']),
    ]
    for (const wrong of asked) await refuses(t, where, wrong)
  }),

  query('limits', 'of terms, patterns and prefixes', async (t) => {
    const where = await sharedIndex(t, everyType)
    const many = Array.from({ length: 1024 }, (_, n) => `word ${n}`)
    await finds(t, where, terms('word', [...many.slice(1), 'apple']), 'a')
    await refuses(t, where, terms('word', [...many, 'apple']))
    await finds(t, where, wildcard('word', 'apple'.padEnd(32, '*')), 'a')
    const text = 'length of field value is longer than 32 for the [WILDCARD_QUERY] query'
    await refuses(t, where, wildcard('word', 'apple'.padEnd(33, '*')), text)
    await finds(t, where, prefix('word', 'x'.repeat(1000)), '')
    await refuses(t, where, prefix('word', 'x'.repeat(1001)))
  }),
]
