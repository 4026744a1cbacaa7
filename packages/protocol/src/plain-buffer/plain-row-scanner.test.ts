import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeVariant, columnName } from '../testing/row-arbitraries.js'
import { crc8, crc8Byte } from './crc8.js'
import { decodeRow } from './decode-row.js'
import { encodeRow } from './encode-row.js'
import { encodeName } from './encoded-name.js'
import { NOT_PLAIN, PlainRowScanner } from './plain-row-scanner.js'
import { type PlainBufferCell, type PlainBufferRow, plainCell } from './row.js'

const keyCell = fc
  .tuple(columnName, attributeVariant)
  .map(([name, value]) => plainCell(name, value))
const plainRow: fc.Arbitrary<PlainBufferRow> = fc.oneof(
  fc.record({
    primaryKey: fc.array(keyCell, { minLength: 1, maxLength: 3 }),
    cells: fc.array(keyCell, { maxLength: 5 }),
    deleteMarker: fc.constant(false),
  }),
  fc.record({
    primaryKey: fc.array(keyCell, { minLength: 1, maxLength: 3 }),
    cells: fc.constant([]),
    deleteMarker: fc.constant(true),
  }),
)

const ROOM = 300

/** Reads a row of the expected columns with a scanner; undefined when the scanner refuses it. */
const scan = (bytes: Buffer, expected: PlainBufferRow): PlainBufferRow | undefined => {
  const scanner = new PlainRowScanner()
  const target = Buffer.alloc(ROOM)
  const view = new DataView(target.buffer, target.byteOffset, target.length)
  const read = (name: string): PlainBufferCell | undefined => {
    const encoded = encodeName(name)
    if (!scanner.nameIs(encoded)) return undefined
    expect(scanner.nameText()).toBe(name)
    const length = scanner.value(encoded, target, view, 3, ROOM - 3)
    if (length === NOT_PLAIN) return undefined
    const value = Buffer.from(target.subarray(3, 3 + length))
    expect(scanner.type).toBe(value[0])
    expect(scanner.crc).toBe(crc8(encoded.crc, value, 0, length))
    return plainCell(name, value)
  }
  if (!scanner.begin(bytes)) return undefined
  const primaryKey = expected.primaryKey.map(({ name }) => read(name))
  scanner.beginCells()
  const cells = expected.cells.map(({ name }) => (scanner.isAtCell ? read(name) : undefined))
  if (scanner.isAtCell || !scanner.end(expected.deleteMarker)) return undefined
  const all = [...primaryKey, ...cells]
  if (all.includes(undefined)) return undefined
  const known = all.filter((one) => one !== undefined)
  return {
    primaryKey: known.slice(0, primaryKey.length),
    cells: known.slice(primaryKey.length),
    deleteMarker: expected.deleteMarker,
  }
}

const decoded = (bytes: Buffer): PlainBufferRow | undefined => {
  try {
    return decodeRow(bytes)
  } catch {
    return undefined
  }
}

describe('the scanner of plain rows', () => {
  it('reads what the decoder reads', () => {
    fc.assert(
      fc.property(plainRow, fc.nat(3), (row, zeros) => {
        const bytes = Buffer.concat([encodeRow(row), Buffer.alloc(zeros)])
        expect(scan(bytes, row)).toEqual(row)
      }),
    )
  })

  it('accepts no row that the decoder refuses or reads differently', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(plainRow, damage, fc.nat(), (row, changes, cut) => {
        const bytes = encodeRow(row)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        const damaged = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes
        const found = scan(damaged, row)
        if (found !== undefined) expect(decoded(damaged)).toEqual(found)
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses values of a wrong form although their checksums are right', () => {
    const wrong = [
      '00 01020304050607',
      '00 010203040506070809',
      '01 000000000000f07f',
      '01 000000000000f8ff',
      '02 02',
      '02',
      '03 02000000 61',
      '03 01000000 ff',
      '03 01000000 6161',
      '03 ffffffff',
      '06',
      '07 00000000 00',
      '09',
      '0a',
      '0b',
      '55',
    ]
    for (const hex of wrong) {
      const value = Buffer.from(hex.replaceAll(' ', ''), 'hex')
      const row: PlainBufferRow = {
        primaryKey: [plainCell('k', Buffer.from('0301000000 61'.replaceAll(' ', ''), 'hex'))],
        cells: [plainCell('c', value)],
        deleteMarker: false,
      }
      const bytes = encodeRow(row)
      // The checksum is right, so it is not the reason for the refusal.
      expect(bytes.at(-1)).toBe(crc8Byte(crc8Byte(crc8Byte(0, 0x51), crcOf('c', value)), 0))
      expect(scan(bytes, row), hex).toBeUndefined()
    }
  })

  it('refuses timestamps and operations', () => {
    const primaryKey = [plainCell('k', Buffer.from('030100000061', 'hex'))]
    const plain = plainCell('c', Buffer.from('0201', 'hex'))
    for (const other of [
      { ...plain, timestamp: 1n },
      { ...plain, operation: 4 as const },
      { ...plain, value: undefined },
    ]) {
      const row = { primaryKey, cells: [other], deleteMarker: false }
      expect(scan(encodeRow(row), row)).toBeUndefined()
    }
  })
})

const crcOf = (name: string, value: Buffer): number =>
  crc8(crc8(0, Buffer.from(name), 0, name.length), value, 0, value.length)
