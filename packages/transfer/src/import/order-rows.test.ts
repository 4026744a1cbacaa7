import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadyRow } from './make-row.js'
import { orderRows, shareKey } from './order-rows.js'

const rowsOf = (keys: readonly (readonly [string, bigint])[]): ReadyRow[] =>
  keys.map((key, record) => ({ record, key, row: {}, cells: undefined }))

const keys = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'é'), fc.bigInt({ min: -3n, max: 3n })))

test('each key occurs once, with its last row, and sorted means by key', () => {
  fc.assert(
    fc.property(keys, fc.constantFrom('sorted', 'shuffled'), (all, order) => {
      const rows = rowsOf(all)
      const ordered = orderRows(rows, order, () => 0.3)
      const last = new Map(rows.map((row) => [row.key.join(), row.record]))
      const found = ordered.rows.map(({ key, record }) => [key.join(), record] as const)
      expect(new Map(found)).toEqual(last)
      expect(found).toHaveLength(last.size)
      expect(ordered.superseded).toBe(rows.length - last.size)
      const sorted = ordered.sorted.map(({ key }) => key.join())
      expect(new Set(sorted).size).toBe(last.size)
    }),
  )
})

test('common keys of two lists are found', () => {
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      const [left, right] = [a, b].map((all) => orderRows(rowsOf(all), 'sorted', () => 0).sorted)
      const others = new Set(b.map(String))
      const expected = a.some((key) => others.has(String(key)))
      expect(shareKey(left ?? [], right ?? [])).toBe(expected)
    }),
  )
})
