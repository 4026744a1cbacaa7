import { type Query, type Sort, TrackTotalCount } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document } from '../../documents/document.js'
import { numbersOf, runOver, searchOf } from '../../search/testing/sample-search.js'
import type { TermDictionary } from '../../segments/field-reader.js'
import { matchesNaively } from '../../testing/naive-query.js'
import { compileQuery, rowScope } from '../compile.js'
import { sampleAnalyzers, sampleLayout } from '../testing/sample-index.js'
import { sampleView } from '../testing/sample-segment.js'
import { ScoreCounts } from '../text/score-counts.js'
import { rememberMatches } from './remembered-terms.js'
import { KNOWN_TERM_COST, TERM_TEST_COST } from './term-tester.js'

const { ALL } = TrackTotalCount
const BY_KEY: Sort = {
  sorters: [{ kind: 'primaryKey', order: 'ASC' }],
  disableDefaultPrimaryKeySorter: false,
}

const index = { layout: sampleLayout, analyzerOf: sampleAnalyzers }

/** Enough rows that a scan of their terms is dearer than to look at those of a few. */
const ROWS = 3_000
const NAMES = ['沈家', '面馆', 'ab', 'b', 'ca', '家面', '（', '店）', '馆']

/** All rows have a different name in `k`; `fk` has one of few, `ka` up to three. Every seventh has none. */
const nameOf = (number: number): string => {
  const parts = [number % 9, (number >> 3) % 9, (number * 7) % 9].map((part) => NAMES[part] ?? '')
  return `${parts.join('')}${number}`
}

/** Few names, each of many rows. */
const fewOf = (number: number): string => nameOf(number % 150)

const rowOf = (number: number): Document => {
  const some = Array.from({ length: 1 + (number % 3) }, (_, at) => fewOf(number + at))
  const k = number % 7 === 0 ? undefined : [nameOf(number)]
  const fk = number % 7 === 0 ? undefined : [fewOf(number)]
  const cells = { l: [BigInt(number % 500)], k, ka: some, fk }
  return {
    key: Buffer.alloc(0),
    level: {
      values: sampleLayout.rows.fields.map(({ name }) => new Map(Object.entries(cells)).get(name)),
      children: [[]],
    },
    expiresAt: undefined,
  }
}

const documents = Array.from({ length: ROWS }, (_, number) => rowOf(number))
/** One in memory, one that is read piece by piece. */
const views = [0, 1].map((id) => sampleView(sampleLayout, id, documents, () => false))

const among = (from: bigint, to: bigint): Query => ({
  kind: 'range',
  fieldName: 'l',
  from,
  to,
  includeLower: true,
  includeUpper: true,
})

const bool = (clauses: Partial<Extract<Query, { kind: 'bool' }>>): Query => ({
  kind: 'bool',
  must: [],
  filter: [],
  mustNot: [],
  should: [],
  minimumShouldMatch: undefined,
  weight: 1,
  ...clauses,
})

const wildcard = (fieldName: string, value: string): Query => ({
  kind: 'wildcard',
  fieldName,
  value,
  weight: 1,
})

const piece = fc.constantFrom('*', '*', '?', '沈', '家', '面馆', 'a', 'b', '店', '1', '2', '（')
const pattern = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join('').replaceAll(/\*+/g, '*'))
const leaf = fc.oneof(
  fc
    .record({ fieldName: fc.constantFrom('k', 'ka', 'fk'), value: pattern })
    .map(({ fieldName, value }) => wildcard(fieldName, value)),
  fc
    .constantFrom('家', '1', '馆22', '')
    .map((suffix): Query => ({ kind: 'suffix', fieldName: 'fk', suffix, weight: 1 })),
)

test('finds the same rows among few or many candidates', () => {
  const asked = fc.record({
    one: leaf,
    other: leaf,
    from: fc.nat(499),
    width: fc.constantFrom(0, 1, 30, 499),
    form: fc.constantFrom('must', 'filter', 'inner', 'not', 'boosted'),
  })
  fc.assert(
    fc.property(asked, ({ one, other, from, width, form }) => {
      const few = among(BigInt(from), BigInt(from + width))
      const query = {
        must: bool({ must: [one, few, other] }),
        filter: bool({ must: [few], filter: [one] }),
        inner: bool({ must: [bool({ must: [one, other] }), few] }),
        not: bool({ must: [few], mustNot: [one, other] }),
        boosted: bool({ filter: [bool({ must: [one], weight: 2 }), few], should: [other] }),
      }[form]
      const expected = documents.flatMap(({ level }, number) =>
        matchesNaively(query, level, index) ? [number] : [],
      )
      for (const view of views) {
        const search = searchOf({ query, limit: ROWS, sort: BY_KEY, trackTotalCount: ALL })
        const found = runOver(search, [view])
        expect(numbersOf(found)).toEqual(expected)
        expect(found.total).toBe(expected.length)
      }
    }),
    { numRuns: 60 },
  )
})

test('looks at the terms of candidates where they are few, and else for terms', () => {
  const context = {
    views,
    scores: false,
    counts: new ScoreCounts(),
    now: 0,
    checkTime: () => undefined,
  }
  const query = compileQuery(wildcard('k', '*家*'), rowScope(sampleLayout, sampleAnalyzers))
  for (const view of views) {
    const costAmong = (candidates: number | undefined): number | undefined =>
      query.weight(context).scorer(view, view.segment.rows, candidates)?.tester?.cost
    expect(costAmong(5)).toBe(TERM_TEST_COST)
    expect(costAmong(1_000)).toBe(1)
    expect(costAmong(undefined)).toBe(1)
    // Each of few terms is looked up once.
    const repeated = compileQuery(wildcard('ka', '*家*'), rowScope(sampleLayout, sampleAnalyzers))
    const among = repeated.weight(context).scorer(view, view.segment.rows, 1_000)
    expect(among?.tester?.cost).toBe(KNOWN_TERM_COST)
    // Terms that are known already are not looked at again.
    const weight = query.weight(context)
    weight.scorer(view, view.segment.rows)
    expect(weight.scorer(view, view.segment.rows, 5)?.tester?.cost).toBe(1)
  }
})

test('terms that are remembered are looked up once, and found together past a bound', () => {
  let [looks, finds] = [0, 0]
  const terms = searchedTerms()
  const isMatch = rememberMatches({
    terms,
    matches: (ordinal) => {
      looks++
      return ordinal % 3 === 0
    },
    looksMax: () => 100,
    findAll: () => {
      finds++
      const ordinals = Array.from({ length: terms.size }, (_, ordinal) => ordinal)
      return { kind: 'list', list: Uint32Array.from(ordinals.filter((each) => each % 3 === 0)) }
    },
  })
  for (let at = 0; at < 500; at++) expect(isMatch(at % 50)).toBe((at % 50) % 3 === 0)
  expect([looks, finds]).toEqual([50, 0])
  for (let at = 0; at < terms.size; at++) expect(isMatch(at)).toBe(at % 3 === 0)
  expect([looks, finds]).toEqual([100, 1])
})

/** The terms of the names that all differ. */
function searchedTerms(): TermDictionary {
  const field = views[0]?.segment.rows.field('k')
  if (field?.kind !== 'terms') throw new Error('the rows have names')
  return field.terms
}
