import type { FieldSort, Sort, Sorter } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { Document } from '../documents/document.js'
import { compileQuery } from '../queries/compile.js'
import { NO_MORE, type Scorer } from '../queries/doc-set.js'
import type { SearchContext, Weight } from '../queries/query.js'
import { sampleLayout } from '../queries/testing/sample-index.js'
import { sampleView } from '../queries/testing/sample-segment.js'
import { ScoreCounts } from '../queries/text/score-counts.js'
import { sampleScope } from '../search/testing/sample-search.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { type HitsWanted, collectHits } from './collect-hits.js'
import { compileSort } from './compile-sort.js'
import type { SortValue } from './sort-value.js'
import { type Hit, valueAt } from './top-hits.js'

const DOCUMENTS = 3_000
const PAGE = 20
const field = sampleLayout.fields.get('l')?.number ?? 0

/** Values that repeat, in no order. */
const valueOf = (document: number): bigint => BigInt((document * 7919) % 500)
const isHit = (document: number): boolean => document % 2 === 0

function viewOf(isDead: (document: number) => boolean): SegmentView {
  const documents = Array.from({ length: DOCUMENTS }, (_, document): Document => {
    const values: bigint[][] = Array.from({ length: field + 1 }, () => [])
    values[field] = [valueOf(document)]
    return {
      key: Buffer.alloc(0),
      level: { values, children: [[]] },
      expiresAt: undefined,
    }
  })
  return sampleView(sampleLayout, 1, documents, isDead)
}

/** Every second document, with a count of how many were looked at. */
function countedWeight(): { readonly weight: Weight; looks(): number } {
  let looks = 0
  const test = (document: number): boolean => {
    looks += 1
    return isHit(document)
  }
  const scorer = (): Scorer => ({
    cost: DOCUMENTS / 2,
    document: -1,
    tester: { cost: 1, test },
    next() {
      return this.advance(this.document + 1)
    },
    advance(target) {
      let at = target
      while (at < DOCUMENTS && !test(at)) at += 1
      return Object.assign(this, { document: at < DOCUMENTS ? at : NO_MORE }).document
    },
    score: () => 1,
  })
  return { weight: { scorer, count: () => DOCUMENTS / 2 }, looks: () => looks }
}

const valuesOf = (hit: Hit): SortValue[] => hit.keys.map((_, index) => valueAt(hit, index))

const byField = (order: 'ASC' | 'DESC'): FieldSort => ({
  kind: 'field',
  fieldName: 'l',
  order,
  mode: undefined,
  nestedFilter: undefined,
  missingValue: undefined,
  missingFields: [],
})
const byKey = (order: 'ASC' | 'DESC'): Sorter => ({ kind: 'primaryKey', order })

function collect(view: SegmentView, sorter: Sorter, changes: Partial<HitsWanted>) {
  const sort: Sort = { sorters: [sorter], disableDefaultPrimaryKeySorter: false }
  const context: SearchContext = {
    views: [view],
    scores: false,
    counts: new ScoreCounts(),
    now: 0,
    checkTime: () => undefined,
  }
  const wanted: HitsWanted = {
    weight: countedWeight().weight,
    filter: undefined,
    keys: compileSort(sort, sampleScope, compileQuery).keys(context),
    capacity: PAGE,
    after: undefined,
    countUpTo: 0,
    collapse: undefined,
    aggregators: [],
    ...changes,
  }
  return collectHits(wanted, context)
}

test.each([byField('ASC'), byField('DESC'), byKey('ASC'), byKey('DESC')])(
  'a page costs about its own length wherever it begins: $kind $order',
  (sorter) => {
    const view = viewOf((document) => document % 10 === 4)
    const seen: number[] = []
    let last: Hit | undefined
    for (;;) {
      const { weight, looks } = countedWeight()
      const { hits } = collect(view, sorter, { weight, after: last && valuesOf(last) })
      seen.push(...hits.map(({ document }) => document))
      last = hits.at(-1)
      // A run of equal values may have to be looked through to its end.
      expect(looks()).toBeLessThan(5 * PAGE)
      if (hits.length < PAGE) break
    }
    const sign = sorter.order === 'ASC' ? 1 : -1
    const expected = [...Array(DOCUMENTS).keys()]
      .filter((document) => isHit(document) && document % 10 !== 4)
      .sort((a, b) => {
        if (sorter.kind === 'primaryKey') return sign * (a - b)
        return sign * Number(valueOf(a) - valueOf(b)) || a - b
      })
    expect(seen).toEqual(expected)
  },
)

test.each(['ASC', 'DESC'] as const)(
  'hits without a test of one are found in batches: %s',
  (order) => {
    const view = viewOf((document) => document % 10 === 4)
    const { weight } = countedWeight()
    const walked: Weight = {
      ...weight,
      count: () => undefined,
      scorer: (given, level) => {
        const scorer = weight.scorer(given, level)
        return scorer && { ...scorer, tester: undefined }
      },
    }
    const all = Number.POSITIVE_INFINITY
    const { hits, total } = collect(view, byField(order), { weight: walked, countUpTo: all })
    const sign = order === 'ASC' ? 1 : -1
    const expected = [...Array(DOCUMENTS).keys()]
      .filter((document) => isHit(document) && document % 10 !== 4)
      .sort((a, b) => sign * Number(valueOf(a) - valueOf(b)) || a - b)
    expect(hits.map(({ document }) => document)).toEqual(expected.slice(0, PAGE))
    expect(hits.map((hit) => valueAt(hit, 0))).toEqual(
      expected.slice(0, PAGE).map((document) => Number(valueOf(document))),
    )
    expect(total).toBe(expected.length)
  },
)

test('a count is put right by a look at the deleted documents alone', () => {
  const view = viewOf((document) => document % 100 < 2)
  const { weight, looks } = countedWeight()
  const all = Number.POSITIVE_INFINITY
  const { total } = collect(view, byKey('ASC'), { weight, capacity: 0, countUpTo: all })
  expect(total).toBe((DOCUMENTS / 2) * 0.98)
  expect(looks()).toBe(DOCUMENTS / 50)
})
