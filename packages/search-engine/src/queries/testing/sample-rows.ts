import { booleanVariant, doubleVariant, integerVariant, stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import type { Document } from '../../documents/document.js'
import { createRowReader } from '../../schema/document-of-row.js'
import { sampleLayout } from './sample-index.js'

export const WORDS = ['a', 'ab', 'abc', 'ba', 'b', '沈家', '\u{1f600}'] as const
export const words = fc.constantFrom(...WORDS)
export const text = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' '))
export const smallLong = fc.integer({ min: -4, max: 6 })
export const long = fc.oneof(
  { weight: 8, arbitrary: smallLong.map(BigInt) },
  { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-(2n ** 63n), 1n - 2n ** 63n, 2n ** 63n - 1n, 2n ** 53n + 1n),
  },
)
export const double = fc.oneof(
  smallLong.map((value) => value / 2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const steps = (max: number): fc.Arbitrary<number> => fc.integer({ min: -max * 10, max: max * 10 })
export const point = fc.tuple(steps(90), steps(180)).map(([a, b]) => `${a / 10},${b / 10}`)
/** Corners are off the points, because the service rounds on edges. */
export const corner = fc
  .tuple(steps(89), steps(179))
  .map(([a, b]) => ({ lat: a / 10 + 0.031_27, lon: b / 10 + 0.043_91 }))
/** A corner where points may be, in whole degrees: edges go through points. */
export const cornerOnGrid = fc.tuple(steps(9), steps(18)).map(([a, b]) => ({ lat: a, lon: b }))
export const address = fc.constantFrom('10.0.0.1', '10.0.0.77', '10.0.1.1', '11.0.0.1', '::1')
export const day = fc.integer({ min: 10, max: 14 }).map((value) => `2024-05-${value}`)

const child = fc.record(
  {
    l: smallLong,
    k: words,
    t: text,
    m: fc.array(fc.record({ l: smallLong, k: words }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

const json = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  value.map((members) => stringVariant(JSON.stringify(members)))

const list = <T>(member: fc.Arbitrary<T>): fc.Arbitrary<Buffer> =>
  json(fc.array(member, { maxLength: 4 }))

/** Some values do not fit their field. */
const columns = fc.record(
  {
    l: fc.oneof(long.map(integerVariant), fc.constant(stringVariant('x'))),
    la: list(smallLong),
    d: double.map(doubleVariant),
    b: fc.boolean().map(booleanVariant),
    k: words.map(stringVariant),
    ka: list(words),
    fk: words.map(stringVariant),
    t: text.map(stringVariant),
    ta: list(text),
    tf: text.map(stringVariant),
    dt: fc.oneof(day, fc.constant('2024-5-1')).map(stringVariant),
    g: point.map(stringVariant),
    ga: list(point),
    ip: address.map(stringVariant),
    v: list(smallLong),
    n: list(child),
    j: json(fc.record({ l: smallLong, k: words }, { requiredKeys: [] })),
  },
  { requiredKeys: [] },
)

/** Keys are added later. */
export const sampleRow: fc.Arbitrary<Document> = columns.map((given) => {
  const cells = Object.entries(given).map(([name, value]) => ({ name, value }))
  const row = { key: Buffer.alloc(0), columns: cells, expiresAt: undefined }
  return readSampleRow(row, () => undefined)
})

const readSampleRow = createRowReader(sampleLayout)
