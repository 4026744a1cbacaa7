import type { FieldSort, Query, Sorter } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import type { Document } from '../documents/document.js'
import { compileQuery } from '../queries/compile.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { sampleLayout } from '../queries/testing/sample-index.js'
import { ScoreCounts } from '../queries/text/score-counts.js'
import { type SampleRow, SEGMENTS, sampleScope, viewsOf } from '../search/testing/sample-search.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { compileSort } from './compile-sort.js'
import { mergedHits } from './merged-walk.js'
import { type Hit, valueAt } from './top-hits.js'

const ROWS = 3_000
const PAGE = 40

/** Unsorted values with repetitions; some rows have none. */
const numberOf = (row: number): bigint | undefined =>
  row % 50 === 7 ? undefined : BigInt((row * 7919) % 400)
const wordOf = (row: number): string => `w${(row * 31) % 90}`
/** One to three words, and none for some rows. */
const wordsOf = (row: number): readonly string[] =>
  row % 50 === 9 ? [] : [...new Set([1, 7, 11].slice(row % 3).map((by) => wordOf(row * by)))]
const isHit = (row: number): boolean => row % 4 > 0
const isDead = (row: number): boolean => row % 10 === 4

const [l = 0, k = 0, ka = 0, d = 0] = ['l', 'k', 'ka', 'd'].map(
  (name) => sampleLayout.fields.get(name)?.number,
)

function documentOf(row: number): Document {
  const length = Math.max(l, k, ka, d) + 1
  const values: (bigint | number | string)[][] = Array.from({ length }, () => [])
  const number = numberOf(row)
  if (number !== undefined) values[l] = [number]
  values[k] = [wordOf(row)]
  values[ka] = [...wordsOf(row)]
  values[d] = [row % 4]
  return { key: Buffer.alloc(0), level: { values, children: [[]] }, expiresAt: undefined }
}

const rowAt = (number: number): SampleRow => ({
  number,
  document: documentOf(number),
  segment: (number * 5) % SEGMENTS,
  isDead: isDead(number),
})

const rows = Array.from({ length: ROWS }, (_, number) => rowAt(number))

const contextOf = (views: readonly SegmentView[]): SearchContext => ({
  views,
  scores: false,
  counts: new ScoreCounts(),
  now: 0,
  checkTime: () => undefined,
})

const NOTHING: Weight = { scorer: () => undefined, count: () => 0 }

const query: Query = {
  kind: 'range',
  fieldName: 'd',
  from: 0.5,
  to: undefined,
  includeLower: true,
  includeUpper: false,
}

const by = (fieldName: string, order: 'ASC' | 'DESC', missingValue?: string): FieldSort => ({
  kind: 'field',
  fieldName,
  order,
  mode: undefined,
  nestedFilter: undefined,
  missingValue,
  missingFields: [],
})

function page(
  sorters: readonly Sorter[],
  after: Hit | undefined,
  context: SearchContext,
  { filter, countUpTo = 0 }: { filter?: Weight; countUpTo?: number } = {},
) {
  const sort = { sorters, disableDefaultPrimaryKeySorter: false }
  const wanted = {
    weight: compileQuery(query, sampleScope).weight(context),
    filter,
    keys: compileSort(sort, sampleScope, compileQuery).keys(context),
    capacity: PAGE,
    after: after && after.keys.map((_, index) => valueAt(after, index)),
    countUpTo,
    collapse: undefined,
    aggregators: [],
  }
  return mergedHits(wanted, context)
}

const KEY: Sorter = { kind: 'primaryKey', order: 'ASC' }

const rowOf = ({ view, document }: Hit): number =>
  rows.filter(({ segment }) => segment === view)[document]?.number ?? -1

function compareRows(sorter: FieldSort | undefined, a: number, b: number): number {
  if (sorter === undefined) return 0
  const { fieldName, order, missingValue } = sorter
  const sign = order === 'ASC' ? 1 : -1
  const valueOf = (row: number): string | bigint | undefined => {
    if (fieldName === 'k') return wordOf(row)
    if (fieldName === 'ka')
      return wordsOf(row)
        .toSorted()
        .at(order === 'ASC' ? 0 : -1)
    return numberOf(row)
  }
  const [one, other] = [valueOf(a), valueOf(b)]
  if (one === other) return 0
  if (one === undefined) return missingValue === '_first' ? -1 : 1
  if (other === undefined) return missingValue === '_first' ? 1 : -1
  return sign * (one < other ? -1 : 1)
}

describe('hits of all segments at once', () => {
  test.each([
    by('l', 'ASC'),
    by('l', 'DESC'),
    by('l', 'ASC', '_first'),
    by('l', 'DESC', '_first'),
    by('k', 'ASC'),
    by('k', 'DESC'),
    undefined,
  ])('are in order, page by page: $fieldName $order $missingValue', (sorter) => {
    expect(pagesOf(sorter)).toEqual(inOrder(sorter))
  })

  test.each([by('ka', 'ASC'), by('ka', 'DESC'), by('ka', 'DESC', '_first')])(
    'are in the order of the term that counts: $fieldName $order $missingValue',
    (sorter) => {
      const seen = pagesOf(sorter)
      // Where most rows of a term are sorted by another one, the segments are walked instead.
      expect(seen.length).toBeGreaterThan(5 * PAGE)
      expect(seen).toEqual(inOrder(sorter).slice(0, seen.length))
    },
  )

  /** All pages, until segments are better walked one by one. */
  const pagesOf = (sorter: FieldSort | undefined): readonly number[] => {
    const sorters: readonly Sorter[] = sorter === undefined ? [KEY] : [sorter]
    const context = contextOf(viewsOf(rows))
    const seen: number[] = []
    let last: Hit | undefined
    do {
      const found = page(sorters, last, context)
      if (found === undefined) break
      seen.push(...found.hits.map(rowOf))
      last = found.hits.at(-1)
      if (found.hits.length < PAGE) break
    } while (last !== undefined)
    return seen
  }
  const inOrder = (sorter: FieldSort | undefined): readonly number[] =>
    [...rows.keys()]
      .filter((row) => isHit(row) && !isDead(row))
      .sort((a, b) => compareRows(sorter, a, b) || a - b)

  test('time out when the filter rejects all of many hits', () => {
    const many = Array.from({ length: 7_000 }, (_, number) => rowAt(number))
    const views = viewsOf(many)
    const checkTime = (): never => {
      throw new Error('the time is up')
    }
    expect(page([KEY], undefined, contextOf(views), { filter: NOTHING })).toEqual({
      hits: [],
      total: 0,
    })
    const context = { ...contextOf(views), checkTime }
    expect(() => page([KEY], undefined, context, { filter: NOTHING })).toThrow('the time is up')
  })

  test('are left to the segments when they must be counted, before anything is read', () => {
    const move = (): never => {
      throw new Error('a walk has begun')
    }
    const walk = { cost: 1, document: -1, next: move, advance: move, score: () => 1 }
    const filter: Weight = { scorer: () => walk, count: () => undefined }
    const context = contextOf(viewsOf(rows))
    expect(page([KEY], undefined, context, { filter, countUpTo: 1 })).toBeUndefined()
    expect(() => page([KEY], undefined, context, { filter })).toThrow('a walk has begun')
  })

  test('are left to the segments when a key can only be read in document order', () => {
    const context = contextOf(viewsOf(rows))
    expect(page([by('l', 'ASC'), by('n.l', 'ASC')], undefined, context)).toBeUndefined()
  })
})
