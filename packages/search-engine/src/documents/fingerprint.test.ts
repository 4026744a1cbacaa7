import { integerVariant, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createFingerprints, fingerprintNumber } from './fingerprint.js'

const column = (name: string, value: Uint8Array) => ({ name, value })

const numberOf = (columns: ReturnType<typeof column>[], expiresAt?: number): bigint => {
  const { high, low } = createFingerprints()({ columns, expiresAt })
  return fingerprintNumber(high, low)
}

const a = column('a', stringVariant('x'))
const b = column('b', integerVariant(7n))

test('a fingerprint depends on everything but the order of columns', () => {
  expect(numberOf([a, b])).toBe(numberOf([b, a]))
  const others = [
    numberOf([a, b]),
    numberOf([a]),
    numberOf([]),
    numberOf([column('b', a.value), column('a', b.value)]),
    numberOf([a, column('b', integerVariant(8n))]),
    numberOf([a, column('c', b.value)]),
    numberOf([a, b], 0),
    numberOf([a, b], 5),
    numberOf([a, b], 5.5),
    numberOf([a, a, b]),
  ]
  expect(new Set(others).size).toBe(others.length)
})

test('fingerprints never change, because files contain them', () => {
  expect(numberOf([a, b]).toString(16)).toBe('5a0d7e33ee8d375e')
  expect(numberOf([a, b], 1_700_000_000_000).toString(16)).toBe('cdb12454224da5f7')
})
