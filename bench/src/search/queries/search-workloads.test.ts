import { search } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { seededRandom } from '../../rows/random.js'
import { orderMaker } from '../documents/order.js'
import { ALL_COLUMNS, searchRequest } from '../server/order-server.js'
import { manualQueries } from './manual-queries.js'
import { SEARCH_WORKLOADS, searchWorkloadNamed } from './search-workloads.js'

const scale = { documents: 1_000 }

test('every search can be encoded and decoded', () => {
  const makers = [...SEARCH_WORKLOADS, ...manualQueries(scale, orderMaker(scale))]
  for (const { make } of makers) {
    const request = searchRequest('t', make(seededRandom(1)), ALL_COLUMNS)
    expect(search.decodeRequest(search.encodeRequest(request))).toEqual(request)
  }
})

test('equal seeds draw equal searches, other seeds other ones', () => {
  const { make } = searchWorkloadNamed('term-range-sort')
  expect(make(seededRandom(1))).toEqual(make(seededRandom(1)))
  expect(make(seededRandom(1))).not.toEqual(make(seededRandom(2)))
})

test('the error for an unknown search lists the known names', () => {
  expect(() => searchWorkloadNamed('fastest')).toThrow(/term-range-sort/)
})
