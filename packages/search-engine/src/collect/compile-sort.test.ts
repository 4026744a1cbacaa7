import { type FieldSort, errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { compileQuery } from '../queries/compile.js'
import { sampleScope } from '../search/testing/sample-search.js'
import { compileSort } from './compile-sort.js'

const byField = (given: Partial<FieldSort>): FieldSort => ({
  kind: 'field',
  fieldName: 'l',
  order: 'ASC',
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
  ...given,
})

const compile = (given: Partial<FieldSort>) =>
  compileSort(
    { sorters: [byField(given)], disableDefaultPrimaryKeySorter: false },
    sampleScope,
    compileQuery,
  )

test('only numbers have an average to sort by', () => {
  for (const fieldName of ['l', 'la', 'd', 'dt', 'n.l']) compile({ fieldName, mode: 'AVG' })
  for (const fieldName of ['k', 'ka', 'n.k']) {
    compile({ fieldName, mode: 'MIN' })
    expect(() => compile({ fieldName, mode: 'AVG' })).toThrow(
      errors.invalidSearchParameter('field_sort.mode', 'AVG'),
    )
  }
})

test('a field that replaces a missing one has the same level and type', () => {
  compile({ missingFields: ['la'] })
  expect(() => compile({ missingFields: ['d'] })).toThrow('allow [long]')
  expect(() => compile({ missingFields: ['n.l'] })).toThrow('field: n.l is not beside l')
  expect(() => compile({ fieldName: 'n.l', missingFields: ['l'] })).toThrow('is not beside n.l')
})
