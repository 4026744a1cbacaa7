import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySplice, compareKeys, compareValues, rowOf } from '../testing/splices.js'
import type { Part, PartRow } from './part.js'
import { createSplice } from './splice.js'
import { type KeyRange, type LeadingRange, spliceRange } from './splice-range.js'

const parts: Part[] = [
  { name: 'device', type: 'integer', range: { min: 0n, max: 999_999n } },
  {
    name: 'seller',
    type: 'string',
    characters: [
      ['0', '9'],
      ['a', 'z'],
    ],
  },
]
const splice = createSplice({ connector: ',', parts })

describe('ranges over leading columns', () => {
  test.each<[LeadingRange, KeyRange]>([
    // The manual's range.
    [
      { from: 15n, to: 100n },
      { start: '000015', end: '000100' },
    ],
    [{ equal: { device: 54n } }, { start: '000054,', end: '000054-' }],
    [
      { equal: { device: 54n }, from: 'a1' },
      { start: '000054,a1', end: '000054-' },
    ],
    [{ equal: { device: 54n, seller: 'a1' } }, { start: '000054,a1', end: '000054,a1\0' }],
    [
      { from: -3n, to: 5_000_000n },
      { start: undefined, end: undefined },
    ],
    [{}, { start: undefined, end: undefined }],
  ])('%o', (range, keys) => expect(spliceRange(splice, range)).toEqual(keys))

  test.each<[LeadingRange, string]>([
    [{ equal: { seller: 'a1' } }, 'only leading columns'],
    [{ equal: { device: 1n, seller: 'a1' }, from: 'a' }, 'all columns are fixed'],
    [{ from: 100n, to: 15n }, 'ends before it begins'],
    [{ from: 1_000_000n }, 'outside of'],
  ])('%o is refused', (range, reason) => expect(() => spliceRange(splice, range)).toThrow(reason))
})

test('a range has exactly the rows within its bounds', () => {
  const cases = anySplice.chain((any) =>
    fc.record({
      any: fc.constant(any),
      rows: fc.array(rowOf(any), { minLength: 1, maxLength: 20 }),
      bounds: fc.tuple(rowOf(any), rowOf(any)),
      fixed: fc.nat({ max: any.parts.length - 1 }),
      takes: fc.constantFrom('from', 'to', 'both'),
    }),
  )
  fc.assert(
    fc.property(cases, ({ any, rows, bounds: [model, other], fixed, takes }) => {
      const equal = Object.fromEntries(Object.entries(model).slice(0, fixed))
      const name = any.parts[fixed]?.name ?? ''
      const [a = 0n, b = 0n] = [model[name], other[name]].toSorted(compareValues)
      const from = takes === 'to' ? {} : { from: a }
      const to = takes === 'from' ? {} : { to: b }
      const { start, end } = spliceRange(any, { equal, ...from, ...to })
      const isInside = (row: PartRow): boolean =>
        Object.entries(equal).every(([column, value]) => row[column] === value) &&
        (takes === 'to' || compareValues(row[name], a) >= 0) &&
        (takes === 'from' || compareValues(row[name], b) < 0)
      // Also rows with the fixed columns, because few random rows would be in the range.
      for (const row of rows.flatMap((each) => [each, { ...each, ...equal }])) {
        const key = any.join(row)
        const isFound =
          (start === undefined || compareKeys(key, start) >= 0) &&
          (end === undefined || compareKeys(key, end) < 0)
        expect(isFound).toBe(isInside(row))
      }
    }),
    { numRuns: 500 },
  )
})
