import type { Query, SearchQuery, Sort } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { asked, everything, withTerm } from '../../testing/search-engine-calls.js'
import { searchShape } from './search-shape.js'

const shape = (query: Query, changes: Partial<SearchQuery> = {}, index = 1): number =>
  searchShape(index, asked(query, changes))

const either = (...should: readonly Query[]): Query => ({
  kind: 'bool',
  must: [],
  mustNot: [],
  filter: [],
  should,
  minimumShouldMatch: undefined,
  weight: 1,
})

const sortedBy = (fieldName: string): Sort => ({
  sorters: [
    {
      kind: 'field',
      fieldName,
      order: 'ASC',
      mode: undefined,
      nestedFilter: undefined,
      missingValue: undefined,
      missingFields: [],
    },
  ],
  disableDefaultPrimaryKeySorter: false,
})

const counted: Partial<SearchQuery> = {
  aggregations: [{ kind: 'count', name: 'a', fieldName: 'k' }],
}

test('searches that differ only in values and names have the same shape', () => {
  expect(shape(withTerm('a'))).toBe(shape(withTerm('b')))
  expect(shape(everything, { limit: 65 })).toBe(shape(everything, { limit: 100 }))
  expect(shape(everything, counted)).toBe(
    shape(everything, { aggregations: [{ kind: 'count', name: 'b', fieldName: 'k' }] }),
  )
  const terms = (count: number): Query => ({
    kind: 'terms',
    fieldName: 'k',
    terms: Array.from({ length: count }, String),
    weight: 1,
  })
  expect(shape(terms(2))).toBe(shape(terms(1000)))
})

test('searches that do different work have different shapes', () => {
  const shapes = [
    shape(everything),
    shape(everything, {}, 2),
    shape(everything, counted),
    shape(everything, { filter: everything }),
    shape(everything, { limit: 1000 }),
    shape(everything, { sort: sortedBy('k') }),
    shape(everything, { sort: sortedBy('l') }),
    shape(everything, { token: Buffer.of(1) }),
    shape(withTerm('a')),
    shape(either(withTerm('a'))),
    shape(either(withTerm('a'), withTerm('a'))),
    shape(either(either(withTerm('a')), withTerm('a'))),
    shape(either(either(withTerm('a'), withTerm('a')))),
  ]
  expect(new Set(shapes).size).toBe(shapes.length)
})

test('the number of parts that make up a shape is bounded', () => {
  const many = (count: number): Query =>
    either(
      ...Array.from({ length: searchEngineLimits.SEARCH_SHAPE_PARTS_MAX + count }, () =>
        withTerm('a'),
      ),
    )
  expect(shape(many(1))).toBe(shape(many(2)))
})
