import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Aggregator } from '../aggregations/aggregator.js'
import { createBitSet, setBit } from '../bits/bit-set.js'
import { compileQuery } from '../queries/compile.js'
import { sampleScope } from '../search/testing/sample-search.js'
import { BatchRoom } from './batch-walk.js'
import { compileSort } from './compile-sort.js'
import type { HitsWanted } from './hits-wanted.js'
import { SegmentVisit } from './segment-visit.js'
import {
  DOCUMENTS,
  byField,
  byKey,
  contextOf,
  countedWeight,
  isHit,
  viewOf,
  walkedWeight,
} from './testing/sample-hits.js'
import { TopHits } from './top-hits.js'
import { WAYS } from './ways.js'

const view = viewOf(() => false)
const COUNT_ALL = Number.POSITIVE_INFINITY
const lacking: HitsWanted['weight'] = { scorer: () => undefined, count: () => undefined }
const aggregator: Aggregator<unknown> = {
  open: () => undefined,
  collect: () => undefined,
  close: () => undefined,
  result: () => undefined,
}

interface Search extends Partial<HitsWanted> {
  readonly scores?: boolean
  readonly sorter?: ReturnType<typeof byKey>
}

function visitOf({ scores = false, sorter = byField('ASC'), ...changes }: Search): SegmentVisit {
  const context = { ...contextOf(view), scores }
  const sort = { sorters: [sorter], disableDefaultPrimaryKeySorter: false }
  const keys = compileSort(sort, sampleScope, compileQuery).keys(context)
  const wanted: HitsWanted = {
    weight: countedWeight().weight,
    filter: undefined,
    keys,
    capacity: 20,
    after: undefined,
    countUpTo: 0,
    collapse: undefined,
    aggregators: [],
    ...changes,
  }
  const top = new TopHits(keys, wanted.capacity, undefined)
  const opened = keys.map((key) => key.open(view))
  top.open(0, view, opened)
  const sizes = { countUpTo: wanted.countUpTo, expectedHits: wanted.capacity }
  const room = (): BatchRoom => new BatchRoom()
  return new SegmentVisit({ wanted, context, view, number: 0, keys: opened, top, room, ...sizes })
}

const wayOf = (visit: SegmentVisit): string | undefined =>
  WAYS.find(({ applies, collect }) => applies(visit) && collect(visit) !== undefined)?.name

const kept = {
  sets: new Map([[0, { bits: undefined, documents: DOCUMENTS, count: 1, isAllAlive: true }]]),
  isNotFirst: true,
}

const searches: readonly (readonly [way: string, search: Search])[] = [
  ['kept set', { kept, aggregators: [aggregator] }],
  ['known count', { capacity: 0, countUpTo: COUNT_ALL }],
  ['by children', { childrenOf: () => undefined }],
  ['no hits', { weight: lacking }],
  ['set', { aggregators: [aggregator] }],
  ['set', { weight: walkedWeight(), capacity: 0, countUpTo: COUNT_ALL }],
  ['in the order of the sort', {}],
  ['in batches', { weight: walkedWeight() }],
  ['one by one', { weight: walkedWeight(), sorter: byKey('ASC') }],
  ['one by one', { scores: true, aggregators: [aggregator] }],
]

test.each(searches)('%s: the first way that fits is taken', (way, search) => {
  expect(wayOf(visitOf(search))).toBe(way)
})

test('hits are left to batches when a walk in sort order costs too much', () => {
  const { weight } = countedWeight()
  const late: HitsWanted['weight'] = {
    ...weight,
    scorer: (given, level) => {
      const scorer = weight.scorer(given, level)
      return scorer && { ...scorer, tester: { cost: 1, test: (at) => at > DOCUMENTS - 10 } }
    },
  }
  expect(wayOf(visitOf({ weight: late }))).toBe('in batches')
})

test('hits that were counted with a set are not looked for once more', () => {
  const { weight, looks } = countedWeight()
  const counted: HitsWanted['weight'] = {
    ...weight,
    count: () => {
      const set = createBitSet(DOCUMENTS)
      for (let at = 0; at < DOCUMENTS; at++) if (isHit(at)) setBit(set, at)
      return set
    },
  }
  const hitsOf = (one: HitsWanted['weight']) => {
    const visit = visitOf({ weight: one, countUpTo: COUNT_ALL })
    const way = WAYS.find(({ applies }) => applies(visit))
    return {
      total: way?.collect(visit),
      hits: visit.sortedTop?.sorted().map((hit) => hit.document),
    }
  }
  const found = hitsOf(counted)
  expect(looks()).toBe(0)
  expect(found.total).toBe(DOCUMENTS / 2)
  expect(found.hits).toHaveLength(20)
  expect(found).toEqual(hitsOf(weight))
})

test('the documentation lists the same ways in the same order', async () => {
  const page = new URL('../../../../docs/internals/search.md', import.meta.url)
  const rows = (await readFile(page, 'utf8')).matchAll(/^\| (.+?) \|/gm)
  const [, ...names] = [...rows].map(([, name]) => name)
  expect(names).toEqual(['merged', ...WAYS.map(({ name }) => name)])
})
