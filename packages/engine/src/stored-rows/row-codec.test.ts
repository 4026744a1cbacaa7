import {
  PlainBufferWriter,
  type Variant,
  blobVariant,
  booleanVariant,
  decodeRows,
  doubleVariant,
  integerVariant,
  limits,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { createColumnNames } from './column-names.js'
import {
  DamagedRowError,
  RowCursor,
  RowKind,
  decodeStoredRow,
  encodeStoredRow,
} from './row-codec.js'
import { compareCells } from '../rows/writing/change-cells.js'
import type { StoredCell, StoredRow } from './stored-row.js'

const value: fc.Arbitrary<Variant> = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(integerVariant),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(doubleVariant),
  fc.boolean().map(booleanVariant),
  fc.string({ unit: 'grapheme' }).map(stringVariant),
  fc.uint8Array().map((bytes) => blobVariant(Buffer.from(bytes))),
)
const cell: fc.Arbitrary<StoredCell> = fc.record({
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  timestamp: fc.bigInt(0n, limits.TIMESTAMP_END - 1n),
  value,
})
const row: fc.Arbitrary<StoredRow> = fc.record({
  stamp: fc.bigInt(0n, limits.TIMESTAMP_END - 1n),
  expiryHour: fc.option(fc.integer({ min: 0, max: 2_562_047_788 }), { nil: undefined }),
  cells: fc
    .uniqueArray(cell, { selector: ({ name, timestamp }) => `${timestamp} ${name}` })
    .map((cells) => cells.sort(compareCells)),
})

describe('a stored row', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(row, (original) => {
        const names = createColumnNames([])
        expect(decodeStoredRow(encodeStoredRow(original, names), names)).toEqual(original)
      }),
    )
  })

  it('round-trips with names that were stored and read again', () => {
    fc.assert(
      fc.property(row, (original) => {
        const names = createColumnNames([])
        const bytes = encodeStoredRow(original, names)
        const stored = names
          .unsaved()
          .map(({ key, value: name }): [number, string] => [
            key.readUInt32BE(1),
            name?.toString('utf8') ?? '',
          ])
        expect(decodeStoredRow(bytes, createColumnNames(stored))).toEqual(original)
      }),
    )
  })

  it('writes names into cells once the dictionary is full', () => {
    const full = Array.from(
      { length: engineLimits.COLUMN_NAMES_PER_TABLE },
      (_, index): [number, string] => [index, `column${index}`],
    )
    const names = createColumnNames(full)
    const cells = [
      { name: 'column7', timestamp: 5n, value: integerVariant(1n) },
      { name: 'one too many 公司', timestamp: 6n, value: integerVariant(2n) },
    ]
    const original = { stamp: 5n, expiryHour: undefined, cells }
    expect(decodeStoredRow(encodeStoredRow(original, names), names)).toEqual(original)
    expect(names.unsaved()).toEqual([])
  })

  it('is refused when any byte of it has changed', () => {
    const names = createColumnNames([])
    const cells = [{ name: 'c', timestamp: 7n, value: stringVariant('text') }]
    const bytes = encodeStoredRow({ stamp: 9n, expiryHour: 3, cells }, names)
    const cursor = new RowCursor(names)
    for (let at = 1; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(() => cursor.begin(damaged), `byte ${at}`).toThrow(DamagedRowError)
    }
    expect(() => cursor.begin(bytes.subarray(0, 10))).toThrow(DamagedRowError)
  })

  it('has the checksums that a reply needs', () => {
    fc.assert(
      fc.property(row, (original) => {
        const names = createColumnNames([])
        const cursor = new RowCursor(names)
        cursor.begin(encodeStoredRow(original, names))
        const writer = new PlainBufferWriter()
        writer.header()
        writer.beginRow()
        writer.primaryKeyCell('pk', integerVariant(1n))
        while (cursor.next()) {
          const { column, source, valueAt, valueEnd, timestampAt, checksum } = cursor
          if (column === undefined) throw new Error('a cell has a column')
          writer.storedCell(column.encoded, source, valueAt, valueEnd, timestampAt, checksum)
        }
        writer.endRow()
        const [decoded] = decodeRows(writer.finish())
        expect(decoded?.cells.map(({ name, timestamp }) => ({ name, timestamp }))).toEqual(
          original.cells.map(({ name, timestamp }) => ({ name, timestamp })),
        )
      }),
    )
  })

  it('has the size that docs/formats.md gives', () => {
    const names = createColumnNames([])
    const cells = [{ name: 'c', timestamp: 9n, value: integerVariant(1n) }]
    const bytes = encodeStoredRow({ stamp: 9n, expiryHour: undefined, cells }, names, RowKind.WHOLE)
    expect(bytes.subarray(5).toString('hex')).toBe(
      'ffffffff' +
        '0900000000000000' +
        '01' +
        '01' +
        '00' +
        bytes.subarray(20, 21).toString('hex') +
        '000100000000000000',
    )
  })
})
