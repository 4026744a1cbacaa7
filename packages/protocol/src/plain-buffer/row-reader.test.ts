import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { plainBufferRow } from '../testing/row-arbitraries.js'
import {
  blobVariant,
  booleanVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
  type Variant,
  VariantType,
} from '../values/variant.js'
import { encodeRows } from './encode-row.js'
import type { PlainBufferRow } from './row.js'
import { RowReader } from './row-reader.js'

/** A row as in replies: every cell has a value, attributes have a time, no cell has an operation. */
const replyRow = plainBufferRow.map((row): PlainBufferRow => {
  const cells = row.cells.flatMap(({ name, value, timestamp = 0n }) =>
    value === undefined ? [] : [{ name, value, timestamp, operation: undefined }],
  )
  return { ...row, cells }
})

/** The value at the reader's position as a variant. */
function variantAt(reader: RowReader): Variant {
  switch (reader.type) {
    case VariantType.INTEGER:
      return integerVariant(reader.integer())
    case VariantType.DOUBLE:
      return doubleVariant(reader.double())
    case VariantType.BOOLEAN:
      return booleanVariant(reader.boolean())
    case VariantType.STRING:
      return stringVariant(reader.text())
    case VariantType.BLOB:
      return blobVariant(reader.bytes())
    default:
      return Buffer.of(reader.type)
  }
}

function cellsOf(reader: RowReader, bytes: Buffer) {
  const rows: { name: string; isKey: boolean; value: Variant; timestamp: bigint | undefined }[][] =
    []
  reader.begin(bytes)
  while (reader.nextRow()) {
    const cells: (typeof rows)[number] = []
    while (reader.nextCell()) {
      const { name, isKey } = reader
      cells.push({ name, isKey, value: variantAt(reader), timestamp: reader.timestamp() })
    }
    rows.push(cells)
  }
  return rows
}

describe('any rows of a reply', () => {
  test('are read as they were written', () => {
    const reader = new RowReader()
    fc.assert(
      fc.property(fc.array(replyRow, { maxLength: 4 }), (rows) => {
        const expected = rows.map(({ primaryKey, cells }) => [
          ...primaryKey.map(({ name, value }) => ({
            name,
            isKey: true,
            value,
            timestamp: undefined,
          })),
          ...cells.map(({ name, value, timestamp }) => ({ name, isKey: false, value, timestamp })),
        ])
        expect(cellsOf(reader, encodeRows(rows))).toEqual(expected)
      }),
    )
  })

  test('are refused when one bit is flipped', () => {
    fc.assert(
      fc.property(replyRow, fc.nat(), fc.nat(7), (row, position, bit) => {
        const bytes = encodeRows([row])
        const at = position % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect(() => cellsOf(new RowReader(), bytes)).toThrow(TablestoreError)
      }),
    )
  })

  test('are refused when they are cut short', () => {
    fc.assert(
      fc.property(replyRow, fc.nat(), (row, length) => {
        const bytes = encodeRows([row])
        // No bytes at all and a header alone are legal and have no rows, so the cut is behind the header.
        const cut = bytes.subarray(0, 5 + (length % (bytes.length - 5)))
        expect(() => cellsOf(new RowReader(), cut)).toThrow(TablestoreError)
      }),
    )
  })
})

test('no bytes are no rows', () => {
  expect(cellsOf(new RowReader(), Buffer.alloc(0))).toEqual([])
})
