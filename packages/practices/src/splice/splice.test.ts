import { limits } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySplice, compareKeys, compareRows, rowOf } from '../testing/splices.js'
import type { Part } from './part.js'
import { createSplice, findSpliceFaults, renderKey } from './splice.js'

/** The orders of the manual's campus cards: device, seller, card. */
const ORDERS = [
  [16n, 'a100', 66661n],
  [54n, 'a100', 6777n],
  [54n, 'a1001', 6777n],
  [167n, 'a101', 283408n],
  [66n, 'b304', 178994n],
].map(([DeviceID = 0n, SellerID = '', CardID = 0n]) => ({ DeviceID, SellerID, CardID }))

const range = { min: 0n, max: 999_999n }
const seller: Part = {
  name: 'SellerID',
  type: 'string',
  characters: [
    ['0', '9'],
    ['a', 'z'],
    ['A', 'Z'],
  ],
}
const padded: Part[] = [
  { name: 'DeviceID', type: 'integer', range },
  seller,
  { name: 'CardID', type: 'integer', range },
]
const raw: Part[] = [
  { name: 'DeviceID', type: 'integer' },
  seller,
  { name: 'CardID', type: 'integer' },
]

const sortedKeys = (connector: string, parts: Part[]): string[] =>
  ORDERS.map((row) => renderKey({ connector, parts }, row)).toSorted(compareKeys)

describe('the three renderings of the manual', () => {
  test('numbers without padding lose their order, which is reported', () => {
    expect(sortedKeys(':', raw)).toEqual([
      '167:a101:283408',
      '16:a100:66661',
      '54:a1001:6777',
      '54:a100:6777',
      '66:b304:178994',
    ])
    expect(findSpliceFaults({ connector: ':', parts: raw })).toContain(
      'DeviceID has no range: its numbers sort as text, 167 before 54',
    )
  })

  test('padding keeps the order of numbers, but a colon sorts after the digits of a longer seller', () => {
    expect(sortedKeys(':', padded)).toEqual([
      '000016:a100:066661',
      '000054:a1001:006777',
      '000054:a100:006777',
      '000066:b304:178994',
      '000167:a101:283408',
    ])
    expect(findSpliceFaults({ connector: ':', parts: padded })).toContain(
      '":" sorts behind "0", which SellerID may hold',
    )
    expect(() => createSplice({ connector: ':', parts: padded })).toThrow('sorts behind')
  })

  test('the comma sorts before all characters', () => {
    expect(sortedKeys(',', padded)).toEqual([
      '000016,a100,066661',
      '000054,a100,006777',
      '000054,a1001,006777',
      '000066,b304,178994',
      '000167,a101,283408',
    ])
    expect(findSpliceFaults({ connector: ',', parts: padded })).toEqual([])
  })
})

test('keys have the order of their columns, and can be split again', () => {
  const pair = anySplice.chain((splice) =>
    fc.tuple(fc.constant(splice), rowOf(splice), rowOf(splice)),
  )
  fc.assert(
    fc.property(pair, ([splice, a, b]) => {
      const [first, second] = [splice.join(a), splice.join(b)]
      expect(compareKeys(first, second)).toBe(compareRows(splice.parts, a, b))
      expect(splice.split(first)).toEqual(a)
    }),
    { numRuns: 1000 },
  )
})

test('negative numbers keep their order', () => {
  const parts: Part[] = [{ name: 'n', type: 'integer', range: { min: -500n, max: 999n } }]
  const { join, split } = createSplice({ connector: ',', parts })
  expect([-500n, -1n, 0n, 999n].map((n) => join({ n }))).toEqual(['0000', '0499', '0500', '1499'])
  expect(split('0499')).toEqual({ n: -1n })
})

describe('invalid values are refused', () => {
  const splice = createSplice({ connector: ',', parts: padded })
  const row = { DeviceID: 54n, SellerID: 'a100', CardID: 6777n }

  test.each([
    [{ ...row, DeviceID: 1_000_000n }, 'outside of 0 to 999999'],
    [{ ...row, SellerID: 'a,1' }, 'SellerID may not hold ","'],
    [{ ...row, SellerID: '\ud800' }, 'is not one character'],
    [{ ...row, CardID: 'x' }, 'CardID is an integer'],
    [{ DeviceID: 54n, SellerID: 'a100' }, 'the row has no CardID'],
    [{ ...row, SellerID: 'a'.repeat(1024) }, 'a key column takes 1024'],
  ])('%o', (wrong, reason) => expect(() => splice.join(wrong)).toThrow(reason))

  test.each(['000054,a100', '54,a100,006777', '000054,a100,006777,', '-00054,a100,006777'])(
    'the key %s',
    (key) => expect(() => splice.split(key)).toThrow(),
  )

  test('the longest key fits', () => {
    const SellerID = 'a'.repeat(limits.PRIMARY_KEY_VALUE_BYTES_MAX - '000054,,006777'.length)
    expect(splice.join({ ...row, SellerID })).toHaveLength(limits.PRIMARY_KEY_VALUE_BYTES_MAX)
  })
})

test('faults of a design', () => {
  const faults = (connector: string, parts: Part[]) => findSpliceFaults({ connector, parts })
  expect(faults(',', [])).toEqual(['a spliced key has at least one column'])
  expect(faults(',', [seller, seller])).toEqual(['a column stands twice in the key'])
  expect(faults('::', [seller])).toEqual(['the connector is one ASCII character'])
  expect(faults('é', [seller])).toEqual(['the connector is one ASCII character'])
  expect(faults('5', [seller])).toContain(
    '"5" may occur in SellerID or sorts behind a character that may',
  )
  expect(faults('-', [{ name: 'n', type: 'integer' }])).toHaveLength(2)
  expect(faults(',', [{ name: 'n', type: 'integer', range: { min: 1n, max: 0n } }])).toEqual([
    'the range of n is empty',
  ])
})
