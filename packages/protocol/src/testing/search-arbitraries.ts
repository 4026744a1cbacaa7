import fc from 'fast-check'
import type { DateTimeValue } from '../search/date-time.js'
import type { GeoPoint } from '../search/geo-point.js'
import type { Highlight } from '../search/highlight.js'
import type { SearchVariant } from '../search/search-variant.js'

/** Small arbitraries that those of queries, requests and replies share. */

export const text = fc.string({ unit: 'grapheme', maxLength: 12 })
export const texts = fc.array(text, { maxLength: 4 })
export const int32 = fc.integer()
export const natural = fc.nat()
export const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
/** A count of rows or bytes, below 2^53. */
export const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
/** -0 is 0 in text, and NaN equals nothing. */
export const double = fc.double({ noNaN: true }).map((value) => value + 0)
export const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
export const positive = fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true })
/** Exact in 32 bits, as on the wire. */
export const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
export const positiveFloat = fc.float({ min: 2 ** -20, max: 2 ** 20, noNaN: true })
export const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array))
export const someBytes = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((array) => Buffer.from(array))

export function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined })
}

export const searchVariant: fc.Arbitrary<SearchVariant> = fc.oneof(
  int64,
  double,
  fc.boolean(),
  text,
)

export const geoPoint: fc.Arbitrary<GeoPoint> = fc
  .record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  .map(({ lat, lon }) => ({ lat: lat + 0, lon: lon + 0 }))

export const dateTimeValue: fc.Arbitrary<DateTimeValue> = fc.record({
  value: fc.integer({ min: 1, max: 1000 }),
  unit: fc.constantFrom(
    'YEAR',
    'QUARTER_YEAR',
    'MONTH',
    'WEEK',
    'DAY',
    'HOUR',
    'MINUTE',
    'SECOND',
    'MILLISECOND',
  ),
})

export const highlight: fc.Arbitrary<Highlight> = fc.record({
  parameters: fc.array(
    fc.record({
      fieldName: text,
      numberOfFragments: optional(fc.nat(50)),
      fragmentSize: natural,
      preTag: text,
      postTag: text,
      fragmentsOrder: fc.constantFrom('TEXT_SEQUENCE', 'SCORE'),
    }),
    { maxLength: 3 },
  ),
  encoder: fc.constantFrom('PLAIN', 'HTML'),
})
