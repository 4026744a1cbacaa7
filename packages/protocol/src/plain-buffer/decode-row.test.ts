import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TablestoreError } from '../errors/tablestore-error.js'
import { bytesOfHex, workedRows } from '../testing/worked-rows.js'
import { crc8, crc8Byte } from './crc8.js'
import { decodeRow, decodeRows } from './decode-row.js'
import { plainBufferRow } from '../testing/row-arbitraries.js'
import { encodeRow, encodeRows } from './encode-row.js'

describe('rows as the SDKs write them', () => {
  test.each(workedRows)('$title', ({ hex, row }) => {
    expect(decodeRow(bytesOfHex(hex))).toEqual(row)
    expect(encodeRow(row).toString('hex')).toBe(bytesOfHex(hex).toString('hex'))
  })

  test.each(workedRows.filter((worked) => worked.padding > 0))(
    '$title, padded with zeros by the Node SDK',
    ({ hex, row, padding }) => {
      const padded = Buffer.concat([bytesOfHex(hex), Buffer.alloc(padding)])
      expect(decodeRow(padded)).toEqual(row)
      padded[padded.length - 1] = 1
      expect(() => decodeRow(padded)).toThrow('data format is invalid.')
    },
  )
})

/** A row of the cells given in hexadecimal, with the row checksum put right. */
function keyRow(...cells: string[]): Buffer {
  return rowOf('01', cells)
}

function attributeRow(...cells: string[]): Buffer {
  return rowOf('01 03 04 01000000 6b 05 06000000 03 01000000 61 0a 51 02', cells, 0x51)
}

function rowOf(start: string, cells: string[], keyCrc?: number): Buffer {
  let crc = keyCrc === undefined ? 0 : crc8Byte(0, keyCrc)
  for (const cell of cells) crc = crc8Byte(crc, bytesOfHex(cell).at(-1) ?? 0)
  crc = crc8Byte(crc, 0)
  return Buffer.concat([
    bytesOfHex(`75000000 ${start}`),
    ...cells.map(bytesOfHex),
    Buffer.of(9, crc),
  ])
}

/** A cell called `c` with this value (type byte and payload), its checksum right. */
function cellOf(value: string): string {
  const bytes = bytesOfHex(value)
  const length = Buffer.alloc(4)
  length.writeInt32LE(bytes.length)
  const crc = crc8(crc8(0, Buffer.from('c'), 0, 1), bytes, 0, bytes.length)
  const [size, checksum] = [length, Buffer.of(crc)].map((part) => part.toString('hex'))
  return `03 04 01000000 63 05 ${size} ${value} 0a ${checksum}`
}

