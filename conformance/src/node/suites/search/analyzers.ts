import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { bool, match, phrase, term } from './query-builders.js'
import { finds } from './finding.js'
import { sharedIndex, type Fixture } from './fixture.js'

const analyzer = testsOf('Analyzers')

const of = (name: string, analyzerParameter: Readonly<Record<string, unknown>> = {}) => ({
  isVirtualField: true,
  sourceFieldNames: ['value'],
  store: false,
  analyzer: name,
  analyzerParameter,
})

/** One column for every analyzer; the titles are those of the Python SDK's full-text test. */
export const texts: Fixture = {
  name: 'texts',
  fields: [
    field('value', 'TEXT', { enableHighlighting: true }),
    field('cased', 'TEXT', of('single_word', { caseSensitive: true })),
    field('delimited', 'TEXT', of('single_word', { delimitWord: true })),
    field('commas', 'TEXT', of('split', { delimiter: ',' })),
    field('spaces', 'TEXT', of('split')),
    field('least', 'TEXT', of('min_word')),
    field('most', 'TEXT', of('max_word')),
    field('parts', 'TEXT', of('fuzzy', { minChars: 1, maxChars: 3 })),
    field('title', 'TEXT', { analyzer: 'max_word', enableHighlighting: true }),
  ],
  rows: {
    anthem: [['value', '中华人民共和国-国歌']],
    city: [['value', 'iphone6 Hang Zhou']],
    sports: [['value', '羽毛球,乒乓球,说唱']],
    street: [['value', 'dengcai <em>street</em>']],
    t1: [['title', '求推荐几款菊花茶店铺']],
    t2: [['title', '秋天最适合饮用的几种花茶']],
    t3: [['title', '苕溪边上有一大片野生菊花']],
    t4: [['title', '菊花茶是一款大部分人都适合的经典花茶']],
    tea: [['value', '梨花茶']],
    work: [['value', '2021 woRK@杭州']],
  },
}

export const analyzerTests = [
  analyzer('single word', 'characters of Chinese, words of Latin in lower case', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, term('value', '国'), 'anthem')
    await finds(t, where, term('value', '国歌'), '')
    await finds(t, where, phrase('value', '国歌'), 'anthem')
    await finds(t, where, phrase('value', '共和国国歌'), 'anthem')
    await finds(t, where, term('value', 'hang'), 'city')
    await finds(t, where, term('value', 'Hang'), '')
    await finds(t, where, match('value', 'HANG'), 'city')
    await finds(t, where, term('value', 'iphone6'), 'city')
    await finds(t, where, term('value', 'iphone'), '')
    await finds(t, where, term('value', 'work'), 'work')
  }),

  analyzer('single word', 'keeps the case on request', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, term('cased', 'Hang'), 'city')
    await finds(t, where, match('cased', 'hang'), '')
    await finds(t, where, match('cased', 'woRK'), 'work')
  }),

  analyzer('single word', 'separates letters from digits on request', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, term('delimited', 'iphone'), 'city')
    await finds(t, where, term('delimited', '6'), 'city')
    await finds(t, where, term('delimited', 'iphone6'), '')
  }),

  analyzer('split', 'at the delimiter, or at blanks', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, term('commas', '乒乓球'), 'sports')
    await finds(t, where, match('commas', '羽毛球,乒乓球'), 'sports')
    await finds(t, where, match('commas', '乒乓'), '')
    await finds(t, where, match('commas', 'zhou'), '')
    await finds(t, where, match('spaces', 'zhou'), 'city')
    await finds(t, where, match('spaces', '杭州'), '')
    await finds(t, where, match('spaces', '2021'), 'work')
  }),

  analyzer('min word', 'the fewest words', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, match('least', '花茶'), 'tea')
    await finds(t, where, term('least', '梨花'), '')
    await finds(t, where, term('least', '国歌'), 'anthem')
    await finds(t, where, term('least', '中华人民共和国'), 'anthem')
    await finds(t, where, term('least', '人民'), '')
  }),

  analyzer('max word', 'every word', async (t) => {
    const where = await sharedIndex(t, texts)
    for (const word of ['梨花', '花茶']) await finds(t, where, term('most', word), 'tea')
    const words = [
      '中华人民共和国',
      '中华人民',
      '中华',
      '华人',
      '人民共和国',
      '人民',
      '共和国',
      '共和',
      '国歌',
    ]
    for (const word of words) await finds(t, where, term('most', word), 'anthem')
    await finds(t, where, term('most', '民共'), '')
  }),

  analyzer('max word', 'answers gives the results of the official clients’ tests', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, match('title', '菊花茶'), 't1 t2 t3 t4')
    await finds(t, where, match('title', '梨花茶'), 't1 t2 t4')
    await finds(t, where, match('title', '花茶'), 't1 t2 t4')
    await finds(t, where, match('title', '菊花'), 't1 t3 t4')
    await finds(t, where, match('title', '饮用花茶', { operator: 2 }), 't2')
    await finds(t, where, match('title', '饮用花茶', { operator: 1 }), 't1 t2 t4')
    await finds(t, where, match('title', '饮用花茶', { operator: 1, minimumShouldMatch: 2 }), 't2')
    await finds(t, where, phrase('title', '野生菊花'), 't3')
    await finds(t, where, phrase('title', '秋天菊花'), '')
  }),

  analyzer('fuzzy', 'a phrase finds any part of a word, punctuation included', async (t) => {
    const where = await sharedIndex(t, texts)
    for (const part of ['20', '21', '2021', 'work', 'WORK', '@', '杭州', '@杭州']) {
      await finds(t, where, bool({ filter: [phrase('parts', part)] }), 'work')
    }
    for (const part of ['21work', '2021杭州', '2120', '#杭州']) {
      await finds(t, where, phrase('parts', part), '')
    }
  }),

  analyzer('fuzzy', 'finds parts longer than its longest gram', async (t) => {
    const where = await sharedIndex(t, texts)
    await finds(t, where, phrase('parts', '人民共和'), 'anthem')
    await finds(t, where, phrase('parts', '人民和共'), '')
  }),

  analyzer('descriptions', 'contain analyzers and their parameters', async (t) => {
    const { table, index } = await sharedIndex(t, texts)
    const { schema } = await t.client.search.describeIndex(table, index)
    const told = Object.fromEntries(
      schema.fieldSchemas.map((described) => [described.fieldName, described]),
    )
    assert.equal(told['value']?.analyzer, 'single_word')
    assert.equal(told['title']?.analyzer, 'max_word')
    assert.equal(told['least']?.analyzer, 'min_word')
    assert.equal(told['cased']?.analyzerParameter['caseSensitive'], true)
    assert.equal(told['delimited']?.analyzerParameter['delimitWord'], true)
    assert.equal(told['commas']?.analyzerParameter['delimiter'], ',')
    const { minChars, maxChars } = told['parts']?.analyzerParameter ?? {}
    assert.deepEqual([minChars, maxChars], [1, 3])
  }),
]
