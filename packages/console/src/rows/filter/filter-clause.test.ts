import { expect, test } from 'vitest'
import { completedColumn } from './filter-choices.js'
import {
  type FilterClause,
  clausesText,
  filterOf,
  parseClauses,
  testOfSign,
  testsOf,
} from './filter-clause.js'

const CLAUSES: readonly FilterClause[] = [
  { column: 'count', test: '>=', value: 9_007_199_254_740_993n },
  { column: 'price', test: '<', value: 9.5 },
  { column: 'name "x"', test: 'begins', value: '铁' },
  { column: 'bytes', test: '=', value: new Uint8Array([0, 255]) },
  { column: 'paid', test: '!=', value: true },
  { column: 'note', test: 'missing' },
]

test('clauses keep their types in JSON', () => {
  expect(parseClauses(clausesText(CLAUSES))).toEqual(CLAUSES)
  expect(parseClauses(clausesText([]))).toEqual([])
})

test.each([
  '',
  '{}',
  '[1]',
  '[{"column":"a"}]',
  '[{"column":"a","test":"=" }]',
  '[{"test":"exists"}]',
])('%s is no filter', (text) => {
  expect(parseClauses(text)).toBeUndefined()
})

test('one clause is a filter of its own, several must all pass', () => {
  const [first, second] = CLAUSES
  if (first === undefined || second === undefined) throw new Error('there are clauses')
  expect(filterOf([])).toBeUndefined()
  expect(filterOf([second])).toEqual({
    kind: 'compare',
    column: 'price',
    comparison: '<',
    value: 9.5,
    passesIfMissing: false,
  })
  expect(filterOf([first, second])).toMatchObject({
    kind: 'and',
    filters: [{ comparison: '>=' }, { comparison: '<' }],
  })
})

test('a beginning is a range of texts', () => {
  expect(filterOf([{ column: 'a', test: 'begins', value: 'ab' }])).toMatchObject({
    filters: [
      { comparison: '>=', value: 'ab' },
      { comparison: '<', value: 'ac' },
    ],
  })
})

test('only tests that fit the type are offered', () => {
  expect(testsOf('BOOLEAN')).toEqual(['=', '!=', 'exists', 'missing'])
  expect(testsOf('STRING')).toContain('begins')
  expect(testsOf('INTEGER')).not.toContain('begins')
})

test('signs choose a test one after the other', () => {
  expect(testOfSign('>', '=')).toBe('>')
  expect(testOfSign('=', '>')).toBe('>=')
  expect(testOfSign('=', '<')).toBe('<=')
  expect(testOfSign('!', '=')).toBe('!=')
  expect(testOfSign('=', '!=')).toBe('!=')
  expect(testOfSign('=', 'begins')).toBe('=')
  expect(testOfSign('i', '=')).toBeUndefined()
})

test('the beginning of a column is completed where one column alone has it', () => {
  const columns = ['totalPrice', 'totalFen', 'status', 'price']
  expect(completedColumn(columns, 'Sta')).toBe('status')
  expect(completedColumn(columns, 'total')).toBe('total')
  expect(completedColumn(columns, 'price')).toBe('price')
  expect(completedColumn(columns, 'note')).toBe('note')
})
