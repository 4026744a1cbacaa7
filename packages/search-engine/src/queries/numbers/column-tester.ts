import { outOfRange } from '@rowhouse/platform'
import type { NumericColumn } from '../../segments/field-reader.js'
import { lookAhead } from '../../segments/read/cold-array.js'
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
  const isPlain = column.starts === undefined && present === undefined && others.length === 0
  const keep = isPlain ? keeper(column, first, test) : undefined
  return { cost: 1, test: documentTest(column, present, test), keep }
}

function documentTest(
  { starts }: NumericColumn,
  present: Uint32Array | undefined,
  test: ValueTest,
): (document: number) => boolean {
  if (starts !== undefined) {
    return (document) => {
      const end = starts[document + 1] ?? outOfRange()
      for (let index = starts[document] ?? outOfRange(); index < end; index += 1)
        if (test(index)) return true
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
      const value = cold.at(index) ?? outOfRange()
      return value >= low && value <= high
    }
  }
  const { values } = column
  if (interval.kind === 'number') {
    const { low, high } = interval
    if (values instanceof BigInt64Array) throw new Error('a number interval on 64-bit integers')
    return (index) => {
      const value = values[index] ?? outOfRange()
      return value >= low && value <= high
    }
  }
  if (!(values instanceof BigInt64Array)) throw new Error('a bigint interval on numbers')
  return halvesTest(values, interval.low, interval.high)
}

/** Reads 64-bit integers as two halves, because each bigint that is read allocates an object. */
function halvesTest(values: BigInt64Array, low: bigint, high: bigint): ValueTest {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const lowUpper = Number(low >> 32n)
  const lowLower = Number(BigInt.asUintN(32, low))
  const highUpper = Number(high >> 32n)
  const highLower = Number(BigInt.asUintN(32, high))
  return (index) => {
    const upper = halves[index * 2 + 1] ?? outOfRange()
    if (upper < lowUpper || upper > highUpper) return false
    const lower = (halves[index * 2] ?? outOfRange()) >>> 0
    return (upper > lowUpper || lower >= lowLower) && (upper < highUpper || lower <= highLower)
  }
}

/** For a column with one value per document. */
function keeper(
  column: NumericColumn,
  interval: EncodedInterval,
  test: ValueTest,
): NonNullable<Tester['keep']> {
  const { cold } = column
  if (cold !== undefined) {
    return (documents, count) => {
      lookAhead(cold, documents, count)
      return keptBy(test, documents, count)
    }
  }
  const { values } = column
  if (values instanceof BigInt64Array || interval.kind === 'bigint') {
    return values instanceof BigInt64Array
      ? halvesKeeper(values, interval, test)
      : (documents, count) => keptBy(test, documents, count)
  }
  const { low, high } = interval
  return (documents, count) => {
    let left = 0
    for (let at = 0; at < count; at += 1) {
      const document = documents[at] ?? outOfRange()
      const value = values[document] ?? outOfRange()
      documents[left] = document
      left += value >= low && value <= high ? 1 : 0
    }
    return left
  }
}

/** Compares the upper halves alone where they decide. */
function halvesKeeper(
  values: BigInt64Array,
  { low, high }: EncodedInterval,
  test: ValueTest,
): NonNullable<Tester['keep']> {
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  const lowUpper = Number(BigInt(low) >> 32n)
  const highUpper = Number(BigInt(high) >> 32n)
  let uppers = NO_HALVES
  return (documents, count) => {
    if (uppers.length < count) uppers = new Int32Array(documents.length)
    for (let at = 0; at < count; at += 1)
      uppers[at] = halves[(documents[at] ?? outOfRange()) * 2 + 1] ?? outOfRange()
    let left = 0
    for (let at = 0; at < count; at += 1) {
      const upper = uppers[at] ?? outOfRange()
      const document = documents[at] ?? outOfRange()
      documents[left] = document
      if (upper > lowUpper && upper < highUpper) left += 1
      else if ((upper === lowUpper || upper === highUpper) && test(document)) left += 1
    }
    return left
  }
}

const NO_HALVES = new Int32Array(0)

function keptBy(test: ValueTest, documents: Int32Array, count: number): number {
  let left = 0
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? outOfRange()
    documents[left] = document
    if (test(document)) left += 1
  }
  return left
}

/** Several intervals are always single values. */
function pointsTest(column: NumericColumn, intervals: readonly EncodedInterval[]): ValueTest {
  const points = new Set<number | bigint>(intervals.map(({ low }) => low))
  const { cold } = column
  if (cold !== undefined) return (index) => points.has(cold.at(index) ?? outOfRange())
  const { values } = column
  return (index) => points.has(values[index] ?? outOfRange())
}
