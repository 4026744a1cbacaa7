import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ByteSink } from '../format/byte-sink.js'
import { PIECE_BYTES } from '../format/segment-frame.js'
import { SegmentWriter } from '../format/segment-writer.js'
import { FileSource } from './file-source.js'
import { SectionCache } from './section-cache.js'
import { SegmentDamagedError } from './segment-damaged-error.js'
import type { SectionPieces } from './section-source.js'

const PIECES = 256
const BYTES = PIECES * PIECE_BYTES - 24
const WHOLE_AFTER = PIECES / 64

const folder = mkdtempSync(join(tmpdir(), 'pieces-'))
afterAll(() => rmSync(folder, { recursive: true }))

const content = new Uint32Array(BYTES / 4)
for (let place = 0; place < content.length; place++)
  content[place] = Math.imul(place, 2_654_435_761)
const bytes = new Uint8Array(content.buffer)

const sink = new ByteSink()
const writer = new SegmentWriter(sink)
writer.section('small', new Uint32Array(100))
writer.section('large', content)
writer.section('other', content)
writer.finish()
const file = sink.take()
const largeAt = Buffer.from(file).indexOf(bytes.subarray(0, 64))

const open = (cache: SectionCache, of = file): FileSource => {
  const path = join(folder, 'segment')
  writeFileSync(path, of)
  return new FileSource(path, cache)
}

const piecesOf = (source: FileSource, name: string): SectionPieces => {
  const parts = source.parts(name)
  if (parts === undefined || parts instanceof Uint8Array) throw new Error('no pieces')
  return parts
}

/** `toEqual` would take seconds for so many bytes. */
const isSame = (found: unknown, wanted: Uint8Array): boolean =>
  found instanceof Uint8Array && Buffer.compare(found, wanted) === 0

const pieceOf = (index: number): Uint8Array =>
  bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)

it('reads only the requested piece, and caches it', () => {
  const cache = new SectionCache(PIECE_BYTES * 8, true)
  const source = open(cache)
  const large = piecesOf(source, 'large')
  expect(isSame(large.piece(PIECES - 1), pieceOf(PIECES - 1))).toBe(true)
  expect(isSame(large.piece(5), pieceOf(5))).toBe(true)
  expect(cache.figures.loadedBytes).toBe(2 * PIECE_BYTES - 24)
  expect(isSame(large.piece(5), pieceOf(5))).toBe(true)
  expect(cache.figures.loads).toBe(2)
  source.close()
  expect(cache.figures.bytes).toBe(0)
})

it('reads pieces in a row together, but for those in memory', () => {
  const cache = new SectionCache(PIECE_BYTES * 8, true)
  const source = open(cache)
  const large = piecesOf(source, 'large')
  large.piece(PIECES - 3)
  const read = large.together(PIECES - 6, PIECES - 1)
  expect([...read.keys()]).toEqual([-6, -5, -4, -2, -1].map((at) => PIECES + at))
  for (const [index, piece] of read) expect(isSame(piece, pieceOf(index))).toBe(true)
  expect(cache.figures.loadedBytes).toBe(6 * PIECE_BYTES - 24)
  expect(isSame(large.piece(PIECES - 1), pieceOf(PIECES - 1))).toBe(true)
  expect(large.together(PIECES - 6, PIECES - 1).size).toBe(0)
  expect(cache.figures.loads).toBe(6)
  source.close()
})

it('reads pieces together also where the cache has no room for them', () => {
  const source = open(new SectionCache(0, true))
  const read = piecesOf(source, 'large').together(0, PIECES - 1)
  expect(read.size).toBe(PIECES)
  for (const [index, piece] of read) expect(isSame(piece, pieceOf(index))).toBe(true)
  source.close()
})

it('finds the damaged one among pieces that are read together', () => {
  const damaged = Uint8Array.from(file)
  damaged[largeAt + 2 * PIECE_BYTES] = (damaged[largeAt + 2 * PIECE_BYTES] ?? 0) ^ 1
  const source = open(new SectionCache(PIECE_BYTES * 8, true), damaged)
  const large = piecesOf(source, 'large')
  expect(large.together(3, 5).size).toBe(3)
  expect(() => large.together(0, 2)).toThrow(SegmentDamagedError)
  source.close()
})

it('stays within its budget, whatever is requested', () => {
  const cache = new SectionCache(PIECE_BYTES * 8, true)
  const source = open(cache)
  const large = piecesOf(source, 'large')
  for (let index = 0; index < PIECES; index++)
    expect(isSame(large.piece(index), pieceOf(index))).toBe(true)
  expect(cache.figures.bytes).toBeLessThanOrEqual(cache.figures.budget)
  expect(cache.figures.loads).toBe(PIECES)
  expect(source.evictions).toBeGreaterThan(0)
  source.close()
})

