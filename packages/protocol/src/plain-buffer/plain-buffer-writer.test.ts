import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.js'
import { attributeVariant, columnName, int64, unicode } from '../testing/row-arbitraries.js'
import {
  type Variant,
  VariantType,
  blobVariant,
  doubleVariant,
  integerVariant,
  stringVariant,
} from '../values/variant.js'
import { decodeRows } from './decode-row.js'
import { encodeName } from './encoded-name.js'
import { PlainBufferWriter, type WrittenValue } from './plain-buffer-writer.js'

function keyOnly(writer: PlainBufferWriter, key: bigint): void {
  writer.beginRow()
  writer.primaryKeyCell('k', integerVariant(key))
}

describe('PlainBufferWriter', () => {
  test('copies a stored cell as if it were written from its parts', () => {
    fc.assert(
      fc.property(columnName, attributeVariant, int64, fc.nat(9), (name, value, time, before) => {
        const stored = Buffer.concat([Buffer.alloc(before), value, Buffer.alloc(3)])
        const low = Number(BigInt.asIntN(32, time))
        const high = Number(BigInt.asIntN(32, time >> 32n))
        const copied = new PlainBufferWriter()
        copied.header()
        keyOnly(copied, 1n)
        copied.rawCell(encodeName(name), stored, before, before + value.length, low, high)
        copied.endRow()
        const made = new PlainBufferWriter()
        made.header()
        keyOnly(made, 1n)
        made.cell(name, value, time)
        made.endRow()
        expect(copied.finish()).toEqual(made.finish())
      }),
    )
  })

  test('copies a stored cell with its time and checksum', () => {
    fc.assert(
      fc.property(columnName, attributeVariant, int64, (name, value, time) => {
        const made = new PlainBufferWriter()
        made.header()
        keyOnly(made, 1n)
        made.cell(name, value, time)
        made.endRow()
        const bytes = made.finish()
        const checksum = bytes.at(-3) ?? 0
        const times = Buffer.alloc(8)
        times.writeBigInt64LE(time)
        const stored = Buffer.concat([times, value])
        const copied = new PlainBufferWriter(64)
        copied.header()
        keyOnly(copied, 1n)
        copied.storedCell(encodeName(name), stored, 8, stored.length, 0, checksum)
        copied.endRow()
        expect(copied.finish()).toEqual(bytes)
      }),
    )
  })

  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 200 })
  const almost = fc.tuple(ascii, unicode).map(([before, after]) => before + after)
  const text = fc.oneof(
    unicode,
    ascii,
    almost,
    fc.constantFrom('x'.repeat(1025), '中'.repeat(1025), '\ud800'),
  )
  const pairOf = <T>(values: fc.Arbitrary<T>, variantOf: (value: T) => Variant) =>
    values.map((value): readonly [T, Variant] => [value, variantOf(value)])

  test.each<[string, fc.Arbitrary<readonly [WrittenValue, Variant]>]>([
    ['a text', pairOf(text, stringVariant)],
    ['an integer', pairOf(int64, integerVariant)],
    ['a double', pairOf(fc.double(), doubleVariant)],
  ])('writes %s like its variant', (_, pairs) => {
    fc.assert(
      fc.property(columnName, pairs, (name, pair) => {
        const written = pair.map((given) => {
          const writer = new PlainBufferWriter(64)
          writer.header()
          writer.beginRow()
          writer.primaryKeyCell(name, given)
          writer.cell(name, given, 1n)
          writer.endRow()
          return writer.finish()
        })
        expect(written[0]).toEqual(written[1])
      }),
    )
  })

  test('grows past its first memory and keeps what it wrote', () => {
    const writer = new PlainBufferWriter(64)
    writer.header()
    for (let i = 0; i < 100; i++) {
      keyOnly(writer, BigInt(i))
      writer.cell('text', stringVariant('x'.repeat(i * 10)), BigInt(i))
      writer.endRow()
    }
    const rows = decodeRows(writer.view())
    expect(rows).toHaveLength(100)
    expect(rows[99]?.cells[0]?.value).toEqual(stringVariant('x'.repeat(990)))
    expect(writer.size).toBe(writer.view().length)
  })

  test('starts over after reset and does not change finished copies', () => {
    const writer = new PlainBufferWriter()
    writer.header()
    keyOnly(writer, 1n)
    writer.deleteMarker()
    writer.endRow()
    const first = writer.finish()
    writer.reset()
    expect(writer.size).toBe(0)
    writer.header()
    keyOnly(writer, 2n)
    writer.endRow()
    expect(decodeRows(first)[0]).toMatchObject({ deleteMarker: true })
    const [second] = decodeRows(writer.view())
    expect(second?.deleteMarker).toBe(false)
    expect(second?.primaryKey[0]?.value).toEqual(integerVariant(2n))
  })

  test('writes a text of a key like its variant', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(9), (bytes, before) => {
        const source = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(3)])
        const copied = new PlainBufferWriter(64)
        copied.beginRow()
        const { BLOB } = VariantType
        copied.primaryKeyText(encodeName('k'), BLOB, source, before, before + bytes.length)
        const made = new PlainBufferWriter()
        made.beginRow()
        made.primaryKeyCell('k', blobVariant(bytes))
        expect(copied.view()).toEqual(made.view())
      }),
    )
  })

  test('hands over one row after the other, and later rows do not change them', () => {
    const writer = new PlainBufferWriter(512)
    const write = (text: string): void => {
      writer.header()
      keyOnly(writer, 1n)
      writer.cell('text', stringVariant(text))
      writer.endRow()
      const { size } = writer
      keyOnly(writer, 2n)
      writer.cell('unwanted', stringVariant('x'.repeat(300)))
      writer.cut(size)
    }
    const alone = (text: string): Buffer => {
      const own = new PlainBufferWriter()
      own.header()
      keyOnly(own, 1n)
      own.cell('text', stringVariant(text))
      own.endRow()
      return own.finish()
    }
    const texts = Array.from({ length: 60 }, (_, i) => String(i).repeat((i * 7) % 290))
    const taken = texts.map((text) => {
      writer.header()
      writer.reset()
      write(text)
      expect(writer.size).toBe(writer.view().length)
      return writer.take()
    })
    expect(writer.size).toBe(0)
    expect(taken.map((row) => row.toString('hex'))).toEqual(
      texts.map((text) => alone(text).toString('hex')),
    )
  })

  test('keeps what it wrote when it makes room', () => {
    const writer = new PlainBufferWriter(64)
    writer.header()
    keyOnly(writer, 7n)
    const before = writer.finish()
    writer.reserve(10)
    writer.reserve(100_000)
    expect(writer.finish()).toEqual(before)
  })

  test('evicts names beyond its bound without confusing them', () => {
    const writer = new PlainBufferWriter()
    writer.header()
    keyOnly(writer, 1n)
    const names = Array.from({ length: limits.WRITER_NAMES_MAX + 2 }, (_, i) => `column${i}`)
    for (const name of [...names, ...names]) writer.cell(name, stringVariant(name))
    writer.endRow()
    const cells = decodeRows(writer.view())[0]?.cells ?? []
    expect(cells.map((cell) => cell.name)).toEqual([...names, ...names])
    expect(cells.every((cell) => cell.value?.equals(stringVariant(cell.name)))).toBe(true)
  })
})
