import { type SeededRandom, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchEngineLimits } from '../limits.js'
import { ByteSink } from '../segments/format/byte-sink.js'
import { keyDocument, keyFormat, liveEntries } from '../testing/key-format.js'
import { IndexDamagedError } from './index-errors.js'
import { IndexFolder } from './index-folder.js'
import { type FeedPlace, IndexWriter, type MergeJob, type MergeResult } from './index-writer.js'
import type { IndexPart } from './part-builder.js'

const BOUNDS = {
  bytesMax: Number.POSITIVE_INFINITY,
  factor: searchEngineLimits.SEARCH_MERGE_FACTOR,
  readBytesMax: Number.POSITIVE_INFINITY,
}
const FOLDER = '/data/search/1'

/** A change of the feed; its position is its place in the list. */
interface Change {
  readonly key: string
  readonly value: string | undefined
}

const changesOf = (random: SeededRandom, count: number): Change[] =>
  Array.from({ length: count }, (_, place) => ({
    key: `k${random.below(40)}`,
    value: random.chance(0.3) ? undefined : `v${place}`,
  }))

const byKey = (a: readonly [string, string], b: readonly [string, string]): number =>
  a[0] < b[0] ? -1 : 1

const rowsAfter = (changes: readonly Change[], count: number): [string, string][] => {
  const rows = new Map<string, string>()
  for (const { key, value } of changes.slice(0, count)) {
    if (value === undefined) rows.delete(key)
    else rows.set(key, value)
  }
  return [...rows].sort(byKey)
}

const rowsOf = (writer: IndexWriter): (readonly [string, string])[] =>
  writer.segments.flatMap(liveEntries).sort(byKey)

const open = async (files: SimulatedFiles): Promise<IndexWriter> => {
  const folder = new IndexFolder(files, FOLDER, false)
  const { manifest, segments } = await folder.load(keyFormat)
  return new IndexWriter(keyFormat, folder, manifest, segments)
}

const feed = (writer: IndexWriter, changes: readonly Change[], from: number, to: number): void => {
  for (const { key, value } of changes.slice(from, to)) {
    if (value === undefined) writer.remove(Buffer.from(key))
    else writer.put(keyDocument(key, value))
  }
}

const placeAt = (position: number): FeedPlace => ({
  position,
  note: Buffer.from(`after ${position}`),
})

const merged = ({ sources }: MergeJob): MergeResult => {
  const sink = new ByteSink()
  const steps = keyFormat.merge(sources, sink)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return { content: sink.take(), places: value }
  }
}

/** Feeds, seals, merges and commits at random until the power fails or the feed ends. */
const live = async (
  writer: IndexWriter,
  changes: readonly Change[],
  random: SeededRandom,
): Promise<void> => {
  const merges: MergeJob[] = []
  let committing: Promise<void> | undefined
  /** Parts that are not searchable yet, the oldest first. */
  let parts: (readonly [IndexPart, FeedPlace])[] = []
  let at = writer.durable.position
  while (at < changes.length) {
    const next = Math.min(changes.length, at + 1 + random.below(6))
    feed(writer, changes, at, next)
    at = next
    if (random.chance(0.3)) parts.push([writer.takePart(), placeAt(at)])
    if (random.chance(0.5)) {
      for (const [part, place] of parts) {
        writer.adopt(part, place)
        expect(rowsOf(writer)).toEqual(rowsAfter(changes, place.position))
      }
      parts = []
      writer.seal(placeAt(at))
      expect(rowsOf(writer)).toEqual(rowsAfter(changes, at))
    }
    if (random.chance(0.4)) merges.push(...[writer.startMerge(BOUNDS)].flatMap((job) => job ?? []))
    const job = random.chance(0.4) ? merges.shift() : undefined
    if (job !== undefined) {
      const before = rowsOf(writer)
      writer.finishMerge(job, merged(job))
      expect(rowsOf(writer)).toEqual(before)
    }
    if (random.chance(0.2)) {
      await committing
      committing = writer.commit()
    } else if (random.chance(0.3)) await committing
  }
  await committing
}

describe('an index', () => {
  test('equals the feed up to its stored position after every crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const random = seededRandom(seed)
        const changes = changesOf(random, 150)
        let files = new SimulatedFiles(seededRandom(seed))
        let durable = 0
        for (let life = 0; life < 5; life++) {
          const writer = await open(files)
          expect(writer.durable.position).toBeGreaterThanOrEqual(durable)
          durable = writer.durable.position
          expect(rowsOf(writer)).toEqual(rowsAfter(changes, durable))
          expect(writer.durable.note.toString()).toBe(durable === 0 ? '' : `after ${durable}`)
          files.cutAfter(1 + random.below(150))
          await live(writer, changes, random).catch((error: unknown) => {
            if (!(error instanceof Error) || error.name !== 'PowerCutError') throw error
          })
          durable = writer.durable.position
          files = random.chance(0.2) ? files.kill() : files.powerCut(random)
        }
      }),
    )
  })

  test('keeps deletions that were made during a merge', async () => {
    const writer = await open(new SimulatedFiles())
    for (let place = 0; place < 8; place++) {
      feed(writer, [{ key: `k${place}`, value: 'old' }], 0, 1)
      writer.seal(placeAt(place + 1))
    }
    const job = writer.startMerge(BOUNDS)
    if (job === undefined) throw new Error('eight segments of one size are merged')
    writer.put(keyDocument('k3', 'new'))
    writer.remove(Buffer.from('k4'))
    writer.seal(placeAt(9))
    writer.finishMerge(job, merged(job))
    const rows = new Map(rowsOf(writer))
    expect(rows.size).toBe(7)
    expect(rows.get('k3')).toBe('new')
    expect(writer.segments).toHaveLength(2)
  })

  test.each(['manifest', '1.segment', '1-1.deletes'])('reports a damaged %s', async (name) => {
    const files = new SimulatedFiles()
    const writer = await open(files)
    const changes = ['a', 'b'].map((key) => ({ key, value: '1' }))
    feed(writer, changes, 0, 2)
    writer.seal(placeAt(2))
    writer.remove(Buffer.from('a'))
    writer.seal(placeAt(3))
    await writer.commit()
    expect(rowsOf(await open(files))).toEqual([['b', '1']])
    const file = await files.open(`${FOLDER}/${name}`, 'write')
    await file.truncate((await file.size()) - 1)
    await file.close()
    await expect(open(files)).rejects.toThrow(IndexDamagedError)
  })
})
