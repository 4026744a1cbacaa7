import { expect, test } from 'vitest'
import { draftAfter, readSearchAddress, searchOfText, searchText } from './search-address.js'

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

const count = { kind: 'count', name: 'all', fieldName: 'id' }
const exists = (fieldName: string) => ({ query: { kind: 'exists', fieldName } })

test('a statistic that is added leaves a question that is being written', () => {
  const asked = { ...exists('a'), aggregations: [count] }
  expect(draftAfter(exists('a'), asked, exists('b'))).toMatchObject({
    ...exists('b'),
    aggregations: [count],
  })
})

test('another question takes the place of the one that was being written', () => {
  expect(draftAfter(exists('a'), exists('c'), exists('b'))).toEqual(exists('c'))
})
