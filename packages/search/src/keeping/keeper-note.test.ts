import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCHEMA_HASH_BYTES, decodeNote, encodeNote } from './keeper-note.js'

const basis = fc.record({
  schema: fc
    .uint8Array({ minLength: SCHEMA_HASH_BYTES, maxLength: SCHEMA_HASH_BYTES })
    .map((bytes) => Buffer.from(bytes)),
  tableTimeToLive: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
  indexTimeToLive: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
})

const build = fc.record({
  scannedRows: fc.nat(),
  last: fc.option(
    fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    { nil: undefined },
  ),
})

test('a note is decoded as it was encoded', () => {
  fc.assert(
    fc.property(
      basis,
      fc.option(build, { nil: undefined }),
      fc.nat(),
      (given, progress, cursor) => {
        const note = { basis: given, build: progress, cursor }
        expect(decodeNote(encodeNote(note))).toEqual(note)
      },
    ),
  )
})

test('a note has the layout that the documentation gives', () => {
  const note = encodeNote({
    basis: { schema: Buffer.alloc(16, 0xab), tableTimeToLive: -1, indexTimeToLive: 86_400 },
    build: { scannedRows: 2, last: Buffer.from('key') },
    cursor: 1,
  })
  const numbers = ['ffffffff', '80510100', '0000000000000040', '000000000000f03f']
  const parts = ['02', '01', 'ab'.repeat(16), ...numbers, '6b6579']
  expect(note.toString('hex')).toBe(parts.join(''))
})

test('malformed notes, and notes of a later version, are refused', () => {
  const note = encodeNote({
    basis: { schema: Buffer.alloc(16), tableTimeToLive: -1, indexTimeToLive: -1 },
    build: undefined,
    cursor: 0,
  })
  expect(decodeNote(Buffer.alloc(0))).toBeUndefined()
  expect(decodeNote(note.subarray(0, -1))).toBeUndefined()
  note[0] = 3
  expect(decodeNote(note)).toBeUndefined()
})
