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
      { kind: 'nested', path: 'items', query: { kind: 'term', fieldName: 'n', term: 1n } },
    ],
  },
  collapse: { fieldName: 'title' },
  sort: { sorters: [{ kind: 'field', fieldName: 'price' }] },
}

test.each([
  ['[TERM_QUERY] field: title does not exist', ['query/mustQueries/0']],
  ['[GEO_DISTANCE_QUERY] field_name:place type:long is invalid', ['query/mustQueries/1']],
  ['[TERM_QUERY] field: n needs a nested query', ['query/mustQueries/2/query']],
  ['[NESTED_QUERY] path: items does not exist', ['query/mustQueries/2']],
  ['[collapse] field: title does not exist', ['collapse']],
  ['[sort] field: price does not exist', ['sort/sorters/0']],
  ['[GEO_DISTANCE_QUERY] the distance is too large', ['query/mustQueries/1']],
  ['the server is busy', []],
])('%s', (message, places) => {
  const found = refusedPlaces(search, message, [])
  expect(found.map((path) => path.join('/'))).toEqual(places)
})

test('a field without an index is not named, so all such are marked', () => {
  const schema = { fieldName: 'price', fieldType: 'DOUBLE', index: false } as FieldSchema
  const fields: readonly IndexField[] = [
    { name: 'price', type: 'DOUBLE', within: undefined, schema },
  ]
  const message = "failed to query index, please check if 'Index' is enabled for query fields."
  const found = refusedPlaces(search, message, fields)
  expect(found.map((path) => path.join('/'))).toEqual(['sort/sorters/0'])
})
