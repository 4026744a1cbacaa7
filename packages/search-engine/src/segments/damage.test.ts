import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEGMENT_VERSION } from './format/segment-frame.js'
import { BufferSource } from './read/buffer-source.js'
import { FileSource } from './read/file-source.js'
import { openSegment } from './read/open-segment.js'
import { SectionCache } from './read/section-cache.js'
import { SegmentDamagedError } from './read/segment-damaged-error.js'
import { buildSegment } from './testing/build-segment.js'
import type { PlainSegment } from './testing/plain-level.js'
import { plainOfSegment } from './testing/plain-of-segment.js'
import { randomDocuments } from './testing/random-documents.js'
import { createRandomNumbers } from './testing/random-numbers.js'
import { randomLevel, testLayout } from './testing/test-layout.js'

const random = createRandomNumbers(5)
const layout = testLayout(randomLevel(random, '', undefined, 1))
const documents = randomDocuments(random, layout, 30)
const intact = buildSegment(layout, documents)

const readAll = (bytes: Uint8Array): PlainSegment & { readonly found: number[] } => {
  const segment = openSegment(1, new BufferSource('damaged', bytes))
  const found = documents.map(({ key }) => segment.find(key))
  return { ...plainOfSegment(layout, segment), found }
}
const expected = readAll(intact)

const expectReportedOrHarmless = (bytes: Uint8Array): void => {
  try {
    expect(readAll(bytes)).toEqual(expected)
  } catch (error) {
    if (!(error instanceof SegmentDamagedError)) throw error
    expect(error.file).toBe('damaged')
    expect(error.message).toContain(error.section)
  }
}

const flipped = (bit: number): Uint8Array => {
  const bytes = Uint8Array.from(intact)
  bytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes
}

it('reports any flipped bit, unless it is harmless', () => {
  fc.assert(
    fc.property(fc.nat(intact.length * 8 - 1), (bit) => expectReportedOrHarmless(flipped(bit))),
    { numRuns: 1000 },
  )
})

it('reports a flipped bit of the frame', () => {
  const frame = [
    ...Array(16).keys(),
    ...Array.from({ length: 24 }, (_, at) => intact.length - 32 + at),
  ]
  for (const byte of frame)
    for (let bit = 0; bit < 8; bit++)
      expect(() => readAll(flipped(byte * 8 + bit))).toThrow(SegmentDamagedError)
})

it('reports a file truncated at any point', () => {
  fc.assert(
    fc.property(fc.nat(intact.length - 1), (length) => {
      expect(() => readAll(intact.slice(0, length))).toThrow(SegmentDamagedError)
    }),
  )
})

it('names the file and the section', () => {
  const folder = mkdtempSync(join(tmpdir(), 'damage-'))
  try {
    const path = join(folder, 'segment')
    const bytes = Uint8Array.from(intact)
    bytes[16] = (bytes[16] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const source = new FileSource(path, new SectionCache(1e6))
    const segment = openSegment(1, source)
    expect(() => segment.key(0)).toThrow(
      expect.objectContaining({ name: 'SegmentDamagedError', file: path, section: 'keys/terms' }),
    )
    source.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('refuses a later format', () => {
  const later = Uint8Array.from(intact)
  later[8] = SEGMENT_VERSION + 1
  expect(() => readAll(later)).toThrow(`format version ${SEGMENT_VERSION + 1}`)
})

it('reads from shared memory, at any offset of the segment', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(intact.length + 3), 3)
  shared.set(intact)
  expect(readAll(shared)).toEqual(expected)
})
