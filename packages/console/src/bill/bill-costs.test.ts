import { expect, test } from 'vitest'
import { indexCost, storageCost, unitsCost } from './bill-costs.js'

const GB = 1024 ** 3

const prices = {
  currency: 'EUR',
  readUnitsPer10000: 1,
  writeUnitsPer10000: 4,
  storageGbMonth: 0.5,
  indexUnitHour: 0.01,
}

test('units are paid by the ten thousand, reads and writes apart', () => {
  const table = { table: 't', readUnits: 20_000, writeUnits: 5_000, bytes: 0 }
  expect(unitsCost(table, prices)).toBe(4)
})

test('storage is paid by the GB and month', () => {
  expect(storageCost(3 * GB, prices)).toBe(1.5)
})

test('an index is paid for what it reserves all month, and for its storage', () => {
  const index = { table: 't', index: 'x', rows: 1, bytes: 2 * GB, units: 20 }
  expect(indexCost(index, prices)).toBeCloseTo(20 * 720 * 0.01 + 1)
})
