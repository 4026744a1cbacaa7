import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { BufferSource } from './read/buffer-source.js'
import { FileSource } from './read/file-source.js'
import { openSegment } from './read/open-segment.js'
import { SectionCache } from './read/section-cache.js'
import { buildSegment, lastByKey } from './testing/build-segment.js'
import { piecewiseSource } from './testing/piecewise-source.js'
import { plainOfDocuments } from './testing/plain-of-documents.js'
import { plainOfSegment } from './testing/plain-of-segment.js'
import { randomDocuments } from './testing/random-documents.js'
import { createRandomNumbers } from './testing/random-numbers.js'
import { randomLevel, testLayout } from './testing/test-layout.js'

const folder = mkdtempSync(join(tmpdir(), 'segment-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a segment', () => {
  it.each([
    { runs: 150, most: 40 },
    { runs: 15, most: 1500 },
  ])('of up to $most documents round-trips', ({ runs, most }) => {
    const runOf = fc.record({ seed: fc.nat(), count: fc.nat(most) })
    fc.assert(
      fc.property(runOf, ({ seed, count }) => {
        const random = createRandomNumbers(seed)
        const layout = testLayout(randomLevel(random, '', undefined, 2))
        const documents = randomDocuments(random, layout, count)
        const bytes = buildSegment(layout, documents)
        const expected = plainOfDocuments(layout, lastByKey(documents))
        const whole = openSegment(1, new BufferSource('whole', bytes))
        expect(plainOfSegment(layout, whole)).toEqual(expected)
        const parts = openSegment(1, piecewiseSource(bytes))
        expect(plainOfSegment(layout, parts)).toEqual(expected)
        const path = join(folder, 'file')
        writeFileSync(path, bytes)
        const cache = new SectionCache(random.below(bytes.length))
        const source = new FileSource(path, cache)
        expect(plainOfSegment(layout, openSegment(2, source))).toEqual(expected)
        expect(cache.figures.bytes).toBeLessThanOrEqual(cache.figures.budget)
        source.close()
        expect(cache.figures.bytes).toBe(0)
      }),
      { numRuns: runs },
    )
  })
})
