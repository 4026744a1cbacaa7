import { expect, test } from 'vitest'
import { testPlan } from '../testing/test-place.js'
import { readPlan } from './read-plan.js'

test('the error for a plan lists every fault with its place', () => {
  const wrong = (changes: Readonly<Record<string, unknown>>): string => {
    try {
      testPlan(changes)
      return 'nothing'
    } catch (error) {
      return String(error)
    }
  }
  expect(wrong({})).toBe('nothing')
  expect(wrong({ tableName: 'orders_{yyyy}' })).toContain('tableName: must have {yyyy} and {MM}')
  expect(wrong({ timeZone: 'Asia/Nowhere' })).toContain('timeZone: is no time zone')
  expect(wrong({ timeColumn: 'price' })).toContain('timeColumn: price must be an integer column')
  expect(wrong({ retentionMonths: undefined })).toContain('must be given to archive months')
  expect(wrong({ maxVersions: 2 })).toContain('maxVersions: must be 1 for tables with indexes')
  expect(wrong({ maxVersions: 2, indexes: [], searchIndexes: {} })).toBe('nothing')
  expect(wrong({ key: {} })).toContain('key: must have 1 to 4 columns')
  const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'string']))
  expect(wrong({ key: five })).toContain('key: must have 1 to 4 columns')
  expect(wrong({ months: 3 })).toContain('months')
  expect(wrong({ units: { current: { read: -1, write: 0 } } })).toContain('units.current.read')
  expect(wrong({ indexes: [{ name: 'fixed', key: ['shop'] }] })).toContain('indexes.0.name')
  const fields = (zz: unknown) => ({ searchIndexes: { found: { fields: { zz } } } })
  const place = 'searchIndexes.found.fields.zz: must be a type of fields (LONG, '
  expect(wrong(fields('FOO'))).toContain(place)
  expect(wrong(fields({ type: 'FOO' }))).toContain(place)
  expect(wrong(fields({ type: 'NESTED', fields: { a: 'FOO' } }))).toContain(place)
  expect(wrong(fields({ type: 'NESTED', fields: { a: { type: 'TEXT' } } }))).toBe('nothing')
  expect(wrong({ searchIndexes: { '1st': { fields: {} } } })).toContain('searchIndexes.1st: ')
  for (const journalTable of ['', 'a b', '1st', 'j'.repeat(256)])
    expect(wrong({ journalTable })).toContain('journalTable: must be 1 to 255 letters')
  expect(wrong({ tableName: 'orders {yyyy}{MM}' })).toContain('tableName: must be 1 to 255 letters')
  expect(wrong({ tableName: 'orders_{yyyy}{MM}', journalTable: 'orders_202601' })).toContain(
    'journalTable: must not be the table of a month',
  )
  expect(() => readPlan('orders')).toThrow('the plan cannot be used')
})
