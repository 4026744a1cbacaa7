import type { SearchHit } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { FoundRows } from '../../search-engine.js'
import { decodeFound, encodeFound } from './found-message.js'

const plain: SearchHit = {
  score: undefined,
  highlight: undefined,
  innerHits: [],
  nestedDocOffset: undefined,
}

const found = (hits: readonly SearchHit[], changes: Partial<FoundRows> = {}): FoundRows => ({
  total: 7,
  rows: hits.map((hit, row) => ({ key: Buffer.from(`row ${row}`), hit, values: undefined })),
  nextToken: undefined,
  aggregations: [],
  groupBys: [],
  ...changes,
})

const inner = { path: 'a', hits: [{ ...plain, nestedDocOffset: 3, score: 2 }] }

test.each([
  ['nothing', found([])],
  ['keys alone', found([plain, plain], { total: -1 })],
  [
    'scores',
    found([
      { ...plain, score: 0 },
      { ...plain, score: 1.5 },
    ]),
  ],
  ['a score here and there', found([plain, { ...plain, score: 1.5 }])],
  [
    'inner hits',
    found([
      { ...plain, score: 1 },
      { ...plain, score: 1, innerHits: [inner] },
    ]),
  ],
  [
    'values of some rows',
    found([], {
      rows: [Buffer.from('a'), undefined, Buffer.from('bc')].map((values, row) => ({
        key: Buffer.from([row]),
        hit: plain,
        values,
      })),
    }),
  ],
  ['a token', found([plain], { nextToken: Buffer.from('where to go on') })],
  [
    'results',
    found([], {
      aggregations: [{ kind: 'sum', name: 's', value: 1 }],
      groupBys: [{ kind: 'field', name: 'g', items: [] }],
    }),
  ],
])('a result round-trips through a message: %s', (_, rows) => {
  expect(decodeFound(structuredClone(encodeFound(rows)))).toEqual(rows)
})

test('a token is sent without the memory around it', () => {
  const all = Buffer.alloc(1000)
  const { nextToken } = encodeFound(found([], { nextToken: all.subarray(10, 20) }))
  expect(nextToken?.buffer.byteLength).toBe(10)
})
