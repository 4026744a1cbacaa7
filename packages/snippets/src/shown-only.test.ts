import { type FieldSort, type IndexSchema, type SearchQuery, plainField } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import type { Procedure, Request } from './request.js'
import { type Language, languages, snippetOf } from './snippet-of.js'
import type { Target } from './target.js'
import { INDEX, SCENARIO, SCHEMA, searchFor } from './testing/scenario.js'
import { GROUP_BYS } from './testing/statistics-scenario.js'

const TARGET: Target = { endpoint: 'http://127.0.0.1:8087', instance: 'demo' }

const SHOWN_ONLY = [
  { language: 'dotnet', ending: 'cs' },
  { language: 'php', ending: 'php' },
] as const

describe.each(SHOWN_ONLY)('$language', ({ language, ending }) => {
  test.each(SCENARIO.map(({ request }, number) => ({ request, number })))(
    '$number $request.operation',
    async ({ request, number }) => {
      const name = `${String(number).padStart(2, '0')}-${request.operation}.${ending}`
      const program = snippetOf(request, language, TARGET)
      await expect(program).toMatchFileSnapshot(`./testing/programs/${language}/${name}`)
    },
  )
})

const shows = (language: Language, request: Request | Procedure): string =>
  snippetOf(request, language, TARGET)

test('PHP texts keep every character', () => {
  const name = 'it\'s \\ "$x" \n\u0007'
  expect(shows('php', { operation: 'DescribeTable', table: name })).toContain(
    '"it\'s \\\\ \\"\\$x\\" \\n\\u{7}"',
  )
  expect(shows('php', { operation: 'DescribeTable', table: "it's $x" })).toContain("'it\\'s $x'")
})

test('the SDK for PHP sends the flag of arrays in the place of that of virtual fields', () => {
  const programFor = (isArray: boolean): string => {
    const options = { index: true, isVirtualField: true, sourceFieldNames: ['source'], isArray }
    const field = plainField('copy', 'KEYWORD', options)
    const schema: IndexSchema = { ...SCHEMA, fieldSchemas: [field] }
    return shows('php', {
      operation: 'CreateSearchIndex',
      table: 't',
      index: 'i',
      schema,
      timeToLive: undefined,
    })
  }
  expect(programFor(false)).toContain('Left out here: virtual fields, unless they are arrays.')
  expect(programFor(true)).not.toContain('Left out here')
})

test('the smallest integer, and keys with marks and bytes', () => {
  const request: Request = {
    operation: 'PutRow',
    table: 't',
    condition: 'not_exist',
    key: [
      { name: 'least', value: -(2n ** 63n) },
      { name: 'bytes', value: new Uint8Array([1]) },
      { name: 'id', value: { mark: 'auto' } },
    ],
    columns: [{ name: 'c', value: false, timestamp: 5n }],
  }
  const php = shows('php', request)
  expect(php).toContain("['least', PHP_INT_MIN]")
  expect(php).toContain("['bytes', base64_decode('AQ=='), PrimaryKeyTypeConst::CONST_BINARY]")
  expect(php).toContain("['id', null, PrimaryKeyTypeConst::CONST_PK_AUTO_INCR]")
  expect(php).toContain("['c', false, ColumnTypeConst::CONST_BOOLEAN, 5]")
  const dotnet = shows('dotnet', request)
  expect(dotnet).toContain('{ "id", ColumnValue.AUTO_INCREMENT }')
  expect(dotnet).toContain('change.AddColumn("c", new ColumnValue(false), 5L);')
  expect(dotnet).toContain('Print(client.PutRow(request).Row.GetPrimaryKey(), null);')
})

const searchWith = (given: Partial<SearchQuery>): Request => ({
  operation: 'Search',
  ...INDEX,
  columns: 'all',
  query: { ...searchFor({ kind: 'matchAll' }), ...given },
})

const indexWith = (given: Partial<IndexSchema>, timeToLive?: number): Request => ({
  operation: 'CreateSearchIndex',
  ...INDEX,
  schema: { ...SCHEMA, ...given },
  timeToLive,
})

const sortBy = (kind: 'doc') => ({
  sorters: [{ kind, order: 'ASC' }] as const,
  disableDefaultPrimaryKeySorter: false,
})

const firstLine = (language: Language, request: Request | Procedure): string =>
  shows(language, request).split('\n')[0] ?? ''

const weighed = searchWith({
  query: { kind: 'term', fieldName: 'buyer', term: 'Bob', weight: 2.5 },
})
const marked = searchWith({
  highlight: {
    encoder: 'PLAIN',
    parameters: [
      {
        fieldName: 'note',
        numberOfFragments: undefined,
        fragmentSize: 50,
        preTag: '<i>',
        postTag: '</i>',
        fragmentsOrder: 'SCORE',
      },
    ],
  },
})
const near = searchWith({
  query: { kind: 'matchPhrase', fieldName: 'note', text: 'a b', weight: 1, slop: 2 },
})
const ending = searchWith({
  query: { kind: 'suffix', fieldName: 'buyer', suffix: 'ob', weight: 1 },
})

const FIELD: FieldSort = {
  kind: 'field',
  fieldName: 'number',
  order: 'ASC',
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
}
const sorted = (change: Partial<FieldSort>): Request =>
  searchWith({
    sort: { sorters: [{ ...FIELD, ...change }], disableDefaultPrimaryKeySorter: false },
  })

