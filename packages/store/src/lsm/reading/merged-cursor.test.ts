import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryCursor } from '../entry-cursor.js'
import { type KeySpan, joinSpans } from '../key-span.js'
import { ListCursor, type ListedEntry } from '../testing/list-cursor.js'
import { MergedCursor } from './merged-cursor.js'

const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })
const source = fc.record({
  entries: fc
    .uniqueArray(fc.tuple(key, fc.option(fc.string({ maxLength: 2 }), { nil: undefined })), {
      selector: ([name]) => name,
      maxLength: 36,
    })
    .map((entries) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  spans: fc.array(fc.tuple(key, key), { maxLength: 2 }),
  waits: fc.boolean(),
})

test('shows of each key the newest entry that no newer range tombstone hides', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(source, { maxLength: 5 }), fc.boolean(), async (sources, reverse) => {
      const expected = new Map<string, string | undefined>()
      for (const { entries, spans } of sources.toReversed()) {
        for (const name of expected.keys())
          if (spans.some(([start, end]) => name >= start && name < end)) expected.delete(name)
        for (const [name, value] of entries) expected.set(name, value)
      }
      const sorted = [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const cursor = new MergedCursor(
        sources.map(({ entries, spans, waits }) => ({
          cursor: new ListCursor(entries, reverse, waits),
          rangeTombstones: spansOf(spans),
        })),
        reverse,
      )
      expect(await entriesUnder(cursor)).toEqual(reverse ? sorted.toReversed() : sorted)
    }),
    { numRuns: 500 },
  )
})

test.each([false, true])(
  'steps over few entries of a range that is deleted, reverse: %s',
  async (reverse) => {
    const names = Array.from({ length: 1000 }, (_, at) => `key ${1000 + at}`)
    const old = new ListCursor(
      names.map((name) => [name, 'old']),
      reverse,
    )
    const newer: ListedEntry[] = [
      ['key 1500', 'new'],
      ['key 1501', undefined],
    ]
    const spans = spansOf([['key 1010', 'key 1990']])
    const cursor = new MergedCursor(
      [
        { cursor: new ListCursor(newer, reverse), rangeTombstones: spans },
        { cursor: old, rangeTombstones: [] },
      ],
      reverse,
    )
    const found = (await entriesUnder(cursor)).map(([name]) => name)
    const left = [...names.slice(0, 10), 'key 1500', 'key 1501', ...names.slice(990)]
    expect(found).toEqual(reverse ? left.toReversed() : left)
    expect(old.seen).toBeLessThan(100)
  },
)

const spansOf = (spans: readonly (readonly [string, string])[]): KeySpan[] =>
  joinSpans(spans.map(([start, end]) => ({ start: Buffer.from(start), end: Buffer.from(end) })))

async function entriesUnder(cursor: EntryCursor): Promise<ListedEntry[]> {
  const found: ListedEntry[] = []
  for (let wait = cursor.first(); ; wait = cursor.next()) {
    await wait
    if (!cursor.isOnEntry) return found
    const { bytes, keyAt, keyEnd, valueAt, valueEnd, isTombstone } = cursor
    const value = isTombstone ? undefined : bytes.toString('latin1', valueAt, valueEnd)
    found.push([bytes.toString('latin1', keyAt, keyEnd), value])
    cursor.pause()
    await cursor.resume()
  }
}
