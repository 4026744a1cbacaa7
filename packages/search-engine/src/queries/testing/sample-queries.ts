import type { Query, SearchVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import {
  address,
  corner,
  cornerOnGrid,
  day,
  double,
  long,
  smallLong,
  text,
  words,
} from './sample-rows.js'

/** The fields of a level, by the queries that they support. */
interface LevelFields {
  readonly longs: readonly string[]
  readonly keywords: readonly string[]
  readonly texts: readonly string[]
  readonly others: boolean
  readonly exists: readonly string[]
  readonly below: readonly { readonly path: string; readonly fields: LevelFields }[]
}

const deep: LevelFields = {
  longs: ['n.m.l'],
  keywords: ['n.m.k'],
  texts: [],
  others: false,
  exists: ['n.m.l', 'n.m.k'],
  below: [],
}

const nested: LevelFields = {
  longs: ['n.l'],
  keywords: ['n.k'],
  texts: ['n.t'],
  others: false,
  exists: ['n.l', 'n.t', 'n.m', 'n.nowhere'],
  below: [{ path: 'n.m', fields: deep }],
}

const rows: LevelFields = {
  longs: ['l', 'la', 'j.l'],
  keywords: ['k', 'ka', 'fk', 'lk', 'j.k'],
  texts: ['t', 'ta', 'tf'],
  others: true,
  exists: [
    'l',
    'la',
    'd',
    'b',
    'k',
    'ka',
    'fk',
    't',
    'dt',
    'g',
    'ga',
    'ip',
    'v',
    'n',
    'j',
    'n.m',
    'nowhere',
  ],
  below: [
    { path: 'n', fields: nested },
    { path: 'n.m', fields: deep },
  ],
}

const weight = fc.constantFrom(1, 0.5, 3)
const from = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const minimum = fc.constantFrom<(number | string | undefined)[]>(
  undefined,
  0,
  1,
  2,
  -1,
  '50%',
  '-40%',
  '2<75%',
  '1<-1 3<50%',
)

function comparisons<T extends SearchVariant>(
  fieldName: fc.Arbitrary<string>,
  value: fc.Arbitrary<T>,
): fc.Arbitrary<Query>[] {
  const bound = fc.option(value, { nil: undefined })
  return [
    fc.record({ kind: fc.constant('term'), fieldName, term: value, weight }),
    fc.record({
      kind: fc.constant('terms'),
      fieldName,
      terms: fc.array(value, { maxLength: 5 }),
      weight,
    }),
    fc.record({
      kind: fc.constant('range'),
      fieldName,
      from: bound,
      to: bound,
      includeLower: fc.boolean(),
      includeUpper: fc.boolean(),
    }),
  ]
}

const pattern = fc
  .array(fc.constantFrom('a', 'b', 'c', '*', '?', '沈'), { maxLength: 4 })
  .map((parts) => parts.join(''))

function letters(fieldName: fc.Arbitrary<string>): fc.Arbitrary<Query>[] {
  const prefix = fc.constantFrom('', 'a', 'ab', '沈', '\u{1f600}', 'zz')
  return [
    fc.record({ kind: fc.constant('prefix'), fieldName, prefix, weight }),
    fc.record({ kind: fc.constant('wildcard'), fieldName, value: pattern, weight }),
  ]
}

function texts(fieldName: fc.Arbitrary<string>): fc.Arbitrary<Query>[] {
  return [
    fc.record({
      kind: fc.constant('match'),
      fieldName,
      text,
      minimumShouldMatch: minimum,
      operator: fc.constantFrom('OR', 'AND'),
      weight,
    }),
    fc.record({
      kind: fc.constant('matchPhrase'),
      fieldName,
      text,
      weight,
      slop: fc.constantFrom(0, 0, 1, 2, 5),
    }),
  ]
}

const others: fc.Arbitrary<Query>[] = [
  ...comparisons(fc.constant('d'), fc.oneof(double, smallLong.map(BigInt))),
  ...comparisons(fc.constant('b'), fc.boolean()),
  ...comparisons(fc.constant('dt'), day),
  ...comparisons(fc.constant('ip'), address),
  fc.constant({ kind: 'term', fieldName: 'ip', term: '10.0.0.9/24', weight: 1 }),
  fc.record({
    kind: fc.constant('suffix'),
    fieldName: fc.constant('fk'),
    suffix: fc.constantFrom('', 'a', 'bc', '家'),
    weight,
  }),
  fc.record({ fieldName: from(['g', 'ga']), a: corner, b: corner }).map(({ fieldName, a, b }) => ({
    kind: 'geoBoundingBox',
    fieldName,
    topLeft: { lat: Math.max(a.lat, b.lat), lon: a.lon },
    bottomRight: { lat: Math.min(a.lat, b.lat), lon: b.lon },
  })),
  fc.record({
    kind: fc.constant('geoDistance'),
    fieldName: from(['g', 'ga']),
    centerPoint: corner,
    distance: fc.double({ min: 0, max: 2e7, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('geoPolygon'),
    fieldName: from(['g', 'ga']),
    points: fc.oneof(
      fc.array(corner, { minLength: 3, maxLength: 6 }),
      fc.array(cornerOnGrid, { minLength: 3, maxLength: 6 }),
    ),
  }),
]

function leaves(fields: LevelFields): fc.Arbitrary<Query> {
  const comparable = fc.oneof(
    long,
    smallLong.map(String),
    smallLong.map((value) => value / 2),
  )
  return fc.oneof(
    fc.constant<Query>({ kind: 'matchAll' }),
    fc.record({ kind: fc.constant('exists'), fieldName: from(fields.exists) }),
    ...comparisons(from(fields.longs), comparable),
    ...comparisons(from(fields.keywords), words),
    ...letters(from([...fields.keywords, ...fields.texts])),
    ...texts(from([...fields.keywords, ...fields.texts])),
    ...(fields.texts.length > 0 ? comparisons(from(fields.texts), words) : []),
    ...(fields.others ? others : []),
  )
}

function queriesOn(fields: LevelFields, depth: number): fc.Arbitrary<Query> {
  if (depth === 0) return leaves(fields)
  const inner = queriesOn(fields, depth - 1)
  const clauses = fc.array(inner, { maxLength: 3 })
  const bool: fc.Arbitrary<Query> = fc
    .record({
      kind: fc.constant('bool'),
      must: clauses,
      filter: clauses,
      mustNot: clauses,
      should: clauses,
      minimumShouldMatch: minimum,
      weight,
    })
    .filter(
      (query) =>
        query.must.length + query.filter.length + query.mustNot.length + query.should.length > 0,
    )
  const below = fields.below.map(
    ({ path, fields: child }): fc.Arbitrary<Query> =>
      fc.record({
        kind: fc.constant('nested'),
        path: fc.constant(path),
        query: queriesOn(child, depth - 1),
        scoreMode: fc.constantFrom('NONE', 'AVG', 'MAX', 'TOTAL', 'MIN'),
        weight,
        innerHits: fc.constant(undefined),
      }),
  )
  return fc.oneof(
    { weight: 3, arbitrary: leaves(fields) },
    { weight: 4, arbitrary: bool },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('constScore'), filter: inner }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('disMax'),
        queries: fc.array(inner, { minLength: 1, maxLength: 3 }),
        tieBreaker: fc.constantFrom(0, 0.3, 1),
        weight,
      }),
    },
    ...below.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
}

/** Queries over sampleLayout that depend on one row alone. */
export const sampleQuery: fc.Arbitrary<Query> = queriesOn(rows, 3)
