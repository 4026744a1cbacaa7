import { expect, test } from 'vitest'
import { searchEn } from '../texts/search-en.js'
import { searchZhCn } from '../texts/search-zh-cn.js'
import { sentenceOf } from './sentence.js'

const status = { kind: 'term', fieldName: 'status', term: 'open' }
const price = { kind: 'range', fieldName: 'price', from: 99.99 }
const paid = { kind: 'term', fieldName: 'paid', term: true }

test.each([
  [{}, 'Every row'],
  [{ query: status }, 'Rows where status is “open”'],
  [
    { query: { kind: 'bool', must: [status], filter: [price], mustNot: [paid] } },
    'Rows where status is “open”, price is at least 99.99 and not (paid is true)',
  ],
  [
    { query: { kind: 'bool', should: [status, paid] } },
    'Rows where (status is “open” or paid is true)',
  ],
  [
    { query: { kind: 'bool', must: [price], should: [status, paid] } },
    'Rows where price is at least 99.99 and preferably (status is “open” or paid is true)',
  ],
  [
    { query: { kind: 'bool', should: [status, price, paid], minimumShouldMatch: 2n } },
    'Rows where at least 2 of (status is “open”; price is at least 99.99; paid is true)',
  ],
  [
    {
      query: { kind: 'range', fieldName: 'id', from: 1n, to: 9n, includeUpper: true },
      sort: { sorters: [{ kind: 'field', fieldName: 'id', order: 'DESC' }] },
    },
    'Rows where id is at least 1 and at most 9, sorted by id descending',
  ],
])('search %# is read aloud', (search, sentence) => {
  expect(sentenceOf(searchEn.sentence, search)).toBe(sentence)
})

test('in Chinese, too', () => {
  const query = { kind: 'bool', must: [status, price] }
  expect(sentenceOf(searchZhCn.sentence, { query })).toBe(
    '满足以下条件的行：status 为 “open”，且 price 不小于 99.99',
  )
})
