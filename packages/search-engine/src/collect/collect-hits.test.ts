import type { Sort, Sorter } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { compileQuery } from '../queries/compile.js'
import { sampleScope } from '../search/testing/sample-search.js'
import type { SegmentView } from '../segments/segment-reader.js'
import { collectHits } from './collect-hits.js'
import { compileSort } from './compile-sort.js'
import type { HitsWanted } from './hits-wanted.js'
import type { SortValue } from './sort-value.js'
import {
  DOCUMENTS,
  byField,
  byKey,
  contextOf,
  countedWeight,
  isHit,
  valueOf,
  viewOf,
  walkedWeight,
} from './testing/sample-hits.js'
import { type Hit, valueAt } from './top-hits.js'

const PAGE = 20

const valuesOf = (hit: Hit): SortValue[] => hit.keys.map((_, index) => valueAt(hit, index))

function collect(view: SegmentView, sorter: Sorter, changes: Partial<HitsWanted>) {
  const sort: Sort = { sorters: [sorter], disableDefaultPrimaryKeySorter: false }
  const context = contextOf(view)
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
      // A run of equal values may have to be read to its end.
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
    const all = Number.POSITIVE_INFINITY
    const { hits, total } = collect(view, byField(order), {
      weight: walkedWeight(),
      countUpTo: all,
    })
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

test('a count is corrected by reading only the deleted documents', () => {
  const view = viewOf((document) => document % 100 < 2)
  const { weight, looks } = countedWeight()
  const all = Number.POSITIVE_INFINITY
  const { total } = collect(view, byKey('ASC'), { weight, capacity: 0, countUpTo: all })
  expect(total).toBe((DOCUMENTS / 2) * 0.98)
  expect(looks()).toBe(DOCUMENTS / 50)
})
