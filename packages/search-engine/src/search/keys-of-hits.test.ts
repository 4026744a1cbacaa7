import { expect, it } from 'vitest'
import type { Hit } from '../collect/top-hits.js'
import type { SegmentReader, SegmentView } from '../segments/segment-reader.js'
import { keysOfHits } from './keys-of-hits.js'

/** Segments that record their read-ahead and reads, in order. */
const segmentsAsked = (count: number): { views: SegmentView[]; asked: string[] } => {
  const asked: string[] = []
  const views = Array.from({ length: count }, (_, view) => {
    const keys: SegmentReader['keys'] = () => ({
      ahead: (documents) => asked.push(`ahead ${view}: ${documents.join()}`),
      key: (document) => {
        asked.push(`${view} ${document}`)
        return Buffer.from(`${view} ${document}`)
      },
      lowerBound: undefined,
    })
    const unasked = (): never => {
      throw new Error('is not asked for')
    }
    const segment: SegmentReader = {
      id: view,
      rows: { path: '', documents: 100, field: unasked, child: unasked },
      bytes: 0,
      key: unasked,
      keys,
      find: unasked,
      finder: unasked,
      eachKey: unasked,
      expiry: undefined,
      misfits: unasked,
    }
    return { segment, live: undefined, liveCount: 100 }
  })
  return { views, asked }
}

const hit = (view: number, document: number): Hit => ({
  view,
  document,
  score: 1,
  values: [],
  keys: [],
})

it('returns keys in the order of hits, and reads them in the order of documents', () => {
  const { views, asked } = segmentsAsked(3)
  const hits = [hit(2, 7), hit(0, 9), hit(2, 3), hit(0, 1)]
  expect(keysOfHits(hits, views).map(String)).toEqual(['2 7', '0 9', '2 3', '0 1'])
  // Everything is announced before any of it is read.
  expect(asked).toEqual(['ahead 0: 1,9', 'ahead 2: 3,7', '0 1', '0 9', '2 3', '2 7'])
})

it('returns nothing for no hits', () => {
  expect(keysOfHits([], [])).toEqual([])
})
