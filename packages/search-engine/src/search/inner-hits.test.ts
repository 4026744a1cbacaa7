import {
  type InnerHits,
  type Query,
  type SearchHit,
  type Sort,
  type Sorter,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LevelDocument } from '../documents/document.js'
import { sampleLayout } from '../queries/testing/sample-index.js'
import { sampleRow } from '../queries/testing/sample-rows.js'
import { createRowReader } from '../schema/document-of-row.js'
import { matchesNaively } from '../testing/naive-query.js'
import { runOver, sampleIndex, searchOf, viewsOf } from './testing/sample-search.js'

const nested = (path: string, query: Query, innerHits: Partial<InnerHits> | undefined): Query => ({
  kind: 'nested',
  path,
  query,
  scoreMode: 'NONE',
  weight: 1,
  innerHits: innerHits && {
    sort: undefined,
    offset: 0,
    limit: 3,
    highlight: undefined,
    ...innerHits,
  },
})

const atLeast = (fieldName: string, from: number): Query => ({
  kind: 'range',
  fieldName,
  from: BigInt(from),
  to: undefined,
  includeLower: true,
  includeUpper: true,
})

const levelAt = (path: string) => {
  const level = sampleLayout.levels.get(path)
  if (level === undefined) throw new Error(path)
  return level
}

const byLong = (fieldName: string, order: 'ASC' | 'DESC'): Sorter => ({
  kind: 'field',
  fieldName,
  order,
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
})

const sortBy = (...sorters: readonly Sorter[]): Sort => ({
  sorters,
  disableDefaultPrimaryKeySorter: false,
})

/** Hits in the order of the one sorter, with children without a value last. */
const ordered = (
  children: readonly LevelDocument[],
  matches: (child: LevelDocument) => boolean,
  sort: Sort | undefined,
): number[] => {
  const places = children.flatMap((child, place) => (matches(child) ? [place] : []))
  const [sorter] = sort?.sorters ?? []
  if (sorter === undefined) return places
  const sign = sorter.order === 'DESC' ? -1 : 1
  if (sorter.kind === 'doc') return places.toSorted((a, b) => sign * (a - b))
  const valueOf = (place: number): number => Number(children[place]?.values[0]?.[0] ?? Number.NaN)
  return places.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (Number.isNaN(one) || Number.isNaN(other)) {
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b
    }
    return sign * (one - other) || a - b
  })
}

const offsetsOf = (hits: readonly SearchHit[]): (number | undefined)[] =>
  hits.map(({ nestedDocOffset }) => nestedDocOffset)

const sorts = (field: string): fc.Arbitrary<Sort | undefined> =>
  fc.constantFrom(
    undefined,
    sortBy({ kind: 'doc', order: 'DESC' }),
    sortBy({ kind: 'primaryKey', order: 'DESC' }, byLong(field, 'ASC')),
    sortBy(byLong(field, 'DESC')),
  )

const rowOf = (document: { readonly level: LevelDocument }, number: number) => ({
  number,
  segment: number % 2,
  isDead: number % 5 === 4,
  document: { key: Buffer.alloc(0), expiresAt: undefined, ...document },
})

/** The naive order leaves out a sorter that changes nothing. */
const effective = (sort: Sort | undefined): Sort | undefined =>
  sort && sortBy(...sort.sorters.filter(({ kind }) => kind !== 'primaryKey'))

describe('inner hits', () => {
  test('are the children that match, and theirs, in their order', () => {
    const asked = fc.record({
      outer: fc.integer({ min: -4, max: 3 }),
      inner: fc.integer({ min: -4, max: 1 }),
      outerSort: sorts('n.l'),
      innerSort: sorts('n.m.l'),
      offset: fc.nat(1),
      limit: fc.nat(3),
    })
    fc.assert(
      fc.property(fc.array(sampleRow, { maxLength: 20 }), asked, (documents, given) => {
        const { offset, limit, outerSort, innerSort } = given
        const deepest = atLeast('n.m.l', given.inner)
        const deep = nested('n.m', deepest, { sort: innerSort, limit: 2 })
        const should: Query = {
          kind: 'bool',
          must: [],
          mustNot: [],
          filter: [],
          should: [atLeast('n.l', given.outer), deep],
          minimumShouldMatch: 1,
          weight: 1,
        }
        const query = nested('n', should, { sort: outerSort, offset, limit })
        const rows = documents.map(rowOf)
        const search = searchOf({ query: { kind: 'constScore', filter: query }, limit: 100 })
        for (const { key, hit } of runOver(search, viewsOf(rows)).rows) {
          const children = rows[key.readUInt32BE()]?.document.level.children[0] ?? []
          const matches = (child: LevelDocument): boolean =>
            matchesNaively(should, child, sampleIndex, levelAt('n'))
          const expected = ordered(children, matches, effective(outerSort))
          const [entry, ...others] = hit.innerHits
          expect([entry?.path, others]).toEqual(['n', []])
          expect(offsetsOf(entry?.hits ?? [])).toEqual(expected.slice(offset, offset + limit))
          for (const { nestedDocOffset = -1, innerHits } of entry?.hits ?? []) {
            const below = children[nestedDocOffset]?.children[0] ?? []
            const isHit = (child: LevelDocument): boolean =>
              matchesNaively(deepest, child, sampleIndex, levelAt('n.m'))
            const places = ordered(below, isHit, effective(innerSort)).slice(0, 2)
            expect(innerHits.map(({ path }) => path)).toEqual(['n.m'])
            expect(innerHits.map(({ hits }) => offsetsOf(hits))).toEqual([places])
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  test('have a score where they are sorted by it', () => {
    const read = createRowReader(sampleLayout)
    const n = stringVariant('[{"l":1,"t":"a b b"},{"l":2},{"l":3,"t":"a"}]')
    const columns = [{ name: 'n', value: n }]
    const document = read({ key: Buffer.alloc(0), columns, expiresAt: undefined }, () => undefined)
    const query: Query = {
      kind: 'match',
      fieldName: 'n.t',
      text: 'a',
      minimumShouldMatch: undefined,
      operator: 'OR',
      weight: 1,
    }
    const hitsOf = (innerHits: Partial<InnerHits>): readonly SearchHit[] =>
      runOver(searchOf({ query: nested('n', query, innerHits) }), viewsOf([rowOf(document, 0)]))
        .rows[0]?.hit.innerHits[0]?.hits ?? []
    expect(offsetsOf(hitsOf({}))).toEqual([0, 2])
    expect(hitsOf({})[0]?.score).toBeUndefined()
    const scored = hitsOf({ sort: sortBy({ kind: 'score', order: 'DESC' }) })
    expect(offsetsOf(scored)).toEqual([2, 0])
    expect(scored[0]?.score).toBeGreaterThan(scored[1]?.score ?? Number.NaN)
    for (const wrong of [{ limit: -1 }, { offset: -1 }]) {
      expect(() => hitsOf(wrong)).toThrow('inner_hits.')
    }
    const above = sortBy(byLong('l', 'ASC'))
    expect(() => hitsOf({ sort: above })).toThrow('[sort] field: l is not below [n]')
  })
})
