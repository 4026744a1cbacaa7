import type { Query, SearchVariant, Sort } from '@rowhouse/protocol'
import {
  type QueryVocabulary,
  compoundQueries,
  leafQueries,
  sortBy,
} from '@rowhouse/protocol/testing'
import fc from 'fast-check'
import type { Choices } from '../random.js'
import { fieldNames } from './search-index.js'

/** Words that queries and rows share, so that queries find some. */
export const texts = ['row', 'key1', 'key2', 'naïve', '日本語 文本', 'a b c', '10.0.0.1'] as const

const words = fc.constantFrom(...texts)
const whole = fc.integer({ min: -20, max: 20 })
const halves = whole.map((number) => number / 2)

const about = (fields: readonly string[], value: fc.Arbitrary<SearchVariant>): QueryVocabulary => ({
  fieldName: fc.constantFrom(...fields),
  value,
  text: words,
  geoPoint: fc.record({
    lat: fc.integer({ min: -90, max: 90 }),
    lon: fc.integer({ min: -180, max: 180 }),
  }),
  path: fc.constant('c6'),
})

const keywords = leafQueries(about(['c0', 'c11'], words))
const longs = leafQueries(about(['c1'], whole.map(BigInt)))
const doubles = leafQueries(about(['c3'], halves))
const booleans = leafQueries(about(['c4'], fc.boolean()))
const dates = leafQueries(about(['c7'], fc.constantFrom('2012-02-03', '2020-02-03')))
const full = leafQueries(about(['c2'], words))
const fuzzy = leafQueries(about(['c10'], words))
const places = leafQueries(about(['c5'], words))

/** Queries of every kind on fields of the right type. */
const fitting: readonly fc.Arbitrary<Query>[] = [
  full.matchAll,
  ...[keywords, longs, doubles, booleans, dates].flatMap(({ term, terms, range, exists }) => [
    term,
    terms,
    range,
    exists,
  ]),
  keywords.prefix,
  keywords.suffix,
  keywords.wildcard,
  fuzzy.wildcard,
  full.match,
  full.matchPhrase,
  full.exists,
  places.geoBoundingBox,
  places.geoDistance,
  places.geoPolygon,
]

const anywhere = about(fieldNames, fc.oneof(whole.map(BigInt), halves, fc.boolean(), words))
const misfits: readonly fc.Arbitrary<Query>[] = Object.values(leafQueries(anywhere))

const fittingLeaf = fc.oneof(...fitting)
const children = fc.oneof(
  leafQueries(about(['c6.n'], whole.map(BigInt))).range,
  leafQueries(about(['c6.k'], words)).term,
)
const compounds: readonly fc.Arbitrary<Query>[] = [
  ...Object.values(compoundQueries(fittingLeaf, about(['c1', 'c3'], halves))),
  compoundQueries(children, about(['c6.n'], halves)).nested,
  compoundQueries(fittingLeaf, about(['c8'], halves)).knnVector,
]

const order = fc.constantFrom('ASC' as const, 'DESC' as const)
const fittingSort: fc.Arbitrary<Sort> = fc.record({
  sorters: fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('field' as const),
        fieldName: fc.constantFrom('c0', 'c1', 'c3', 'c7'),
        order,
        mode: fc.constant(undefined),
        nestedFilter: fc.constant(undefined),
        missingValue: fc.constant(undefined),
        missingFields: fc.constant([]),
      }),
      fc.record({ kind: fc.constantFrom('score' as const, 'primaryKey' as const), order }),
    ),
    { minLength: 1, maxLength: 2 },
  ),
  disableDefaultPrimaryKeySorter: fc.constant(false),
})
const anySort = sortBy(fittingLeaf, anywhere.fieldName)

/** A value of an arbitrary, chosen by the seeded random numbers. */
const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, random: Choices): Value => {
  const [value] = fc.sample(arbitrary, { numRuns: 1, seed: random.bits() | 0 })
  if (value === undefined) throw new RangeError('nothing was sampled')
  return value
}

/** Mostly a query that the index can answer; every kind is equally frequent. */
export const queryOf = (random: Choices): Query => {
  if (random.once(8)) return sampled(random.pick(misfits), random)
  return sampled(random.pick(random.once(3) ? compounds : fitting), random)
}

export const sortOf = (random: Choices): Sort =>
  sampled(random.once(8) ? anySort : fittingSort, random)
