import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { matchAll, type SdkQuery } from '../../search-shapes.js'
import { invalid } from '../../service-error.js'
import { texts } from './analyzers.js'
import { bool, match, nested, phrase, prefix, term, terms, wildcard } from './query-builders.js'
import { carts } from './carts.js'
import { everyType } from './every-type.js'
import { sharedIndex, type Fixture } from './fixture.js'
import { byKey } from './sorters.js'

const test = testsOf('Collapse and highlight')

type Members = Readonly<Record<string, unknown>>

const PLAIN = 1
const HTML = 2
const BOLD = { preTag: '<b>', postTag: '</b>' }

const highlight = (fieldName: string, more: Members = {}, encoder = PLAIN): Members => ({
  highlight: {
    highlightEncoder: encoder,
    highlightParameters: [{ fieldName, ...more }],
  },
})

const search = async (t: Testing, fixture: Fixture, asked: SdkQuery, more: Members) => {
  const { table, index } = await sharedIndex(t, fixture)
  return t.client.search.search(table, index, asked, { more })
}

/** Fragments of a field by the keys of the rows. */
const fragments = async (
  t: Testing,
  fixture: Fixture,
  asked: SdkQuery,
  fieldName: string,
  more: Members,
): Promise<Record<string, readonly string[] | undefined>> => {
  const { rows, hits } = await search(t, fixture, asked, more)
  return Object.fromEntries(
    rows.map(({ key }, i) => [
      String(key['pk']),
      hits[i]?.highlightResultItem?.highlightFields.get(fieldName)?.fragments,
    ]),
  )
}

const LONG_TEXT = `${'one two three '.repeat(20)}needle ${'four five six '.repeat(20)}needle end`

const longTexts: Fixture = {
  name: 'long texts',
  fields: texts.fields.filter(({ fieldName }) => fieldName === 'value'),
  rows: {
    long: [['value', LONG_TEXT]],
    pairs: [['value', `first ${'x '.repeat(60)}first second ${'y '.repeat(60)}`]],
  },
}

export const highlightTests = [
  test('highlight', 'marks the words of every query that has them', async (t) => {
    const asked = [
      match('text', 'RED'),
      term('text', 'red'),
      terms('text', ['red', 'nothing']),
      prefix('text', 're'),
      wildcard('text', 'r?d'),
      bool({ must: [match('text', 'red')] }),
      bool({ should: [term('text', 'red')] }),
    ]
    for (const one of asked) {
      assert.deepEqual(await fragments(t, everyType, one, 'text', highlight('text')), {
        a: ['<em>Red</em> apple pie'],
        c: ['<em>red</em> cherry'],
      })
    }
    const pie = await fragments(
      t,
      everyType,
      phrase('text', 'apple pie'),
      'text',
      highlight('text'),
    )
    const plain = pie['a']?.[0]?.replaceAll(/<\/?em>/g, '')
    assert.equal(plain, 'Red apple pie')
    assert.ok(pie['a']?.[0]?.includes('<em>apple'))
  }),

  test('highlight', 'with the given tags, and in Chinese', async (t) => {
    const found = await fragments(
      t,
      texts,
      match('title', '花茶'),
      'title',
      highlight('title', BOLD),
    )
    const wanted = '菊<b>花茶</b>是一款大部分人都适合的经典<b>花茶</b>'
    assert.deepEqual(found['t4'], [wanted])
  }),

  test('highlight', 'marks nothing in fields without a match', async (t) => {
    const asked = bool({ should: [term('word', 'apple'), term('text', 'cherry')] })
    const found = await fragments(t, everyType, asked, 'text', highlight('text'))
    assert.deepEqual(found['c'], ['red <em>cherry</em>'])
    assert.equal(found['a'], undefined)
  }),

  test('fragments', 'have a maximum number and an approximate length', async (t) => {
    const asked = match('value', 'needle')
    const of = (more: Members) =>
      fragments(t, longTexts, asked, 'value', highlight('value', { ...BOLD, ...more }))
    const two = (await of({ numberOfFragments: 5, fragmentSize: 40 }))['long'] ?? []
    assert.equal(two.length, 2)
    for (const fragment of two) {
      assert.ok(fragment.includes('<b>needle</b>'), fragment)
      assert.ok(fragment.length < 80, fragment)
    }
    const one = (await of({ numberOfFragments: 1, fragmentSize: 40 }))['long'] ?? []
    assert.equal(one.length, 1)
    const wide = (await of({ numberOfFragments: 1 }))['long']?.[0] ?? ''
    assert.ok(wide.length > 50 && wide.length < 200, wide)
  }),

  test('fragments', 'in the order of the text, or the best first', async (t) => {
    const asked = match('value', 'first second')
    const inOrder = async (fragmentsOrder: number) => {
      const more = { ...BOLD, numberOfFragments: 5, fragmentSize: 20, fragmentsOrder }
      const found = await fragments(t, longTexts, asked, 'value', highlight('value', more))
      return (found['pairs'] ?? []).map((text) => text.split('<b>').length - 1)
    }
    assert.deepEqual(await inOrder(1), [1, 2])
    assert.deepEqual(await inOrder(2), [2, 1])
  }),

  test('HTML', 'is escaped on request', async (t) => {
    const asked = match('value', 'dengcai')
    const plain = await fragments(t, texts, asked, 'value', highlight('value', BOLD))
    assert.deepEqual(plain['street'], ['<b>dengcai</b> <em>street</em>'])
    const safe = await fragments(t, texts, asked, 'value', highlight('value', BOLD, HTML))
    assert.deepEqual(safe['street'], ['<b>dengcai</b> &lt;em&gt;street&lt;&#x2F;em&gt;'])
  }),

  test('highlight of inner hits', 'marks words of the children', async (t) => {
    const { table, index } = await sharedIndex(t, carts)
    const asked = nested('items', match('items.note', 'red'), {
      innerHits: highlight('items.note', BOLD),
    })
    const more = { sort: { sorters: [byKey()] } }
    const { hits } = await t.client.search.search(table, index, asked, { more })
    const [child] = hits[0]?.searchInnerHits.get('items')?.subSearchHits ?? []
    const told = child?.highlightResultItem?.highlightFields.get('items.note')?.fragments
    assert.deepEqual(told, ['a <b>red</b> pen'])
  }),

  test('wrong requests', 'of highlights are refused', async (t) => {
    const asked = match('text', 'red')
    const refuse = (more: Members, text?: string) =>
      invalid(search(t, everyType, asked, more), text)
    await refuse(highlight('word'), 'highlighting is not supported for field[word]')
    await refuse(highlight('texts'), 'highlighting is not supported for field[texts]')
    await refuse(highlight('nowhere'))
    await refuse(highlight('text', { numberOfFragments: 501 }))
    const parameters = Array.from({ length: 11 }, () => ({ fieldName: 'text' }))
    await refuse({ highlight: { highlightEncoder: PLAIN, highlightParameters: parameters } })
  }),

  test('highlight', 'marks nothing for a query without words', async (t) => {
    const found = await fragments(t, everyType, matchAll, 'text', highlight('text'))
    assert.equal(found['a'], undefined)
  }),
]
