import {
  type Highlight,
  type HighlightParameter,
  type Query,
  type SearchHit,
  integerVariant,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import type { CompletedRow } from '../search-engine.js'
import { rowScope } from '../queries/compile.js'
import { indexSchema, sampleAnalyzers } from '../queries/testing/sample-index.js'
import { compileIndexLayout } from '../schema/compile-index-layout.js'
import { highlightColumns, highlightRows } from './highlight-rows.js'
import { searchOf } from './testing/sample-search.js'

const marked = { enableHighlighting: true }
const layout = compileIndexLayout(
  indexSchema(
    plainField('t', 'TEXT', marked),
    plainField('fuzzy', 'TEXT', { ...marked, analyzer: 'fuzzy' }),
    plainField('list', 'TEXT', { ...marked, isArray: true }),
    plainField('plain', 'TEXT'),
    plainField('copy', 'TEXT', { ...marked, isVirtualField: true, sourceFieldNames: ['k'] }),
    plainField('k', 'KEYWORD'),
    plainField('n', 'NESTED', {
      fieldSchemas: [
        plainField('t', 'TEXT', marked),
        plainField('m', 'NESTED', { fieldSchemas: [plainField('t', 'TEXT', marked)] }),
      ],
    }),
  ),
  [],
)
const scope = rowScope(layout, sampleAnalyzers)

const highlightOf = (
  fieldNames: readonly string[],
  changes: Partial<HighlightParameter> = {},
  encoder: Highlight['encoder'] = 'PLAIN',
): Highlight => ({
  encoder,
  parameters: fieldNames.map((fieldName) => ({
    fieldName,
    numberOfFragments: undefined,
    fragmentSize: 100,
    preTag: '<b>',
    postTag: '</b>',
    fragmentsOrder: 'TEXT_SEQUENCE',
    ...changes,
  })),
})

const match = (fieldName: string, text: string): Query => ({
  kind: 'match',
  fieldName,
  text,
  minimumShouldMatch: undefined,
  operator: 'OR',
  weight: 1,
})
const phrase = (fieldName: string, text: string, slop = 0): Query => ({
  kind: 'matchPhrase',
  fieldName,
  text,
  weight: 1,
  slop,
})
const lettered = (kind: 'prefix' | 'wildcard', value: string): Query =>
  kind === 'prefix'
    ? { kind, fieldName: 't', prefix: value, weight: 1 }
    : { kind, fieldName: 't', value, weight: 1 }

const hitOf = (innerHits: SearchHit['innerHits'] = [], nestedDocOffset?: number): SearchHit => ({
  score: undefined,
  highlight: undefined,
  innerHits,
  nestedDocOffset,
})

const rowOf = (columns: Readonly<Record<string, string>>, hit: SearchHit): CompletedRow => ({
  found: { key: Buffer.from('key'), hit },
  columns: [
    ...Object.entries(columns).map(([name, text]) => ({ name, value: stringVariant(text) })),
    { name: 'unknown', value: integerVariant(1n) },
  ],
})

const fragmentsOf = (query: Query, highlight: Highlight, columns: Record<string, string>) =>
  highlightRows(searchOf({ query, highlight }), scope, [rowOf(columns, hitOf())])[0]?.highlight

/** The fragments of the field `t` of one text. */
const inText = (query: Query, text: string, changes: Partial<HighlightParameter> = {}) =>
  fragmentsOf(query, highlightOf(['t'], changes), { t: text })?.flatMap(
    ({ fragments }) => fragments,
  )

describe('highlights', () => {
  test.each([
    [match('t', 'tea SHOP'), 'Tea in a shop', '<b>Tea</b> in a <b>shop</b>'],
    [match('t', '花茶'), '菊花茶', '菊<b>花</b><b>茶</b>'],
    [{ kind: 'term', fieldName: 't', term: 'tea', weight: 1 }, 'tea teas', '<b>tea</b> teas'],
    [
      { kind: 'terms', fieldName: 't', terms: ['a', 'c'], weight: 1 },
      'a b c',
      '<b>a</b> b <b>c</b>',
    ],
    [lettered('prefix', 'te'), 'tea ten at', '<b>tea</b> <b>ten</b> at'],
    [lettered('wildcard', '*e?'), 'tea ten at', '<b>tea</b> <b>ten</b> at'],
    [phrase('t', 'a b'), 'b a b a', 'b <b>a</b> <b>b</b> a'],
    [phrase('t', 'a c', 1), 'a b c', '<b>a</b> b <b>c</b>'],
  ] satisfies [Query, string, string][])('%j', (query, text, expected) => {
    expect(inText(query, text)).toEqual([expected])
  })

  test('of excluded clauses are never made', () => {
    const bool: Query = {
      kind: 'bool',
      must: [{ kind: 'constScore', filter: match('t', 'a') }],
      filter: [],
      mustNot: [match('t', 'b')],
      should: [match('plain', 'c')],
      minimumShouldMatch: undefined,
      weight: 1,
    }
    expect(inText(bool, 'a b c')).toEqual(['<b>a</b> b c'])
    expect(inText({ kind: 'matchAll' }, 'a b c')).toEqual([])
    expect(fragmentsOf(match('t', 'a'), highlightOf(['t', 'list']), { list: '["a"]' })).toEqual([])
    const unasked = highlightRows(searchOf({ query: match('t', 'a') }), scope, [
      rowOf({ t: 'a' }, hitOf()),
    ])
    expect(unasked).toEqual([hitOf()])
  })

  test('are fragments of the text, in the order of the text or of their scores', () => {
    const text = `${'x'.repeat(30)} a ${'x'.repeat(60)} a b`
    const wanted = { fragmentSize: 20, numberOfFragments: 2 }
    const query = match('t', 'a b')
    const parts = inText(query, text, wanted) ?? []
    expect(parts.map((part) => part.replaceAll(/x+| +/g, ''))).toEqual([
      '<b>a</b>',
      '<b>a</b><b>b</b>',
    ])
    expect(inText(query, text, { ...wanted, fragmentsOrder: 'SCORE' })).toEqual(parts.toReversed())
    expect(inText(query, text, { ...wanted, numberOfFragments: 1 })).toEqual(parts.slice(1))
  })

  test('are made as HTML, in arrays, in virtual fields, and for parts of words', () => {
    const html = highlightOf(['t'], {}, 'HTML')
    expect(fragmentsOf(match('t', 'a'), html, { t: '<i>a</i>' })).toEqual([
      { fieldName: 't', fragments: ['&lt;i&gt;<b>a</b>&lt;&#x2F;i&gt;'] },
    ])
    const two = highlightOf(['list'], { numberOfFragments: 2 })
    expect(fragmentsOf(match('list', 'a'), two, { list: '["a 1", "b", "a 2", "a 3"]' })).toEqual([
      { fieldName: 'list', fragments: ['<b>a</b> 1', '<b>a</b> 2'] },
    ])
    expect(fragmentsOf(match('copy', 'a'), highlightOf(['copy']), { k: 'a' })).toEqual([
      { fieldName: 'copy', fragments: ['<b>a</b>'] },
    ])
    expect(
      fragmentsOf(phrase('fuzzy', 'house'), highlightOf(['fuzzy']), { fuzzy: 'Rowhouse' }),
    ).toEqual([{ fieldName: 'fuzzy', fragments: ['Row<b>house</b>'] }])
  })

  test('are part of inner hits at any depth', () => {
    const deep: Query = {
      kind: 'nested',
      path: 'n.m',
      query: match('n.m.t', 'b'),
      scoreMode: 'NONE',
      weight: 1,
      innerHits: { sort: undefined, offset: 0, limit: 3, highlight: highlightOf(['n.m.t']) },
    }
    const query: Query = {
      kind: 'nested',
      path: 'n',
      query: bothOf(match('n.t', 'a'), deep),
      scoreMode: 'NONE',
      weight: 1,
      innerHits: { sort: undefined, offset: 0, limit: 3, highlight: highlightOf(['n.t']) },
    }
    const found = hitOf([
      { path: 'n', hits: [hitOf([{ path: 'n.m', hits: [hitOf([], 1)] }], 1), hitOf([], 7)] },
    ])
    const n = '[{"t":"x"},{"t":"y a","m":[{"t":"c"},{"t":"c b"}]}]'
    const search = searchOf({ query })
    const [hit] = highlightRows(search, scope, [rowOf({ n }, found)])
    const [first, gone] = hit?.innerHits[0]?.hits ?? []
    expect(first?.highlight).toEqual([{ fieldName: 'n.t', fragments: ['y <b>a</b>'] }])
    expect(first?.innerHits[0]?.hits[0]?.highlight).toEqual([
      { fieldName: 'n.m.t', fragments: ['c <b>b</b>'] },
    ])
    // The row was changed after it had been found.
    expect(gone).toEqual(hitOf([], 7))
    expect([...highlightColumns(search, scope)]).toEqual(['n'])
  })

  test('know the columns that they read', () => {
    const search = searchOf({ query: match('t', 'a'), highlight: highlightOf(['t', 'copy']) })
    expect([...highlightColumns(search, scope)]).toEqual(['t', 'k'])
    expect([...highlightColumns(searchOf({}), scope)]).toEqual([])
  })

  test.each(['k', 'plain', 'n.t'])('are refused for %s', (name) => {
    const search = searchOf({ highlight: highlightOf([name]) })
    expect(() => highlightRows(search, scope, [])).toThrow(
      `highlighting is not supported for field[${name}]`,
    )
  })

  test('are refused for a field that does not exist', () => {
    const search = searchOf({ highlight: highlightOf(['nothing']) })
    expect(() => highlightRows(search, scope, [])).toThrow('field: nothing does not exist')
  })
})

function bothOf(...must: readonly Query[]): Query {
  return {
    kind: 'bool',
    must,
    filter: [],
    mustNot: [],
    should: [],
    minimumShouldMatch: undefined,
    weight: 1,
  }
}
