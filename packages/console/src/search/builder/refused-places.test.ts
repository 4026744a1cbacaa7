import { expect, test } from 'vitest'
import type { FieldSchema } from '@rowhouse/protocol'
import type { IndexField } from '../forms/searchable-fields.js'
import { refusedPlaces } from './refused-places.js'

const search = {
  query: {
    kind: 'bool',
    mustQueries: [
      { kind: 'term', fieldName: 'title', term: 'x' },
      { kind: 'geoDistance', fieldName: 'place', centerPoint: '0,0', distance: 1 },
      { kind: 'prefix', fieldName: 'code', prefix: 'x'.repeat(1001) },
      { kind: 'prefix', fieldName: 'code', prefix: 'y' },
      { kind: 'match', fieldName: 'words', text: 'a', minimumShouldMatch: 'most' },
      { kind: 'bool', mustQueries: [] },
      { kind: 'term', fieldName: 'm', term: 'ten' },
      { kind: 'term', fieldName: 'm', term: 'two' },
      { kind: 'nested', path: 'items', query: { kind: 'term', fieldName: 'n', term: 1n } },
    ],
  },
  collapse: { fieldName: 'title' },
  sort: { sorters: [{ kind: 'field', fieldName: 'price', mode: 'AVG' }] },
  highlight: { parameters: [{ fieldName: 'title' }] },
  aggregations: [
    { kind: 'avg', name: 'a', fieldName: 'price' },
    { kind: 'distinctCount', name: 'b', fieldName: 'title', missing: 1n },
  ],
  groupBys: [
    { kind: 'field', name: 'g', fieldName: 'price' },
    { kind: 'dateHistogram', name: 'h', fieldName: 'at', timeZone: '8h' },
    {
      kind: 'field',
      name: 'g',
      fieldName: 'title',
      subAggregations: [{ kind: 'sum', fieldName: 'items.n' }],
    },
  ],
}

test.each([
  ['[TERM_QUERY] field: title does not exist', ['query/mustQueries/0']],
  ['[GEO_DISTANCE_QUERY] field_name:place type:long is invalid', ['query/mustQueries/1']],
  ['[TERM_QUERY] field: n needs a nested query', ['query/mustQueries/8/query']],
  ['[NESTED_QUERY] path: items does not exist', ['query/mustQueries/8']],
  ['[collapse] field: title does not exist', ['collapse']],
  ['[sort] field: price does not exist', ['sort/sorters/0']],
  ['[GEO_DISTANCE_QUERY] the distance is too large', ['query/mustQueries/1']],
  [
    'length of field value is longer than 1000 for the [PREFIX_QUERY] query',
    ['query/mustQueries/2'],
  ],
  ['[minimum_should_match] is invalid: most', ['query/mustQueries/4']],
  ['[bool_query] sub query must not be null', ['query/mustQueries/5']],
  ['failed: field_name:m type:long has no value "ten"', ['query/mustQueries/6']],
  ['The number of words to match exceeds the limit, limit count: 1024.', ['query/mustQueries/4']],
  ['highlighting is not supported for field[title]', ['highlight/parameters/0']],
  ['[avg agg] field_name:price type:keyword is invalid, allow [long]', ['aggregations/0']],
  ['[distinct count agg] field: title does not exist', ['aggregations/1']],
  ['[distinct_count_agg.missing] is invalid: 1', ['aggregations/1']],
  ['[group_by_field] field: price does not exist', ['groupBys/0']],
  ['[group_by_date_histogram.time_zone] is invalid: 8h', ['groupBys/1']],
  ['[group_by_name] is duplicated: g', ['groupBys/0', 'groupBys/2']],
  ['nested field aggregation/groupby must not be recursive.', ['groupBys/2/subAggregations/0']],
  ['[field_sort.mode] is invalid: AVG', ['sort/sorters/0']],
  ['[collapse.field_name] is invalid: title', ['collapse']],
  ['failed to query index, please check the request parameter', ['query']],
  ['the server is busy', []],
])('%s', (message, places) => {
  const schema = { fieldName: 'items.n', fieldType: 'LONG' } as FieldSchema
  const inner: IndexField = { name: 'items.n', type: 'LONG', within: 'items', schema }
  const found = refusedPlaces(search, message, [inner])
  expect(found.map((path) => path.join('/'))).toEqual(places)
})

test('a field without an index is not named, so all such are marked', () => {
  const schema = { fieldName: 'price', fieldType: 'DOUBLE', index: false } as FieldSchema
  const fields: readonly IndexField[] = [
    { name: 'price', type: 'DOUBLE', within: undefined, schema },
  ]
  const message = "failed to query index, please check if 'Index' is enabled for query fields."
  const found = refusedPlaces(search, message, fields)
  expect(found.map((path) => path.join('/'))).toEqual([
    'sort/sorters/0',
    'aggregations/0',
    'groupBys/0',
  ])
})
