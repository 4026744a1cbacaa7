import { and, compare, defineTable } from '@rowhouse/client'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { practicesLimits } from '../limits.js'
import { startTestClient } from '../testing/test-client.js'
import { createCompression } from './attribute-compression.js'

const text = 'a large text that says the same again and again; '.repeat(100)
const products = defineTable({
  name: 'products',
  key: { id: 'string' },
  columns: { intro: 'binary', price: 'integer' },
})

describe.each(['gzip', 'brotli'] as const)('with %s', (codec) => {
  const compression = createCompression({ columns: ['intro', 'picture'], codec })

  test('a large value becomes small, and its codec is in a column beside it', () => {
    const packed = compression.pack({ intro: text, price: 5n })
    expect(packed).toMatchObject({ intro_codec: `${codec} string`, price: 5n })
    const { intro } = packed
    expect(intro instanceof Uint8Array && intro.length).toBeLessThan(text.length / 10)
    expect(compression.unpack(packed)).toEqual({ intro: text, price: 5n })
  })

  test('every value is unpacked unchanged', () => {
    const bytes = fc.uint8Array({ maxLength: 5000 }).map((array) => Buffer.from(array))
    const texts = fc.string({ unit: 'grapheme', maxLength: 20 }).map((each) => each.repeat(200))
    const value = fc.oneof(bytes, texts, fc.constant(undefined))
    fc.assert(
      fc.property(value, value, (intro, picture) => {
        const row = { intro, picture, price: 1n }
        expect(compression.unpack(compression.pack(row))).toEqual(row)
      }),
    )
  })
})

const compression = createCompression({ columns: ['intro'] })

test('small values, and those that do not shrink, are marked as not compressed', () => {
  const packed = compression.pack({ intro: 'short' })
  expect(packed).toEqual({ intro: Buffer.from('short'), intro_codec: 'none string' })
  expect(compression.unpack(packed)).toEqual({ intro: 'short' })
  const always = createCompression({ columns: ['intro'], bytesMin: 0 })
  expect(always.pack({ intro: Buffer.from('abc') })).toMatchObject({ intro_codec: 'none binary' })
})

test('a value that was written without compression is read', () => {
  expect(compression.unpack({ intro: text })).toEqual({ intro: text })
})

test('both stored columns are read and deleted', () => {
  expect(compression.stored(['intro', 'price'])).toEqual(['intro', 'intro_codec', 'price'])
})

test('rows are written to a server and read', async () => {
  const { client, close } = await startTestClient()
  try {
    const table = await client.createTable(products)
    const { pack, unpack, stored } = compression
    await table.put({ id: 'p1', ...pack({ intro: text, price: 5n }) })
    const { consumed } = await table.put({ id: 'p1', ...pack({ intro: text, price: 5n }) })
    expect(consumed.write).toBe(1)
    expect(unpack((await table.get({ id: 'p1' })) ?? {})).toEqual({
      id: 'p1',
      intro: text,
      price: 5n,
    })
    expect(stored(['intro'])).toEqual(['intro', 'intro_codec'])
  } finally {
    await close()
  }
})

describe('compression is refused for', () => {
  test('columns of an index', () => {
    const indexes = { products_index: ['price', 'intro'] }
    expect(() => createCompression({ columns: ['intro'], indexes })).toThrow(
      'intro cannot be compressed: the index products_index uses it',
    )
  })

  test('columns of a filter', () => {
    const price = compare(products, 'price', '>', 5n)
    expect(compression.filter(price)).toBe(price)
    const intro = and(price, compare(products, 'intro', '=', Buffer.from('x')))
    expect(() => compression.filter(intro)).toThrow('a filter cannot use intro')
  })

  test('numbers', () =>
    expect(() => compression.pack({ intro: 5n })).toThrow('neither text nor bytes'))

  test('codecs of others, damaged data, and data that grows without bound', () => {
    const unpack = (intro: Uint8Array, how: string) =>
      compression.unpack({ intro, intro_codec: how })
    expect(() => unpack(Buffer.from('x'), 'lz4 string')).toThrow(
      'compressed with lz4, unknown here',
    )
    expect(() => unpack(Buffer.from('x'), 'gzip string')).toThrow('damaged, or larger')
    const bomb = gzipSync(Buffer.alloc(practicesLimits.UNCOMPRESSED_BYTES_MAX + 1))
    expect(() => unpack(bomb, 'gzip binary')).toThrow('damaged, or larger')
  })
})
