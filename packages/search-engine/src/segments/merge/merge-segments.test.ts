import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBitSet, setBit } from '../../bits/bit-set.js'
import type { Document } from '../../documents/document.js'
import type { FieldLayout, IndexLayout, IndexSort } from '../../schema/index-layout.js'
import { ByteSink } from '../format/byte-sink.js'
import { BufferSource } from '../read/buffer-source.js'
import { openSegment } from '../read/open-segment.js'
import { buildSegment, lastByKey, segmentOf } from '../testing/build-segment.js'
import { randomDocuments } from '../testing/random-documents.js'
import { type RandomNumbers, createRandomNumbers } from '../testing/random-numbers.js'
import { randomLevel, testField, testLayout } from '../testing/test-layout.js'
import { DROPPED } from '../write/document-map.js'
import { mergeSegments } from './merge-segments.js'

/** Distributes documents over segments, with others that are deleted there, and merges them. */
const mergeDealt = (
  random: RandomNumbers,
  layout: IndexLayout,
  documents: readonly Document[],
): { readonly merged: Uint8Array; readonly alive: readonly Document[] } => {
  const alive: Document[] = []
  const hands = Array.from({ length: 1 + random.below(5) }, (): Document[] => [])
  const deleteRate = random.pick([0, 0.3, 0.95])
  const gone = new Set(documents.filter(() => random.chance(deleteRate)))
  for (const document of documents) {
    hands[random.below(hands.length)]?.push(document)
    if (!gone.has(document)) alive.push(document)
  }
  const inputs = hands.map((hand) => {
    const segment = segmentOf(layout, hand)
    if (!hand.some((document) => gone.has(document))) return { segment, live: undefined }
    const live = createBitSet(segment.rows.documents)
    for (const document of hand) if (!gone.has(document)) setBit(live, segment.find(document.key))
    return { segment, live: live.words }
  })
  const sink = new ByteSink()
  const { bytes, places } = mergeSegments(layout, inputs, sink)
  const merged = sink.take()
  expect(bytes).toBe(merged.length)
  const segment = openSegment(1, new BufferSource('merged', merged))
  const expected = hands.map((hand, input) => {
    const numbers = new Uint32Array(hand.length)
    for (const document of hand) {
      const old = inputs[input]?.segment.find(document.key) ?? 0
      numbers[old] = gone.has(document) ? DROPPED : segment.find(document.key)
    }
    return numbers
  })
  expect(places).toEqual(expected)
  return { merged, alive }
}

const runOf = fc.record({ seed: fc.nat(), count: fc.nat(300) })

it('makes the same segment as a builder does from the live documents', () => {
  fc.assert(
    fc.property(runOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const layout = testLayout(randomLevel(random, '', undefined, 2))
      const documents = lastByKey(randomDocuments(random, layout, count))
      const { merged, alive } = mergeDealt(random, layout, documents)
      expect(Buffer.compare(merged, buildSegment(layout, alive))).toBe(0)
    }),
    { numRuns: 200 },
  )
})

const SORTABLE = ['LONG', 'DOUBLE', 'DATE', 'BOOLEAN', 'KEYWORD', 'IP'] as const

it('keeps the order of an index sort', () => {
  fc.assert(
    fc.property(runOf, ({ seed, count }) => {
      const random = createRandomNumbers(seed)
      const fields: FieldLayout[] = SORTABLE.map((type, number) =>
        testField(type, type, '', number),
      )
      const sort: IndexSort[] = fields
        .filter(() => random.chance(0.4))
        .map(({ name }) => ({
          kind: 'field',
          field: name,
          isDescending: random.chance(0.5),
          mode: random.pick([undefined, 'MIN', 'MAX']),
        }))
      sort.push({ kind: 'primaryKey', isDescending: random.chance(0.7) })
      const rows = { path: '', parent: undefined, fields, children: [] }
      const layout = testLayout(rows, sort)
      const documents = lastByKey(randomDocuments(random, layout, count))
      const { merged, alive } = mergeDealt(random, layout, documents)
      expect(Buffer.compare(merged, buildSegment(layout, alive))).toBe(0)
      const segment = openSegment(1, new BufferSource('merged', merged))
      for (const { key } of alive)
        expect(Buffer.compare(segment.key(segment.find(key)), key)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

it('adds fields that a segment did not have', () => {
  const fields = [testField('LONG', 'a', '', 0), testField('KEYWORD', 'b', '', 1)]
  const rows = { path: '', parent: undefined, fields: fields.slice(0, 1), children: [] }
  const old = testLayout(rows)
  const now = testLayout({ ...rows, fields })
  const first = {
    key: Buffer.from('1'),
    level: { values: [[7]], children: [] },
    expiresAt: undefined,
  }
  const second = {
    key: Buffer.from('2'),
    level: { values: [[8], ['x']], children: [] },
    expiresAt: 5,
  }
  const sink = new ByteSink()
  const inputs = [segmentOf(old, [first]), segmentOf(now, [second])]
  mergeSegments(
    now,
    inputs.map((segment) => ({ segment, live: undefined })),
    sink,
  )
  const expected = buildSegment(now, [first, second])
  expect(Buffer.compare(sink.take(), expected)).toBe(0)
})
