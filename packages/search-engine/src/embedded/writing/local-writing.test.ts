import { createMemoryFiles, systemClock } from '@rowhouse/platform'
import { beforeEach, expect, test } from 'vitest'
import { encodeImages } from '../../images/image-batch.js'
import { IndexFolder } from '../../indexes/index-folder.js'
import { IndexWriter } from '../../indexes/index-writer.js'
import { searchEngineLimits } from '../../limits.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { definition, put } from '../../testing/search-engine-calls.js'
import { createAnalyzerSource } from '../analyzer-source.js'
import { packedFormat } from '../packed-format.js'
import { givenImages, packedImages } from './given-batch.js'
import { LocalWriting } from './local-writing.js'

const DIRECTORY = '/search'
const DEFINITION = definition(1)
const MEMORY_BYTES = 1_000_000
const { SEARCH_MERGE_FACTOR, SEARCH_BEHIND_BYTES } = searchEngineLimits

let files: ReturnType<typeof createMemoryFiles>
/** The numbers of segments that searches saw. */
let shown: number[]
let onShown: () => void

beforeEach(() => {
  files = createMemoryFiles()
  shown = []
  onShown = () => undefined
})

const open = (): LocalWriting =>
  new LocalWriting(
    {
      files,
      directory: DIRECTORY,
      isOnDisk: false,
      clock: systemClock,
      memoryBytes: MEMORY_BYTES,
      cacheBytes: MEMORY_BYTES,
    },
    {
      shown: (_index, _layout, { segments }) => {
        shown.push(segments.length)
        onShown()
      },
      gone: () => undefined,
      durable: () => undefined,
    },
  )

/** Resolves when no tier has enough segments for a merge: all of them are in one or two. */
const merged = (): Promise<void> =>
  new Promise((resolve) => {
    onShown = () => {
      if ((shown.at(-1) ?? 0) < SEARCH_MERGE_FACTOR) resolve()
    }
  })

/** Writes the folder of an index as it is before any merge. */
const writeSegments = async (count: number): Promise<void> => {
  const analyzers = await createAnalyzerSource().analyzersOf(DEFINITION.layout)
  const format = packedFormat(DEFINITION.layout, analyzers, new SectionCache(MEMORY_BYTES))
  const folder = new IndexFolder(files, `${DIRECTORY}/1`, false)
  const { manifest, segments } = await folder.load(format)
  const writer = new IndexWriter(format, folder, manifest, segments)
  for (let position = 1; position <= count; position++) {
    givenImages([put(`row ${position}`, 'x')]).feed(writer)
    writer.seal({ position, note: Buffer.alloc(0) })
  }
  await writer.commit()
  writer.close()
}

test('an index that was closed before its merges does them when it is opened, without a write', async () => {
  const rows = SEARCH_MERGE_FACTOR * 2 + 1
  await writeSegments(rows)
  let writing = open()
  const isMerged = merged()
  await writing.create(DEFINITION)
  expect(shown).toEqual([rows])
  await isMerged
  const { segments } = await writing.describe(1)
  await writing.close()
  // That is durable, though the feed has not moved, and it is all.
  shown = []
  writing = open()
  await writing.create(DEFINITION)
  for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate)
  expect(shown).toEqual([segments])
  expect(await writing.describe(1)).toMatchObject({ segments, rows, durable: rows })
  await writing.close()
})

test('an index that is behind makes many segments, and merges them once it has everything', async () => {
  const writing = open()
  await writing.create(DEFINITION)
  const value = 'x'.repeat(20_000)
  const isMerged = merged()
  const taken: Promise<void>[] = []
  const batch = (number: number): Uint8Array =>
    encodeImages(Array.from({ length: 8 }, (_, row) => put(`${number} ${row}`, value)))
  const { length } = batch(0)
  const batches = Math.ceil((SEARCH_BEHIND_BYTES * 2) / length)
  for (let position = 1; position <= batches; position++) {
    const images = packedImages(batch(position))
    taken.push(writing.take(1, { images, position, note: undefined }))
  }
  await Promise.all(taken)
  await writing.refresh(1)
  await isMerged
  expect(Math.max(...shown)).toBeGreaterThan(SEARCH_MERGE_FACTOR)
  expect((await writing.describe(1)).rows).toBe(batches * 8)
  await writing.close()
})
