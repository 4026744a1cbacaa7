import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NumericColumn, PackedNumbers } from '../../segments/field-reader.js'
import { columnTester } from './column-tester.js'
import type { Interval } from './interval.js'

const integer = fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n })
const small = fc.integer({ min: -50, max: 50 })

interface Case {
  readonly values: PackedNumbers
  readonly interval: Interval
}

const cases: fc.Arbitrary<Case> = fc.oneof(
  fc.tuple(fc.array(small), small, small).map(([values, low, high]) => ({
    values: Int32Array.from(values),
    interval: { kind: 'integer' as const, low: BigInt(low), high: BigInt(high) },
  })),
  fc.tuple(fc.array(small), small, small).map(([values, low, high]) => ({
    values: Float64Array.from(values),
    interval: { kind: 'double' as const, low, high },
  })),
  fc.tuple(fc.array(integer), integer, integer).map(([values, low, high]) => ({
    values: BigInt64Array.from(values),
    interval: { kind: 'integer' as const, low, high },
  })),
  // Values with equal upper halves, so that the lower halves decide.
  fc.tuple(fc.array(small), small, small).map(([values, low, high]) => ({
    values: BigInt64Array.from(values, BigInt),
    interval: { kind: 'integer' as const, low: BigInt(low), high: BigInt(high) },
  })),
)

it('filters batches of documents like single ones, in memory or not', () => {
  fc.assert(
    fc.property(cases, fc.boolean(), fc.integer({ min: 1, max: 3 }), (one, isCold, step) => {
      const { values, interval } = one
      const cold = isCold ? values : undefined
      const column: NumericColumn = { values, cold, base: 0n, scale: 1n, starts: undefined }
      const tester = columnTester(column, undefined, [interval])
      if (tester?.keep === undefined) return
      const asked = [...values.keys()].filter((document) => document % step === 0)
      const documents = new Int32Array(asked.length + 4)
      documents.set(asked)
      const count = tester.keep(documents, asked.length)
      const wanted = asked.filter((document) => tester.test(document))
      expect([...documents.subarray(0, count)]).toEqual(wanted)
    }),
  )
})
