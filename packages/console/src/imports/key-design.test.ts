import { inferTypes } from '@rowhouse/transfer/records'
import { expect, test } from 'vitest'
import { choicesOfNewTable } from './column-choices.js'
import { NO_DESIGN, madeColumnOf, partOf } from './key-design.js'

const records = [
  [-40n, 'a', 1.5],
  [7n, 'b', 2],
].map((values, at) => ({ number: at + 1, names: ['degrees', 'place', 'price'], values }))

const choices = choicesOfNewTable(inferTypes(records, false), records.length)
const parts = [partOf('degrees', records), partOf('place', records)]

const keyOf = (degrees: bigint, design = NO_DESIGN) => {
  const made = madeColumnOf(design, choices)
  if (made === undefined || typeof made === 'string') return made
  return made.make((name) => (name === 'degrees' ? degrees : 'x'))
}

test('integers have room for one digit more than the sample has, and for negative ones', () => {
  expect(parts[0]).toEqual({ source: 'degrees', min: '-999', max: '999' })
  const design = { ...NO_DESIGN, kind: 'splice', parts } as const
  expect([-999n, -1n, 7n].map((degrees) => keyOf(degrees, design))).toEqual(
    ['0000,x', '0998,x', '1006,x'].map((key) => ({ key })),
  )
  expect(keyOf(1_000n, design)).toEqual({ problem: 'key: degrees is 1000, outside of -999 to 999' })
})

test('what cannot be made is told before', () => {
  const design = { ...NO_DESIGN, kind: 'splice', parts } as const
  const [degrees = partOf('degrees', records)] = parts
  expect(keyOf(1n)).toBeUndefined()
  expect(keyOf(1n, { ...design, parts: [degrees] })).toBe('madeParts')
  expect(keyOf(1n, { ...design, parts: [degrees, degrees] })).toBe('madeParts')
  expect(keyOf(1n, { ...design, parts: [degrees, partOf('price', records)] })).toBe('madeParts')
  expect(keyOf(1n, { ...design, target: 'place' })).toBe('madeName')
  const empty = { ...degrees, min: '5', max: '4' }
  expect(keyOf(1n, { ...design, parts: [empty, partOf('place', records)] })).toBe('madeRange')
})

test('a hash takes the first column, whatever stands behind it', () => {
  const degrees = partOf('degrees', records)
  const design = { ...NO_DESIGN, kind: 'hash', parts: [degrees, degrees] } as const
  expect(keyOf(7n, design)).toEqual({ key: '8f147' })
})