it('caches a whole section once a share of it was used, if there is room', () => {
  const cache = new SectionCache(BYTES * 1.5, true)
  const source = open(cache)
  const large = piecesOf(source, 'large')
  for (let index = 0; index < WHOLE_AFTER; index++)
    expect(isSame(large.piece(index), pieceOf(index))).toBe(true)
  expect(isSame(source.parts('large'), bytes)).toBe(true)
  expect(cache.figures.bytes).toBe(BYTES)
  expect(source.evictions).toBe(1)
  // Holders of the pieces still see the same.
  expect(isSame(large.piece(9), pieceOf(9))).toBe(true)
  expect(cache.figures.bytes).toBe(BYTES)
  // There is no room for another whole section.
  const other = piecesOf(source, 'other')
  for (let index = 0; index < WHOLE_AFTER * 2; index++)
    expect(isSame(other.piece(index), pieceOf(index))).toBe(true)
  expect(cache.figures.bytes).toBe(BYTES + WHOLE_AFTER * 2 * PIECE_BYTES)
  source.close()
})

it('caches no piece of a section that is cached whole', () => {
  const cache = new SectionCache(BYTES * 3, true)
  const source = open(cache)
  piecesOf(source, 'large').piece(3)
  expect(isSame(source.section('large'), bytes)).toBe(true)
  expect(cache.figures.bytes).toBe(BYTES)
  source.close()
})

it('reads small sections whole, and all sections for readers that want no pieces', () => {
  const source = open(new SectionCache(BYTES * 3, true))
  expect(isSame(source.parts('small'), new Uint8Array(400))).toBe(true)
  expect(source.parts('none')).toBeUndefined()
  source.close()
  const merging = open(new SectionCache(BYTES * 3))
  expect(isSame(merging.parts('large'), bytes)).toBe(true)
  merging.close()
})

it('reports the damage of a piece to its reader', () => {
  const damaged = Uint8Array.from(file)
  const place = largeAt + 7 * PIECE_BYTES + 11
  damaged[place] = (damaged[place] ?? 0) ^ 4
  const source = open(new SectionCache(PIECE_BYTES * 8, true), damaged)
  const large = piecesOf(source, 'large')
  expect(isSame(large.piece(6), pieceOf(6))).toBe(true)
  expect(() => large.piece(7)).toThrow(
    expect.objectContaining({ name: 'SegmentDamagedError', section: 'large' }),
  )
  expect(() => source.section('large')).toThrow(SegmentDamagedError)
  source.close()
})

it('evicts unused sections for one whose pieces have cost much', () => {
  const cache = new SectionCache(BYTES * 8, true)
  const source = open(cache)
  // Sections of another file that were used once.
  for (let number = 0; number < 8; number++)
    cache.get('another', `section ${number}`, () => new Uint8Array(BYTES))
  const large = piecesOf(source, 'large')
  for (let index = 0; index < PIECES / 2 - 1; index++) {
    cache.nextTurn()
    large.piece(index)
  }
  expect(source.parts('large')).not.toBeInstanceOf(Uint8Array)
  // Reading pieces that are in memory counts as cost, too.
  for (let looks = 0; looks < PIECES * 20; looks++) {
    cache.nextTurn()
    large.piece(1)
  }
  expect(isSame(source.parts('large'), bytes)).toBe(true)
  expect(cache.bytesOf(source.file)).toBe(BYTES)
  expect(cache.figures.bytes).toBeLessThanOrEqual(cache.figures.budget)
  source.close()
})

it('counts no cost for pieces read from a section that is cached whole', () => {
  const cache = new SectionCache(BYTES * 8, true)
  const source = open(cache)
  const large = piecesOf(source, 'large')
  for (let index = 0; index < WHOLE_AFTER; index++) large.piece(index)
  for (let index = 0; index < PIECES; index++)
    expect(isSame(large.piece(index), pieceOf(index))).toBe(true)
  expect(cache.bytesOf(source.file)).toBe(BYTES)
  for (let turn = 0; turn < 40; turn++) {
    cache.nextTurn()
    for (let number = 0; number < 8; number++)
      cache.get('another', `section ${number}`, () => new Uint8Array(BYTES))
  }
  expect(cache.bytesOf(source.file)).toBe(0)
  expect(isSame(large.piece(0), pieceOf(0))).toBe(true)
  expect(cache.bytesOf(source.file)).toBe(PIECE_BYTES)
  source.close()
})
