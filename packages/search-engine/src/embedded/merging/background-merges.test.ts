import type { FileHandle } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test, vi } from 'vitest'
import { IndexFolder } from '../../indexes/index-folder.js'
import { IndexWriter } from '../../indexes/index-writer.js'
import { searchEngineLimits } from '../../limits.js'
import { keyDocument, keyFormat } from '../../testing/key-format.js'
import { definition } from '../../testing/search-engine-calls.js'
import { BackgroundMerges, type MergeEvents } from './background-merges.js'

const MEMORY_MERGE_BYTES = 1_000

/** Writes to files wait for ever. */
class StalledFiles extends SimulatedFiles {
  override open(): Promise<FileHandle> {
    return new Promise(() => undefined)
  }
}

async function openWriter(files: SimulatedFiles, format = keyFormat) {
  const folder = new IndexFolder(files, '/data/search/1', true)
  const { manifest, segments } = await folder.load(format)
  const writer = new IndexWriter(format, folder, manifest, segments)
  let position = 0
  return {
    writer,
    seal: (keys: number, value: string): void => {
      for (let key = 0; key < keys; key++) writer.put(keyDocument(`${position} ${key}`, value))
      position += 1
      writer.seal({ position, note: Buffer.alloc(0) })
    },
    merges: (events: MergeEvents): BackgroundMerges => {
      const options = {
        folder,
        format,
        memoryMergeBytes: MEMORY_MERGE_BYTES,
        mergeBytesMax: Number.POSITIVE_INFINITY,
        isBehind: () => false,
        layout: definition(1).layout,
        thread: undefined,
      }
      return new BackgroundMerges(writer, options, events)
    },
  }
}

test('small segments are merged during a long merge of large ones', async () => {
  const { writer, seal, merges: mergesOf } = await openWriter(new StalledFiles())
  const isMerged = new Promise<void>((resolve, reject) => {
    const merges = mergesOf({ changed: resolve, failed: reject })
    for (let number = 0; number < searchEngineLimits.SEARCH_MERGE_FACTOR * 2; number++) {
      seal(2, 'large '.repeat(MEMORY_MERGE_BYTES))
      merges.start()
    }
    for (let number = 0; number < searchEngineLimits.SEARCH_MERGE_FACTOR; number++) seal(1, 's')
    merges.start()
  })
  await isMerged
  expect(writer.segments).toHaveLength(searchEngineLimits.SEARCH_MERGE_FACTOR * 2 + 1)
})

/** Its first merge meets a full disk. */
function formatOnFullDisk(): typeof keyFormat {
  let merges = 0
  return {
    ...keyFormat,
    merge: (sources, sink) => {
      merges += 1
      if (merges === 1) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      return keyFormat.merge(sources, sink)
    },
  }
}

test('a merge on a disk that is full for a moment is made again without another seal', async () => {
  const { writer, seal, merges } = await openWriter(new SimulatedFiles(), formatOnFullDisk())
  for (let number = 0; number < searchEngineLimits.SEARCH_MERGE_FACTOR; number++) seal(1, 's')
  await new Promise<void>((resolve, reject) => {
    merges({ changed: resolve, failed: reject }).start()
  })
  expect(writer.segments).toHaveLength(1)
})

test('merges that are stopped are not made again', async () => {
  const { writer, seal, merges } = await openWriter(new SimulatedFiles(), formatOnFullDisk())
  for (let number = 0; number < searchEngineLimits.SEARCH_MERGE_FACTOR; number++) seal(1, 's')
  const unexpected = (): never => expect.unreachable('nothing is merged')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stopped = merges({ changed: unexpected, failed: unexpected })
    stopped.start()
    await stopped.next()
    expect(vi.getTimerCount()).toBe(1)
    await stopped.stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(writer.segments).toHaveLength(searchEngineLimits.SEARCH_MERGE_FACTOR)
  } finally {
    vi.useRealTimers()
  }
})
