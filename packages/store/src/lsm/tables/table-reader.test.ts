import { seededRandom, testSeed } from '@rowhouse/platform/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockCache } from '../blocks/block-cache.js'
import { type Found, TOMBSTONE } from '../entry-cursor.js'
import {
  type ModelEntry,
  entryUnder,
  sortedEntries,
  walk,
  writeTable,
  writtenTable,
} from '../testing/written-table.js'
import { openTable } from './table-reader.js'

const SMALL = { compress: false, blockBytes: 256 }
const anyOptions = fc.boolean().map((compress) => ({ ...SMALL, compress }))

const anyKey = fc.oneof(
  fc.uint8Array({ maxLength: 3 }),
  fc.uint8Array({ maxLength: 40 }),
  // Keys that share a long beginning.
  fc
    .tuple(fc.nat(9000), fc.uint8Array({ maxLength: 4 }))
    .map(([zeros, end]) => Buffer.concat([Buffer.alloc(zeros), end])),
)
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.nat(3000).map((length) => Buffer.alloc(length, length)) },
  { weight: 2, arbitrary: fc.constant(undefined) },
)
const anyEntries = fc
  .array(fc.record({ key: anyKey, value: anyValue }), { minLength: 1, maxLength: 300 })
  .map((entries) =>
    sortedEntries(
      entries.map(({ key, value }) => ({
        key: Buffer.from(key),
        value: value === undefined ? undefined : Buffer.from(value),
      })),
    ),
  )
/** From a cache that evicts with every block to one that holds all. */
const anyCache = fc
  .tuple(fc.constantFrom(1, 2, 3, 20, 1000), fc.constantFrom(256, 1024))
  .map(([slots, slotBytes]) => new BlockCache(slots * slotBytes, { slotBytes }))

const valueOf = (entry: ModelEntry | undefined): Found =>
  entry === undefined ? undefined : (entry.value ?? TOMBSTONE)

const isIn = ({ key }: ModelEntry, start: Buffer | undefined, end: Buffer | undefined): boolean =>
  (start === undefined || key.compare(start) >= 0) && (end === undefined || key.compare(end) < 0)

describe('a table', () => {
  it('has the value of each key, and nothing for others', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        fc.array(anyKey),
        anyCache,
        anyOptions,
        async (entries, others, cache, options) => {
          const table = await writtenTable(entries, cache, options)
          const byKey = new Map(entries.map((entry) => [entry.key.toString('hex'), entry]))
          const keys = [...entries.map(({ key }) => key), ...others.map((key) => Buffer.from(key))]
          const found = await Promise.all(keys.map(async (key) => table.get(key)))
          expect(found).toEqual(keys.map((key) => valueOf(byKey.get(key.toString('hex')))))
          for (const key of keys.slice(0, 20))
            expect(await table.get(key)).toEqual(valueOf(byKey.get(key.toString('hex'))))
          expect(cache.figures()['store_block_cache_slots_pinned']).toBe(0)
          await table.verify()
        },
      ),
    )
  })

  it('is walked between bounds in both directions', async () => {
    const anyBound = fc.option(anyKey, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        anyCache,
        anyOptions,
        fc.array(fc.tuple(anyBound, anyBound, fc.boolean(), fc.boolean()), { minLength: 1 }),
        async (entries, cache, options, ranges) => {
          const table = await writtenTable(entries, cache, options)
          for (const [from, to, isKey, reverse] of ranges) {
            // Bounds that are keys of the table show what a bound includes.
            const start = isKey ? entries[entries.length >> 1]?.key : from && Buffer.from(from)
            const end = to && Buffer.from(to)
            const expected = entries.filter((entry) => isIn(entry, start, end))
            if (reverse) expected.reverse()
            expect(await walk(table.cursor({ start, end, reverse }))).toEqual(expected)
          }
          expect(cache.figures()['store_block_cache_slots_pinned']).toBe(0)
        },
      ),
    )
  })

  it('is walked on after a pause, whatever was evicted meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, anyCache, fc.boolean(), async (entries, cache, reverse) => {
        const table = await writtenTable(entries, cache, SMALL)
        const cursor = table.cursor({ start: undefined, end: undefined, reverse })
        const seen: ModelEntry[] = []
        for (await cursor.first(); cursor.isOnEntry; await cursor.next()) {
          cursor.pause()
          expect(cache.figures()['store_block_cache_slots_pinned']).toBe(0)
          const other = entries[(seen.length * 7) % entries.length]
          if (other !== undefined) await table.get(other.key)
          await cursor.resume()
          seen.push(entryUnder(cursor))
        }
        cursor.close()
        expect(seen).toEqual(reverse ? [...entries].reverse() : entries)
      }),
      { numRuns: 30 },
    )
  })

  it('serves many walks and gets at once from a cache of two slots', async () => {
    const random = seededRandom(testSeed())
    const entries = sortedEntries(
      Array.from({ length: 500 }, () => ({ key: random.bytes(8), value: random.bytes(50) })),
    )
    const cache = new BlockCache(512, { slotBytes: 256 })
    const table = await writtenTable(entries, cache, SMALL)
    const walks = Array.from({ length: 8 }, (_, at) =>
      walk(table.cursor({ start: undefined, end: undefined, reverse: at % 2 === 1 })),
    )
    const gets = random.shuffled(entries).map(async ({ key, value }) => {
      expect(await table.get(key)).toEqual(value)
    })
    const walked = await Promise.all(walks)
    await Promise.all(gets)
    walked.forEach((found, at) =>
      expect(found).toEqual(at % 2 === 1 ? [...entries].reverse() : entries),
    )
    expect(cache.figures()).toMatchObject({ store_block_cache_slots_pinned: 0 })
  })

  it.each([false, true])(
    'holds large and empty values, and long keys; compressed: %s',
    async (compress) => {
      const entries = sortedEntries([
        { key: Buffer.from('a'), value: Buffer.alloc(3_000_000, 'a') },
        { key: Buffer.from('b'), value: Buffer.alloc(0) },
        { key: Buffer.alloc(9000, 'c'), value: Buffer.alloc(0) },
        { key: Buffer.concat([Buffer.alloc(9000, 'c'), Buffer.from('d')]), value: undefined },
        { key: Buffer.from('e'), value: Buffer.alloc(5_000_000, 'e') },
      ])
      const table = await writtenTable(entries, new BlockCache(65_536), { compress })
      const walked = await walk(table.cursor({ start: undefined, end: undefined, reverse: false }))
      expect(walked.map(({ key }) => key)).toEqual(entries.map(({ key }) => key))
      for (const [at, { key, value }] of entries.entries()) {
        const found = await table.get(key)
        // Comparing such buffers with toEqual takes minutes.
        expect(Buffer.isBuffer(found) && found.equals(value ?? key)).toBe(value !== undefined)
        expect(walked[at]?.value?.equals(value ?? key)).toBe(value && true)
      }
      await table.verify()
    },
  )
})

