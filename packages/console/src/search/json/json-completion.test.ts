import { expect, test } from 'vitest'
import { searchForm } from '../forms/search-forms.js'
import { endOfWord, offersAt } from './json-completion.js'

/** What is offered where the text has a bar. */
const offered = (text: string): readonly string[] | undefined =>
  offersAt(searchForm, ['status', 'price'], text.replace('|', ''), text.indexOf('|'))?.offers.map(
    ({ label }) => label,
  )

test('members that are not there yet are offered', () => {
  expect(offered('{ "query": { "kind": "term", "fieldName": "status", | } }')).toEqual([
    'term',
    'weight',
  ])
})

test('the kinds of a query, and fields, are offered as values', () => {
  expect(offered('{ "query": { "kind": "|')).toContain('geoDistance')
  expect(offered('{ "query": { "kind": "bool", "must": [{ "kind": "term", "fieldName": |')).toEqual(
    ['status', 'price'],
  )
})

test('a query without a kind is offered one', () => {
  expect(offered('{ "query": { |')).toEqual(['kind'])
})

test('choices are offered within lists of objects', () => {
  expect(offered('{ "sort": { "sorters": [{ "kind": "field", "order": "|')).toEqual(['ASC', 'DESC'])
})

test('behind a whole value nothing is offered', () => {
  expect(offered('{ "query": { "kind": "term", "term": "x" |')).toEqual(undefined)
})

test('a word that is written anew is replaced with its end and its quote', () => {
  const text = '{ "fieldName": "price", "term": 1.5 }'
  const from = text.indexOf('"price"')
  expect(text.slice(from, endOfWord(text, from, from + 3))).toBe('"price"')
  expect(endOfWord('{ "fieldName": "pri', 15, 19)).toBe(19)
  expect(endOfWord('{ fie', 2, 5)).toBe(5)
})
