import { expect, test } from 'vitest'
import { readSearchAddress, searchOfText, searchText } from './search-address.js'

test('a search is the same after it was in an address', () => {
  const search = {
    query: { kind: 'range', fieldName: 'id', from: 9007199254740993n, to: 5.5 },
    columns: ['a', '<b>&'],
  }
  expect(searchOfText(searchText(search))).toEqual(search)
})

test('a search for every row leaves the address as it is', () => {
  expect(searchText({ aggregations: [], columns: 'all' })).toBe('')
})

test.each(['{', '[1]', '5', '{"query": {"kind": 5}}'])('a damaged part %s does no harm', (q) => {
  const { search } = readSearchAddress(new URLSearchParams({ q }))
  expect(typeof search).toBe('object')
})