test.each([
  {
    part: 'the sort by doc',
    request: searchWith({ sort: sortBy('doc') }),
    shown: /doc_?sort/i,
    lacking: ['dotnet', 'php'],
  },
  {
    part: 'modes and filters of the sort',
    request: sorted({ mode: 'MAX' }),
    shown: /sort_?mode/i,
    lacking: ['dotnet', 'php'],
  },
  {
    part: 'missing values of the sort',
    request: sorted({ missingValue: '_first' }),
    shown: /_first/,
    lacking: ['python', 'dotnet', 'php'],
  },
  {
    part: 'a field that stands in for a missing one',
    request: sorted({ missingFields: ['other'] }),
    shown: /other/,
    lacking: ['python', 'dotnet', 'php'],
  },
  {
    part: 'several fields that stand in for a missing one',
    request: sorted({ missingFields: ['other', 'third'] }),
    shown: /third/,
    lacking: ['node', 'python', 'go', 'dotnet', 'php'],
  },
  {
    part: 'the filter of the hits',
    request: searchWith({ filter: { kind: 'exists', fieldName: 'kept' } }),
    shown: /kept/,
    lacking: ['node', 'python', 'go', 'dotnet', 'php'],
  },
  {
    part: 'the token of the page',
    request: searchWith({ token: Buffer.from('t') }),
    shown: /dA==|116/,
    lacking: ['dotnet', 'php'],
  },
])('$part is sent, or said to be left out', ({ part, request, shown, lacking }) => {
  for (const language of languages) {
    const isLacking = lacking.includes(language)
    expect(firstLine(language, request).includes(part), language).toBe(isLacking)
    expect(shown.test(shows(language, request)), language).toBe(!isLacking)
  }
})

test('an empty missing value of a sort is not sent by the SDK of Node.js', () => {
  expect(firstLine('node', sorted({ missingValue: '' }))).toContain('missing values of 0')
  expect(firstLine('node', sorted({ missingValue: 0n }))).not.toContain('Left out')
})

test('what a nested filter or an inner hit asks for is checked as well', () => {
  const suffix = { kind: 'suffix', fieldName: 'a.b', suffix: 'x', weight: 1 } as const
  const filtered = sorted({ nestedFilter: { path: 'a', filter: suffix } })
  expect(firstLine('go', filtered)).toBe('// Left out here: the query suffix.')
  const hits = searchWith({
    query: {
      kind: 'nested',
      path: 'a',
      query: { kind: 'matchAll' },
      scoreMode: 'NONE',
      weight: 1,
      innerHits: { sort: undefined, offset: 0, limit: 3, highlight: undefined },
    },
  })
  expect(firstLine('php', hits)).toContain('inner hits')
  for (const language of ['node', 'python', 'java', 'go'] as const)
    expect(firstLine(language, hits)).not.toContain('Left out')
})

test.each([
  { part: 'the weights of queries', request: weighed, shown: '2.5', lacking: ['python', 'go'] },
  { part: 'highlights', request: marked, shown: '<i>', lacking: ['dotnet'] },
  {
    part: 'the slop of a phrase',
    request: near,
    shown: 'slop(2)',
    lacking: ['node', 'python', 'go', 'dotnet', 'php'],
  },
  {
    part: 'the query suffix',
    request: ending,
    shown: '.suffix("buyer", "ob")',
    lacking: ['node', 'python', 'go', 'dotnet', 'php'],
  },
])('$part stands in the program or in its first line', ({ part, request, shown, lacking }) => {
  for (const language of languages) {
    const isLacking = lacking.includes(language)
    expect(firstLine(language, request).includes(part), language).toBe(isLacking)
    expect(shows(language, request).includes(shown), language).toBe(!isLacking)
  }
})

test('a scan says which query it leaves out', () => {
  const scan = {
    operation: 'ParallelScan',
    ...INDEX,
    columns: 'none',
    query: { kind: 'disMax', queries: [], tieBreaker: 0, weight: 1 },
    limit: 10,
  } as const
  for (const language of languages) {
    expect(firstLine(language, scan).includes('the query disMax')).toBe(language !== 'java')
  }
})

test('SDKs list the statistics that they cannot send, and the rest is in the program', () => {
  const [first = [], second = []] = GROUP_BYS
  const request = searchWith({ groupBys: [...first, ...second] })
  const lists = Object.fromEntries(languages.map((each) => [each, firstLine(each, request)]))
  const unsent = 'the group-by dateHistogram, the group-by geoGrid, the group-by composite.'
  expect(lists['python']).toBe(`# Left out here: missing values of percentiles, ${unsent}`)
  expect(lists['dotnet']).toBe(`// Left out here: ${unsent}`)
  for (const language of ['node', 'java', 'go', 'php'] as const) {
    expect(lists[language]).not.toContain('Left out')
    expect(shows(language, request)).toContain('by_both')
  }
})

test('a missing value of 0 is not sent by the SDK of Node.js', () => {
  const sum = { kind: 'sum', name: 's', fieldName: 'price', missing: 0 } as const
  expect(firstLine('node', searchWith({ aggregations: [sum] }))).toContain('missing values of 0')
  const one = searchWith({ aggregations: [{ ...sum, missing: 1 }] })
  expect(firstLine('node', one)).not.toContain('Left out')
})

test('all send the time to live of a search index', () => {
  for (const language of languages) expect(shows(language, indexWith({}, 86400))).toContain('86400')
})

test('parts that the SDKs cannot send are listed', () => {
  const everywhere: Request = { operation: 'ListSearchIndex', table: undefined }
  const local: Request = {
    operation: 'CreateIndex',
    table: 't',
    index: 'i',
    type: 'LOCAL',
    key: ['a'],
    columns: [],
    hasBaseData: false,
  }
  expect(firstLine('php', everywhere)).toBe('<?php // Left out here: the indexes of all tables.')
  expect(firstLine('dotnet', everywhere)).toBe('// Left out here: the indexes of all tables.')
  expect(firstLine('dotnet', local)).toContain('the type LOCAL')
  expect(shows('php', local)).toContain('IndexTypeConst::LOCAL_INDEX')
})
