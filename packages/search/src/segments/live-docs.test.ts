import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LiveDocs, decodeLiveDocs } from './live-docs.js'

const deletionsOf = fc.record({
  documents: fc.integer({ min: 1, max: 200 }),
  deletions: fc.array(fc.nat(199), { maxLength: 60 }),
})

it('knows which documents are alive, also after it was written and read', () => {
  fc.assert(
    fc.property(deletionsOf, ({ documents, deletions }) => {
      const live = new LiveDocs(documents)
      const gone = new Set<number>()
      for (const document of deletions.filter((number) => number < documents)) {
        expect(live.delete(document)).toBe(!gone.has(document))
        gone.add(document)
      }
      const read = decodeLiveDocs(live.encode(), documents)
      for (const docs of [live, read]) {
        expect(docs?.liveCount).toBe(documents - gone.size)
        for (let document = 0; document < documents; document++)
          expect(docs?.isAlive(document)).toBe(!gone.has(document))
      }
    }),
  )
})

it('never changes a view', () => {
  const live = new LiveDocs(40)
  expect(live.view()).toEqual({ live: undefined, liveCount: 40 })
  live.delete(1)
  const first = live.view()
  const words = first.live?.slice()
  live.delete(39)
  expect(first).toEqual({ live: words, liveCount: 39 })
  expect(live.view().liveCount).toBe(38)
})

it('refuses documents that are not there', () => {
  expect(() => new LiveDocs(3).delete(3)).toThrow(RangeError)
})

it('notices every flipped bit, and the live documents of another segment', () => {
  const live = new LiveDocs(70)
  live.delete(69)
  const encoded = live.encode()
  expect(decodeLiveDocs(encoded, 71)).toBeUndefined()
  for (let bit = 0; bit < encoded.length * 8; bit++) {
    const flipped = Uint8Array.from(encoded)
    flipped[bit >>> 3] = (flipped[bit >>> 3] ?? 0) ^ (1 << (bit & 7))
    expect(decodeLiveDocs(flipped, 70)).toBeUndefined()
  }
  expect(decodeLiveDocs(encoded.subarray(0, 20), 70)).toBeUndefined()
})
