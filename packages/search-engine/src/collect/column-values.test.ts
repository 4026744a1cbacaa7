import { expect, test } from 'vitest'
import type { NumericField } from '../segments/field-reader.js'
import { numbersReader } from './column-values.js'

/** A field whose values are integers of 64 bits, one for each document. */
function longField(values: readonly bigint[]): NumericField {
  const sorted = BigInt64Array.from(values).sort()
  const encoding = { base: 0n, scale: 1n }
  return {
    kind: 'numeric',
    documentsWithValue: values.length,
    present: undefined,
    column: { ...encoding, starts: undefined, values: BigInt64Array.from(values) },
    order: { ...encoding, values: sorted, documents: new Uint32Array(0), first: () => 0 },
  }
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER)

test('integers of 64 bits are read as numbers, as long as these are exact', () => {
  const values = [0n, -1n, 1_543_651_200_000n, -1_543_651_200_001n, MOST, -MOST, 2n ** 32n]
  const into = new Float64Array(values.length)
  numbersReader(longField(values))?.(Int32Array.from(values.keys()), values.length, into)
  expect([...into]).toEqual(values.map(Number))
})

test.each([MOST + 1n, -MOST - 1n])('a column with %s is not read so', (value) => {
  expect(numbersReader(longField([1n, value]))).toBeUndefined()
})
