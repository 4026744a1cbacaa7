import { expect, test } from 'vitest'
import type { Document } from '../documents/document.js'
import { ByteSink } from './format/byte-sink.js'
import { mergeSegments } from './merge/merge-segments.js'
import { BufferSource } from './read/buffer-source.js'
import { openSegment } from './read/open-segment.js'
import { readDirectory } from './read/read-directory.js'
import { SegmentDamagedError } from './read/segment-damaged-error.js'
import { buildSegment, segmentOf } from './testing/build-segment.js'
import { testField, testLayout } from './testing/test-layout.js'

const SECTION = 'fields/k/frequent'

const fields = [
  testField('KEYWORD', 'k', '', 0),
  testField('KEYWORD', 'few', '', 1),
  testField('KEYWORD', 'noColumn', '', 2, { hasColumn: false }),
]
const child = {
  path: 'n',
  parent: '',
  fields: [testField('KEYWORD', 'n.k', 'n', 0)],
  children: [],
}
const layout = testLayout({ path: '', parent: undefined, fields, children: [child] })

/** Every tenth term has more rows than its neighbours. */
const documents: Document[] = Array.from({ length: 4_000 }, (_, row) => {
  const text = `t${row % 3_000}`
  const values = [[text, `t${row % 300}0`], [`f${row % 5}`], [text]]
  return {
    key: Buffer.from(`k${String(row).padStart(5, '0')}`),
    level: { values, children: [[{ values: [[text]], children: [] }]] },
    expiresAt: undefined,
  }
})

const frequentOf = (bytes: Uint8Array, name = 'k') => {
  const field = openSegment(1, new BufferSource('f', bytes)).rows.field(name)
  return field?.kind === 'terms' ? field.frequent() : undefined
}

function countedRows(): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { level } of documents) {
    for (const term of new Set(level.values[0])) {
      if (typeof term === 'string') rows.set(term, (rows.get(term) ?? 0) + 1)
    }
  }
  return rows
}

const built = buildSegment(layout, documents)

test('a field with many terms has a list of the most frequent ones, built or merged', () => {
  const expected = [...countedRows()]
    .map(([term, rows]) => ({ term, rows }))
    .sort((a, b) => b.rows - a.rows || (a.term < b.term ? -1 : 1))
  const found = frequentOf(built)?.map(({ term, rows }) => ({
    term: Buffer.from(term).toString(),
    rows,
  }))
  expect(found).toEqual(expected.slice(0, 1_024))
  const hands = [0, 1, 2].map((hand) =>
    segmentOf(
      layout,
      documents.filter((_, row) => row % 3 === hand),
    ),
  )
  const sink = new ByteSink()
  mergeSegments(
    layout,
    hands.map((segment) => ({ segment, live: undefined })),
    sink,
  )
  expect(Buffer.compare(sink.take(), built)).toBe(0)
})

test('a field with few terms, one without values by row and one of children have none', () => {
  const directory = readDirectory('f', built.length, (at, length) =>
    built.subarray(at, at + length),
  )
  expect([...directory.keys()].filter((name) => name.endsWith('/frequent'))).toEqual([SECTION])
  expect([frequentOf(built, 'few'), frequentOf(built, 'noColumn')]).toEqual([undefined, undefined])
})

test('a changed byte of the list is damage, wherever it is', () => {
  const directory = readDirectory('f', built.length, (at, length) =>
    built.subarray(at, at + length),
  )
  const { offset = 0, length = 0 } = directory.get(SECTION) ?? {}
  expect(length).toBeGreaterThan(8_192)
  for (let at = offset; at < offset + length; at += 61) {
    const bytes = built.slice()
    bytes[at] = (bytes[at] ?? 0) ^ 0x40
    expect(() => frequentOf(bytes)).toThrow(SegmentDamagedError)
  }
})
