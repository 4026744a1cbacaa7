import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, it } from 'vitest'
import { IndexAbsentError } from '../../indexes/index-errors.js'
import {
  TIMEOUT_MS,
  asked,
  definition,
  everything,
  keysOf,
  put,
  withTerm,
} from '../../testing/search-engine-calls.js'
import { writtenSegments } from '../../testing/written-segments.js'
import { LocalSearching } from './local-searching.js'
import { LocalWriting } from '../writing/local-writing.js'

it('continues with the next snapshot when one could not be opened', async () => {
  const seen: number[] = []
  const damaged: number[] = []
  const searching = new LocalSearching(systemClock, 1e6, {
    seen: (_, version) => seen.push(version),
    damaged: (index) => damaged.push(index),
  })
  const { layout } = definition(1)
  const search = () => searching.search(1, asked(everything), TIMEOUT_MS)
  const nowhere = {
    id: 1,
    path: '/no/such/folder/1.segment',
    content: undefined,
    live: undefined,
    liveCount: 1,
  }
  searching.show(1, layout, { version: 1, segments: [] })
  expect((await search()).rows).toEqual([])
  searching.show(1, layout, { version: 2, segments: [nowhere] })
  await expect(search()).rejects.toMatchObject({ code: 'ENOENT' })
  searching.show(1, layout, { version: 3, segments: [] })
  expect((await search()).rows).toEqual([])
  // A missing file may have been replaced meanwhile, so it is not damage.
  expect(damaged).toEqual([])
  expect(seen).toEqual([1, 3])
  await searching.close()
})

it('does not open a snapshot of an index that was forgotten meanwhile', async () => {
  const folder = await temporaryFolder()
  const path = join(folder.path, '1.segment')
  await writeFile(path, 'of the index after it')
  const seen: number[] = []
  const damaged: number[] = []
  const searching = new LocalSearching(systemClock, 1e6, {
    seen: (_, version) => seen.push(version),
    damaged: (index) => damaged.push(index),
  })
  const { layout } = definition(1)
  const segment = { id: 1, path, content: undefined, live: undefined, liveCount: 1 }
  searching.show(1, layout, { version: 1, segments: [] })
  searching.show(1, layout, { version: 2, segments: [segment] })
  const search = () => searching.search(1, asked(everything), TIMEOUT_MS)
  const searched = search()
  searching.forget(1)
  await expect(searched).rejects.toBeInstanceOf(IndexAbsentError)
  await expect(search()).rejects.toBeInstanceOf(IndexAbsentError)
  searching.show(1, layout, { version: 3, segments: [] })
  expect((await search()).rows).toEqual([])
  expect(damaged).toEqual([])
  expect(seen).toEqual([3])
  await searching.close()
  await folder.remove()
})

it('times out when reads of the disk are slow, and the next search runs', async () => {
  const folder = await temporaryFolder()
  let now = 0
  let stepMs = 0
  const monotonic = (): number => {
    now += stepMs
    return now
  }
  const searching = new LocalSearching({ now: systemClock.now, monotonic }, 1e6, {
    seen: () => undefined,
    damaged: () => undefined,
  })
  // Segments that are in files are not kept in memory.
  const setup = { directory: folder.path, isOnDisk: true, memoryBytes: 0, cacheBytes: 1e6 }
  const writing = new LocalWriting(
    { ...setup, files: nodeFiles, clock: systemClock },
    {
      shown: (index, layout, snapshot) => searching.show(index, layout, snapshot),
      gone: () => undefined,
      durable: () => undefined,
    },
  )
  await writing.create(definition(1))
  await writing.apply(1, { images: [put('a', 'x')], position: 1, note: undefined })
  await writing.commit(1)
  const search = () => searching.search(1, asked(withTerm('x')), TIMEOUT_MS)
  // There is time left at the start, and none at the second check.
  stepMs = TIMEOUT_MS * 0.6
  await expect(search()).rejects.toMatchObject({ code: 'OTSTimeout' })
  stepMs = 0
  expect(keysOf(await search())).toEqual(['a'])
  await searching.close()
  await writing.close()
  await folder.remove()
})

it('counts again when deletes that were not durable are lost, and others arrive', async () => {
  const folder = await temporaryFolder()
  const { segments, writing } = await writtenSegments(folder.path, [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'y'],
    ['d', 'x'],
  ])
  expect(segments).toMatchObject([{ content: undefined, liveCount: 4 }])
  const searching = new LocalSearching(systemClock, 1e6, {
    seen: () => undefined,
    damaged: () => undefined,
  })
  const { layout } = definition(1)
  const countOf = async (live: number | undefined, liveCount: number): Promise<number> => {
    const words = live === undefined ? undefined : Uint32Array.of(live)
    const shown = segments.map((segment) => ({ ...segment, live: words, liveCount }))
    searching.show(1, layout, { version: 1, segments: shown })
    const wanted = asked(withTerm('y'), { limit: 0 })
    return (await searching.search(1, wanted, TIMEOUT_MS)).total
  }
  expect(await countOf(0b1110, 3)).toBe(2)
  expect(await countOf(undefined, 4)).toBe(2)
  expect(await countOf(0b1101, 3)).toBe(1)
  await searching.close()
  await writing.close()
  await folder.remove()
})

it('may be interrupted by a search of a newer snapshot, and ends with its own', async () => {
  const folder = await temporaryFolder()
  const { segments, writing } = await writtenSegments(folder.path, [['a', 'x']], [['b', 'x']])
  expect(segments).toMatchObject([{ content: undefined }, { content: undefined }])
  const [a, b] = segments.map((segment, version) => ({ version, segments: [segment] }))
  const { layout } = definition(1)
  const between: string[][] = []
  const searching = new LocalSearching(systemClock, 1e6, {
    seen: () => undefined,
    damaged: () => undefined,
  })
  searching.letIn({
    during: (work) => work(),
    look: () => {
      if (between.length > 0 || b === undefined) return
      between.push([])
      // The file of the first segment is closed once no search reads it.
      searching.show(1, layout, b)
      const found = searching.searchNow(1, asked(everything), TIMEOUT_MS)
      between.push(found === undefined ? [] : keysOf(found))
    },
  })
  if (a !== undefined) searching.show(1, layout, a)
  const aggregations = [{ kind: 'count', name: 'n', fieldName: 'k' }] as const
  const search = () => searching.search(1, asked(everything, { aggregations }), TIMEOUT_MS)
  expect(keysOf(await search())).toEqual(['a'])
  expect(between).toEqual([[], ['b']])
  expect(keysOf(await search())).toEqual(['b'])
  await searching.close()
  await writing.close()
  await folder.remove()
})
