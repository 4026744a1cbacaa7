import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnName, plainBufferRow } from '../testing/row-arbitraries.js'
import { integerVariant } from '../values/variant.js'
import { decodeRow } from './decode-row.js'
import { encodeRow } from './encode-row.js'
import { NameCache } from './name-cache.js'
import { plainCell } from './row.js'

test('rows decode the same with a kept cache, whatever came before', () => {
  const names = new NameCache()
  fc.assert(
    fc.property(plainBufferRow, (row) => {
      const bytes = encodeRow(row)
      expect(decodeRow(bytes, names)).toEqual(row)
      expect(decodeRow(bytes, names)).toEqual(row)
    }),
  )
})

test('names of equal checksum and length are distinguished', () => {
  const names = new NameCache()
  fc.assert(
    fc.property(columnName, columnName, (a, b) => {
      for (const name of [a, b]) {
        const key = plainCell(name, integerVariant(1n))
        const bytes = encodeRow({ primaryKey: [key], cells: [], deleteMarker: false })
        expect(decodeRow(bytes, names).primaryKey[0]?.name).toBe(name)
      }
    }),
  )
  const ascii = (text: string): string => names.ascii(Buffer.from(text), 0, text.length, 5)
  expect([ascii('ab'), ascii('ac'), ascii('ab'), ascii('abc')]).toEqual(['ab', 'ac', 'ab', 'abc'])
})
