import fc from 'fast-check'
import type { KeyColumn } from '@rowhouse/snippets'
import { expect, test } from 'vitest'
import { KeyTextError, everything, rangeOf, textAfter } from './key-question.js'

const schema: readonly KeyColumn[] = [
  { name: 'user', type: 'STRING', isAuto: false },
  { name: 'id', type: 'INTEGER', isAuto: false },
]
const min = { mark: 'min' }
const max = { mark: 'max' }
const values = (key: readonly { readonly value: unknown }[]) => key.map(({ value }) => value)

test('everything lies between the smallest and the largest key', () => {
  const { start, end } = rangeOf(schema, everything)
  expect([values(start), values(end)]).toEqual([
    [min, min],
    [max, max],
  ])
})

test('an equal column keeps the range within its value', () => {
  const { start, end } = rangeOf(schema, { equals: ['c1'], isBackward: false })
  expect([values(start), values(end)]).toEqual([
    ['c1', min],
    ['c1', max],
  ])
})

test('a range leaves its upper end out', () => {
  const range = { kind: 'between', from: '5', to: '9' } as const
  const { start, end } = rangeOf(schema, { equals: ['c1'], range, isBackward: false })
  expect([values(start), values(end)]).toEqual([
    ['c1', 5n],
    ['c1', 9n],
  ])
})

test('a range that goes backwards begins at its upper end', () => {
  const range = { kind: 'begins', text: 'c' } as const
  const { start, end } = rangeOf(schema, { equals: [], range, isBackward: true })
  expect([values(start), values(end)]).toEqual([
    ['d', min],
    ['c', min],
  ])
})

test.each(['5', '9223372036854775807'])('a whole key is a range of one row: %s', (id) => {
  for (const isBackward of [false, true]) {
    const range = rangeOf(schema, { equals: ['c1', id], isBackward })
    const next = id === '5' ? 6n : max
    expect([values(range.start), values(range.end)]).toEqual([
      ['c1', BigInt(id)],
      ['c1', next],
    ])
    expect(range.isBackward).toBe(false)
  }
})

test('behind a whole key that ends with a text or bytes there is a zero', () => {
  const columns: readonly KeyColumn[] = [{ name: 'user', type: 'STRING', isAuto: false }]
  const ofText = rangeOf(columns, { equals: ['c1'], isBackward: false })
  expect(values(ofText.end)).toEqual(['c1\0'])
  const hash: readonly KeyColumn[] = [{ name: 'hash', type: 'BINARY', isAuto: false }]
  const ofBytes = rangeOf(hash, { equals: ['ff01'], isBackward: false })
  expect(values(ofBytes.end)).toEqual([Uint8Array.of(0xff, 1, 0)])
})

test('a text that is no value of its column is told', () => {
  const ask = () => rangeOf(schema, { equals: ['c1', '1.5'], isBackward: false })
  expect(ask).toThrow(KeyTextError)
})

/** The order of UTF-8 is that of code points. */
function inOrder(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)]
  const at = left.findIndex((letter, index) => letter !== right[index])
  if (at < 0) return left.length - right.length
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
}

test('texts with a beginning are those from it to before the text after it', () => {
  const letters = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(letters, letters, (beginning, text) => {
      const after = textAfter(beginning)
      const isInRange =
        inOrder(text, beginning) >= 0 && (after === undefined || inOrder(text, after) < 0)
      expect(isInRange).toBe(text.startsWith(beginning))
    }),
  )
})