describe('broken rows', () => {
  test.each<[string, Buffer, string]>([
    ['no bytes', Buffer.alloc(0), 'Cell data broken, mismatch header, actual: 0 , expect: 117.'],
    [
      'another header',
      bytesOfHex('01000000 01'),
      'Cell data broken, mismatch header, actual: 1 , expect: 117.',
    ],
    ['a header alone', bytesOfHex('75000000'), 'Invalid row: missing checksum.'],
    ['no key cells', bytesOfHex('75000000 01 09 00'), 'Cell data broken, empty PK.'],
    ['no key at all', bytesOfHex('75000000 09 00'), 'Cell data broken, empty PK.'],
    [
      'an unknown tag',
      bytesOfHex('75000000 20'),
      'Cell data broken, mismatch tag, actual tag(32), expect(9).',
    ],
    [
      'no row checksum',
      bytesOfHex('75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4c'),
      'Invalid row: missing checksum.',
    ],
    [
      'a row checksum without its byte',
      bytesOfHex('75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4c 09'),
      'Invalid row: missing checksum.',
    ],
    [
      'another tag in place of the row checksum',
      bytesOfHex('75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4c 05'),
      'Cell data broken, row is not end with checksum tag.',
    ],
    [
      'a wrong row checksum',
      bytesOfHex('75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4c 09 01'),
      'Cell data broken, checksum is mismatch, 1 :167 :',
    ],
    [
      'a wrong cell checksum',
      keyRow('03 04 02000000 706b 05 07000000 03 02000000 6b31 0a 4d'),
      'Cell data broken, checksum is mismatch, 77 :76 :',
    ],
    [
      'a cell without checksum',
      keyRow('03 04 02000000 706b 05 07000000 03 02000000 6b31'),
      'Invalid Column(pk): missing checksum.',
    ],
    ['a key without name', keyRow('03 05'), 'No name is given for primary key.'],
    ['an attribute without name', attributeRow('03 05'), 'Cell data broken, attr has no name.'],
    ['an empty name', keyRow('03 04 00000000'), "Invalid column name: ''."],
    [
      'a name past the end',
      keyRow('03 04 ff000000 61'),
      'Cell data broken, wrong string format, size: 255.',
    ],
    [
      'a negative length',
      keyRow('03 04 ffffffff 61'),
      'Cell data broken, wrong string format, size: -1.',
    ],
    [
      'a name cut inside a character',
      keyRow('03 04 01000000 c3a9 05'),
      "Invalid column name: '\ufffd'.",
    ],
    [
      'a key without value',
      keyRow('03 04 02000000 706b 0a 00'),
      'Cell data broken, PK value cannot be NULL, name: pk.',
    ],
    [
      'an operation on a key cell',
      keyRow('03 04 02000000 706b 05 07000000 03 02000000 6b31 06 09 0a 00'),
      'Unknown or unsupported CellType in primary key: pk.',
    ],
    [
      'an unknown operation',
      attributeRow('03 04 01000000 63 06 02 0a 00'),
      'Invalid op type of cell: 2.',
    ],
    [
      'a timestamp past the end',
      bytesOfHex('75000000 01 03 04 02000000 706b 05 07000000 03 02000000 6b31 07 0000'),
      'data format is invalid.',
    ],
  ])('%s', (_, bytes, message) => {
    expectInvalid(bytes, message)
  })

  test.each<[string, string, string]>([
    ['an unknown type', '0c', 'data format is invalid, unknown variant type occured.'],
    ['a null', '06', 'data format is invalid, unknown variant type occured.'],
    ['a short integer', '00 00', 'data format is invalid.'],
    [
      'a long integer',
      '00 000000000000000000',
      "Cell data broken, has more data in cell, but they can't be parsed.",
    ],
    ['NaN', '01 000000000000f87f', "NaN can't be set to double value."],
    ['infinity', '01 000000000000f0ff', "Infinity can't be set to double value."],
    ['a long boolean', '02 0101', 'Invalid boolean real value, value length: 2.'],
    ['an empty boolean', '02', 'Invalid boolean real value, value length: 0.'],
    ['a boolean of 2', '02 02', 'data format is invalid.'],
    ['text without its length', '03 0000', 'data format is invalid.'],
    ['text past the end', '03 02000000 61', 'Cell data broken, wrong string format, size: 2.'],
    [
      'bytes behind a text',
      '03 01000000 6161',
      "Cell data broken, has more data in cell, but they can't be parsed.",
    ],
    ['text that is not UTF-8', '03 02000000 c328', 'Value of column c must be UTF8 encoding.'],
    ['a lower bound', '09', 'VT_INF_MIN is an invalid type for the attribute column.'],
    ['an upper bound', '0a', 'VT_INF_MAX is an invalid type for the attribute column.'],
    ['a placeholder', '0b', 'VT_AUTO_INCREMENT is an invalid type for the attribute column.'],
  ])('%s as a value', (_, value, message) => {
    expectInvalid(attributeRow(cellOf(value)), message)
  })

  test('a row with a right value is accepted', () => {
    const row = decodeRow(attributeRow(cellOf('02 00')))
    expect(row.cells[0]?.value).toEqual(bytesOfHex('02 00'))
  })
})

function expectInvalid(bytes: Buffer, message: string): void {
  let thrown: unknown
  try {
    decodeRow(bytes)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: 'OTSParameterInvalid', status: 400, message })
}

describe('any row', () => {
  test('comes back as it was written', () => {
    fc.assert(
      fc.property(plainBufferRow, (row) => {
        expect(decodeRow(encodeRow(row))).toEqual(row)
      }),
    )
  })

  test('comes back among others', () => {
    fc.assert(
      fc.property(fc.array(plainBufferRow, { maxLength: 4 }), (rows) => {
        expect(decodeRows(encodeRows(rows))).toEqual(rows)
      }),
    )
  })

  test('is refused when one bit is flipped', () => {
    fc.assert(
      fc.property(plainBufferRow, fc.nat(), fc.nat(7), (row, position, bit) => {
        const bytes = encodeRow(row)
        const at = position % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        expect(() => decodeRow(bytes)).toThrow(TablestoreError)
      }),
    )
  })

  test('is refused when it is cut short', () => {
    fc.assert(
      fc.property(plainBufferRow, fc.nat(), (row, length) => {
        const bytes = encodeRow(row)
        expect(() => decodeRow(bytes.subarray(0, length % bytes.length))).toThrow(TablestoreError)
      }),
    )
  })

  test('of random bytes throws only service errors', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const bytes = Buffer.concat([bytesOfHex('75000000 01 03 04'), noise])
        expect(() => decodeRow(bytes)).toThrow(TablestoreError)
      }),
    )
  })
})

test('no bytes are no rows', () => {
  expect(decodeRows(Buffer.alloc(0))).toEqual([])
})
