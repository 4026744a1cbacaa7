import type { Query } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document } from '../documents/document.js'
import { sampleRow, text } from '../queries/testing/sample-rows.js'
import { matchesNaively } from '../testing/naive-query.js'
import {
  SEGMENTS,
  type SampleRow,
  numbersOf,
  runOver,
  sampleIndex,
  searchOf,
  viewsOf,
} from './testing/sample-search.js'

const match = (words: string, fieldName = 't'): Query => ({
  kind: 'match',
  fieldName,
  text: words,
  minimumShouldMatch: undefined,
  operator: 'OR',
  weight: 1,
})
const bool = (must: readonly Query[], should: readonly Query[]): Query => ({
  kind: 'bool',
  must,
  should,
  filter: [],
  mustNot: [],
  minimumShouldMatch: undefined,
  weight: 1,
})
const phrase: Query = { kind: 'matchPhrase', fieldName: 'ta', text: 'a ab', weight: 1, slop: 3 }
const keyword: Query = { kind: 'term', fieldName: 'ka', term: 'ab', weight: 1 }
const nested: Query = {
  kind: 'nested',
  path: 'n',
  query: match('a b ba', 'n.t'),
  scoreMode: 'TOTAL',
  weight: 1,
  innerHits: undefined,
}

const query = fc.oneof(
  text.map((words) => match(words)),
  fc
    .tuple(text, text, text)
    .map(([one, two, three]) => bool([match(one), match(two, 'ta')], [keyword, match(three)])),
  fc
    .tuple(text, text)
    .map(([one, two]) => bool([], [match(one), match(two, 'tf'), keyword, phrase])),
  fc.constantFrom(phrase, keyword, nested),
)

/**
 * A change between two pages: rows are written and deleted, and all rows are distributed over new segments.
 */
interface Change {
  readonly added: readonly Document[]
  readonly deleted: number
  readonly placement: readonly number[]
  readonly dropsDead: boolean
}
const change: fc.Arbitrary<Change> = fc.record({
  added: fc.array(sampleRow, { maxLength: 15 }),
  deleted: fc.nat(10),
  placement: fc.array(fc.nat(SEGMENTS - 1), { minLength: 1, maxLength: 7 }),
  dropsDead: fc.boolean(),
})

/** Rows that never change have even numbers. */
function startOf(documents: readonly Document[]): SampleRow[] {
  return documents.map((document, place) => {
    return { document, number: 2 * place, segment: place % SEGMENTS, isDead: false }
  })
}

function changed(rows: readonly SampleRow[], { added, deleted, placement, dropsDead }: Change) {
  const isOther = ({ number, isDead }: SampleRow): boolean => number % 2 === 1 && !isDead
  const taken = new Set(rows.map(({ number }) => number))
  const gone = new Set(rows.filter(isOther).slice(0, deleted))
  const kept = rows
    .map((row) => (gone.has(row) ? { ...row, isDead: true } : row))
    .filter(({ isDead }) => !(isDead && dropsDead))
  const free = Array.from({ length: 200 }, (_, place) => 2 * place + 1).filter((n) => !taken.has(n))
  const fresh = added.flatMap((document, index) => {
    const number = free[index]
    return number === undefined ? [] : [{ document, number, segment: 0, isDead: false }]
  })
  return [...kept, ...fresh]
    .toSorted((a, b) => a.number - b.number)
    .map((row, index) => ({ ...row, segment: placement[index % placement.length] ?? 0 }))
}

test('pages by score show unchanged rows exactly once, whatever else is written', () => {
  const walk = fc.record({
    documents: fc.array(sampleRow, { minLength: 5, maxLength: 30 }),
    changes: fc.array(change, { minLength: 1, maxLength: 8 }),
    query,
    order: fc.constantFrom('ASC', 'DESC'),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  fc.assert(
    fc.property(walk, ({ documents, changes, query, order, limit }) => {
      const first = startOf(documents)
      let rows: readonly SampleRow[] = first
      const met: number[] = []
      const sort = {
        sorters: [{ kind: 'score', order } as const],
        disableDefaultPrimaryKeySorter: false,
      }
      let page = runOver(searchOf({ query, sort, limit }), viewsOf(rows))
      for (let pages = 0; ; pages++) {
        met.push(...numbersOf(page).filter((number) => number % 2 === 0))
        const token = page.nextToken
        if (token === undefined) break
        expect(pages).toBeLessThan(300)
        const next = changes[pages]
        if (next !== undefined) rows = changed(rows, next)
        page = runOver(searchOf({ query, token, limit }), viewsOf(rows))
      }
      const untouched = first.filter(({ document }) =>
        matchesNaively(query, document.level, sampleIndex),
      )
      expect(met.toSorted((a, b) => a - b)).toEqual(untouched.map(({ number }) => number))
    }),
    { numRuns: 60 },
  )
})
