import { TrackTotalCount } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../rows/random.js'
import { orderMaker } from '../../documents/order.js'
import { orderKey } from '../../documents/order-row.js'
import { by, must, nested, range, searchQuery, term } from '../../queries/clauses.js'
import { SEARCH_WORKLOADS } from '../../queries/search-workloads.js'
import { bulkLines } from './opensearch-index.js'
import { openSearchBody } from './opensearch-query.js'

test('every search of the benchmark can be translated', () => {
  for (const { make } of SEARCH_WORKLOADS) {
    expect(JSON.stringify(openSearchBody(make(seededRandom(1))))).toContain('"query"')
  }
})

test('conditions, order and size are those of the search', () => {
  const conditions = must(term('seller', 's0001'), range('createdAt', 5n, 9n))
  expect(openSearchBody(searchQuery(conditions, { sort: by('amount', 'DESC') }))).toEqual({
    query: {
      bool: {
        must: [{ term: { seller: 's0001' } }, { range: { createdAt: { gte: 5, lt: 9 } } }],
        filter: [],
      },
    },
    size: 10,
    track_total_hits: false,
    sort: [{ amount: { order: 'desc' } }],
  })
})

test('a nested sort takes only the values of its own tag', () => {
  const filter = term('tags.tag', 'tag-0001')
  const sort = by('tags.score', 'DESC', { mode: 'MAX', nestedFilter: { path: 'tags', filter } })
  const sorted = { path: 'tags', filter: { term: { 'tags.tag': 'tag-0001' } } }
  expect(openSearchBody(searchQuery(nested('tags', filter), { sort }))).toMatchObject({
    sort: [{ 'tags.score': { order: 'desc', mode: 'max', nested: sorted } }],
  })
})

test('exact counts are asked for where Rowhouse counts exactly', () => {
  const all = { trackTotalCount: TrackTotalCount.ALL }
  expect(openSearchBody(searchQuery(term('sku', 'a'), all))).toMatchObject({
    track_total_hits: true,
  })
})

test('members that no search of the benchmark has are refused, not ignored', () => {
  const exists = nested('tags', { kind: 'exists', fieldName: 'tags.tag' })
  expect(() => openSearchBody(searchQuery(exists))).toThrow(/exists/)
})

test('an order is sent with its key, its place and its tags', () => {
  const order = orderMaker({ documents: 10 })(3, 0)
  const { number: _number, latitude, longitude, ...fields } = order
  const [action, document, end] = bulkLines(order).split('\n')
  const id = orderKey(3)
  expect(JSON.parse(action ?? '')).toEqual({ index: { _id: id } })
  const place = { lat: latitude, lon: longitude }
  expect(JSON.parse(document ?? '')).toEqual({ id, ...fields, place })
  expect(end).toBe('')
})
