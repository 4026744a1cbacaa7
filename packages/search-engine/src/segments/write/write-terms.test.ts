import { expect, test } from 'vitest'
import { ByteSink } from '../format/byte-sink.js'
import { DictionaryWriter, SEAM_BYTES } from '../format/dictionary-writer.js'
import { encodeSummary } from '../format/segment-summary.js'
import { SegmentWriter } from '../format/segment-writer.js'
import { HASHED_FROM_TERMS, hashTerms } from '../format/term-hashes.js'
import { BufferSource } from '../read/buffer-source.js'
import { openSegment } from '../read/open-segment.js'
import { SegmentDamagedError } from '../read/segment-damaged-error.js'
import { readDirectory } from '../read/read-directory.js'
import { piecewiseSource } from '../testing/piecewise-source.js'
import { placeValues } from './placement.js'
import { writeTerms } from './write-terms.js'

const wordOf = (nth: number): Buffer => Buffer.from(String(nth).padStart(7, '0'))

/** A segment with nothing but one field. If `isShared`, the first term is in two documents. */
function segmentWith(terms: number, isShared: boolean): Uint8Array {
  const documents = terms + Number(isShared)
  const sink = new ByteSink()
  const writer = new SegmentWriter(sink)
  const dictionary = new DictionaryWriter(SEAM_BYTES)
  for (let nth = 0; nth < terms; nth++) dictionary.add(wordOf(nth), 0, 7)
  const numbers = Uint32Array.from({ length: documents }, (_, document) => document)
  const field = writeTerms(writer, {
    field: { name: 'k', level: '', hasColumn: true },
    placement: placeValues(documents, [numbers]),
    ordinals: numbers.map((document) => document % terms),
    dictionary,
  })
  const rows = { path: '', documents, fields: [field], children: [] }
  writer.section('summary', encodeSummary({ rows, keyOrder: true, misfits: [] }))
  writer.finish()
  return sink.take()
}

function termsOf(segment: ReturnType<typeof openSegment>) {
  const field = segment.rows.field('k')
  if (field?.kind !== 'terms') throw new Error('it has terms')
  return field
}

const open = (bytes: Uint8Array) => termsOf(openSegment(1, new BufferSource('one', bytes)))

test.each([
  ['many terms that differ in each document', HASHED_FROM_TERMS, false, true],
  ['fewer', HASHED_FROM_TERMS - 1, false, false],
  ['many, one of them in two documents', HASHED_FROM_TERMS, true, false],
])('%s: hashes are stored or not', (_, terms, isShared, isStored) => {
  const bytes = segmentWith(terms, isShared)
  const found = open(bytes)
  expect(found.frequent()?.[0]?.rows).toBe(isShared ? 2 : 1)
  const hashes = found.hashes()
  expect(hashes !== undefined).toBe(isStored)
  if (hashes === undefined) return
  const expected = hashTerms(terms, wordOf)
  const inPieces = termsOf(openSegment(1, piecewiseSource(bytes))).hashes()
  for (const each of [hashes, inPieces]) {
    expect([...(each?.starts ?? [])].join()).toBe([...expected.starts].join())
    expect([...(each?.values.subarray(0, terms) ?? [])].join()).toBe([...expected.values].join())
    expect([...(each?.tags.subarray(0, terms) ?? [])].join()).toBe([...expected.tags].join())
  }
})

test('a changed byte of the hashes is damage', () => {
  const bytes = segmentWith(HASHED_FROM_TERMS, false)
  const directory = readDirectory('one', bytes.length, (at, length) =>
    bytes.subarray(at, at + length),
  )
  for (const part of ['hash-starts', 'hash-values', 'hash-tags']) {
    const { offset = 0, length = 0 } = directory.get(`fields/k/${part}`) ?? {}
    for (let at = offset; at < offset + length; at += Math.floor(length / 7)) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(() => open(damaged).hashes()).toThrow(SegmentDamagedError)
    }
  }
})