it('is smaller when it is compressed', async () => {
  const entries = sortedEntries(
    Array.from({ length: 1000 }, (_, at) => ({
      key: Buffer.from(`a key with the number ${at}`),
      value: Buffer.from(`a value that says much the same as all others, but for ${at * 7}`),
    })),
  )
  const plain = await writeTable(entries, { compress: false })
  const packed = await writeTable(entries, { compress: true })
  expect(packed.facts.bytes).toBeLessThan(0.6 * plain.facts.bytes)
})

describe('the facts of a table', () => {
  it('have keys in memory of their own, which a message to a thread takes along', async () => {
    const entries = ['a', 'b'].map((key) => ({ key: Buffer.from(key), value: Buffer.from('x') }))
    const { firstKey, lastKey } = (await writeTable(entries, SMALL)).facts
    expect([firstKey, lastKey].map(({ buffer }) => buffer.byteLength)).toEqual([1, 1])
  })

  it('count entries and tombstones, and name the first and last key', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntries, async (entries) => {
        const { files, path, facts } = await writeTable(entries, SMALL)
        expect(facts).toEqual({
          bytes: await (await files.open(path, 'read')).size(),
          entries: entries.length,
          tombstones: entries.filter(({ value }) => value === undefined).length,
          firstKey: entries[0]?.key,
          lastKey: entries.at(-1)?.key,
        })
        const file = await files.open(path, 'read')
        const table = await openTable(file, 1, new BlockCache(1024, { slotBytes: 256 }))
        expect(table.facts).toEqual(facts)
      }),
      { numRuns: 30 },
    )
  })
})

describe('bytes between keys', () => {
  it('are those of the entries, but for a block at either end', async () => {
    const random = seededRandom(testSeed())
    const entries = sortedEntries(
      Array.from({ length: 3000 }, () => ({ key: random.bytes(6), value: Buffer.alloc(20) })),
    )
    const table = await writtenTable(entries, new BlockCache(2048, { slotBytes: 256 }), SMALL)
    const perEntry = table.facts.bytes / entries.length
    for (let run = 0; run < 50; run++) {
      const [start, end] = [random.bytes(4), random.bytes(4)].sort((a, b) => a.compare(b))
      const inside = entries.filter((entry) => isIn(entry, start, end)).length
      const bytes = await table.bytesBetween(start ?? Buffer.alloc(0), end ?? Buffer.alloc(0))
      expect(Math.abs(bytes - inside * perEntry)).toBeLessThan(2048 + 0.05 * table.facts.bytes)
    }
    expect(await table.bytesBetween(Buffer.alloc(0), Buffer.alloc(9, 255))).toBe(table.facts.bytes)
    expect(await table.bytesBetween(Buffer.alloc(9, 255), Buffer.alloc(0))).toBe(0)
  })
})
