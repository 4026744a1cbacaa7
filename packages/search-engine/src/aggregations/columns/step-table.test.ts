import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NumericColumn } from '../../segments/field-reader.js'
import { STEPS_MAX, stepTable } from './step-table.js'
import { createPlaces } from './value-places.js'

const stepsOf = (column: NumericColumn, starts: readonly bigint[], isRange: boolean): number[] => {
  const count = column.values.length
  const indices = Uint32Array.from({ length: count }, (_, index) => index)
  const steps = new Uint32Array(count)
  stepTable(column, starts)?.({ ...createPlaces(), count, indices, isRange }, steps)
  return [...steps]
}

const starts = fc
  .uniqueArray(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), { minLength: 2, maxLength: 40 })
  .map((bounds) => bounds.toSorted((a, b) => (a < b ? -1 : 1)))

/** Values between the first and the last start, many of them next to a start. */
const valueAmong = (bounds: readonly bigint[]): fc.Arbitrary<bigint> => {
  const least = bounds[0] ?? 0n
  const end = bounds.at(-1) ?? 0n
  return fc
    .oneof(
      fc.bigInt({ min: least, max: end - 1n }),
      fc.tuple(fc.constantFrom(...bounds), fc.bigInt(-2n, 2n)).map(([one, more]) => one + more),
    )
    .filter((value) => value >= least && value < end)
}

const expected = (bounds: readonly bigint[], value: bigint): number =>
  bounds.findLastIndex((start) => start <= value)

test('64-bit values belong to the last step that begins at or before them', () => {
  const spans = fc.oneof(
    starts,
    starts.map((bounds) => bounds.map((bound) => bound >> 28n)),
  )
  fc.assert(
    fc.property(
      spans
        .filter((bounds) => new Set(bounds).size === bounds.length)
        .chain((bounds) => fc.tuple(fc.constant(bounds), fc.array(valueAmong(bounds)))),
      fc.boolean(),
      ([bounds, values], isRange) => {
        const column = {
          starts: undefined,
          values: BigInt64Array.from(values),
          base: 0n,
          scale: 1n,
        }
        const found = stepsOf(column, bounds, isRange)
        expect(found).toEqual(values.map((value) => expected(bounds, value)))
      },
    ),
  )
})

test('so do values that are stored in 32 bits', () => {
  const columns = fc.record({
    base: fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }),
    scale: fc.bigInt({ min: 1n, max: 5_000_000n }),
    units: fc.array(fc.integer(), { minLength: 1 }),
    cuts: fc.array(fc.integer(), { maxLength: 30 }),
    more: fc.bigInt({ min: -2n, max: 2n }),
  })
  fc.assert(
    fc.property(columns, fc.boolean(), ({ base, scale, units, cuts, more }, isRange) => {
      const values = units.map((unit) => base + scale * BigInt(unit))
      const sorted = values.toSorted((a, b) => (a < b ? -1 : 1))
      const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)]
      const between = cuts
        .map((cut) => base + scale * BigInt(cut) + more)
        .filter((cut) => cut > least && cut <= most)
      const bounds = [...new Set([least, ...between, most + 1n])]
      bounds.sort((a, b) => (a < b ? -1 : 1))
      const column = { starts: undefined, values: Int32Array.from(units), base, scale }
      const found = stepsOf(column, bounds, isRange)
      expect(found).toEqual(values.map((value) => expected(bounds, value)))
    }),
  )
})

test('the empty slots of a column, which are outside of all steps, do no harm', () => {
  const [first, last] = [2n ** 60n, 2n ** 60n + 10n ** 15n]
  const column = { starts: undefined, base: 0n, scale: 1n }
  const longs = { ...column, values: BigInt64Array.of(first, 0n, last - 1n) }
  const [one, , two] = stepsOf(longs, [first, first + 10n ** 14n, last], false)
  expect([one, two]).toEqual([0, 1])
  const units = { ...column, values: Int32Array.of(-500, 0, -400) }
  const [three, , four] = stepsOf(units, [-500n, -450n, -399n], false)
  expect([three, four]).toEqual([0, 1])
})

test('no table is made for too many steps', () => {
  const column = { starts: undefined, values: Int32Array.of(1), base: 0n, scale: 1n }
  const many = Array.from({ length: STEPS_MAX + 1 }, (_, step) => BigInt(step * 100))
  expect(stepTable(column, many)).toBeUndefined()
  expect(stepTable(column, many.slice(0, STEPS_MAX))).toBeDefined()
})
