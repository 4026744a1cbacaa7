import type { NumericColumn } from '../../segments/field-reader.js'
import type { Tester } from '../doc-set.js'
import { hasBit } from '../walks/bits-walk.js'
import { type EncodedInterval, encodeInterval, encodingOf, type Interval } from './interval.js'

type ValueTest = (index: number) => boolean

/** Tests documents by their values in a column; undefined when none can match. */
export function columnTester(
  column: NumericColumn,
  present: Uint32Array | undefined,
  intervals: readonly Interval[],
): Tester | undefined {
  const encoded = intervals.flatMap(
    (interval) => encodeInterval(encodingOf(column, column.cold), interval) ?? [],
  )
  const [first, ...others] = encoded
  if (first === undefined) return undefined
  const test = others.length === 0 ? intervalTest(column, first) : pointsTest(column, encoded)
  return { cost: 1, test: documentTest(column, present, test) }
}

function documentTest(
  { starts }: NumericColumn,
  present: Uint32Array | undefined,
  test: ValueTest,
): (document: number) => boolean {
  if (starts !== undefined) {
    return (document) => {
      const end = starts[document + 1] ?? 0
      for (let index = starts[document] ?? 0; index < end; index += 1) if (test(index)) return true
      return false
    }
  }
  if (present === undefined) return test
  return (document) => test(document) && hasBit(present, document)
}

function intervalTest(column: NumericColumn, interval: EncodedInterval): ValueTest {
  const { cold } = column
  if (cold !== undefined) {
    const { low, high } = interval
    return (index) => {
      const value = cold.at(index) ?? 0
      return value >= low && value <= high
    }
  }
  const { values } = column
  if (interval.kind === 'number') {
    const { low, high } = interval
    if (values instanceof BigInt64Array) throw new Error('a number interval on 64-bit integers')
    return (index) => {
      const value = values[index] ?? 0
      return value >= low && value <= high
    }
  }
  if (!(values instanceof BigInt64Array)) throw new Error('a bigint interval on numbers')
  return halvesTest(values, interval.low, interval.high)
}

/** Reads 64-bit integers as two halves, because every bigint that is read is an object. */
function halvesTest(values: BigInt64Array, low: bigint, high: bigint): ValueTest {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const lowUpper = Number(low >> 32n)
  const lowLower = Number(BigInt.asUintN(32, low))
  const highUpper = Number(high >> 32n)
  const highLower = Number(BigInt.asUintN(32, high))
  return (index) => {
    const upper = halves[index * 2 + 1] ?? 0
    if (upper < lowUpper || upper > highUpper) return false
    const lower = (halves[index * 2] ?? 0) >>> 0
    return (upper > lowUpper || lower >= lowLower) && (upper < highUpper || lower <= highLower)
  }
}

/** Several intervals are only ever of one value each. */
function pointsTest(column: NumericColumn, intervals: readonly EncodedInterval[]): ValueTest {
  const points = new Set<number | bigint>(intervals.map(({ low }) => low))
  const { cold } = column
  if (cold !== undefined) return (index) => points.has(cold.at(index) ?? 0)
  const { values } = column
  return (index) => points.has(values[index] ?? 0)
}
