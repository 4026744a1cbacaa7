import type { FileHandle } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { IndexFolder } from '../../indexes/index-folder.js'
import { IndexWriter } from '../../indexes/index-writer.js'
import { searchEngineLimits } from '../../limits.js'
import { keyDocument, keyFormat } from '../../testing/key-format.js'
import { definition } from '../../testing/search-engine-calls.js'
import { BackgroundMerges } from './background-merges.js'

const MEMORY_MERGE_BYTES = 1_000

/** Writes to files wait for ever. */
class StalledFiles extends SimulatedFiles {
  override open(): Promise<FileHandle> {
    return new Promise(() => undefined)
  }
}

test('small segments are merged during a long merge of large ones', async () => {
  const folder = new IndexFolder(new StalledFiles(), '/data/search/1', true)
  const { manifest, segments } = await folder.load(keyFormat)
  const writer = new IndexWriter(keyFormat, folder, manifest, segments)
  let position = 0
  const seal = (keys: number, value: string): void => {
    for (let key = 0; key < keys; key++) writer.put(keyDocument(`${position} ${key}`, value))
    position += 1
    writer.seal({ position, note: Buffer.alloc(0) })
  }
  const { layout } = definition(1)
  const isMerged = new Promise<void>((resolve, reject) => {
    const merges = new BackgroundMerges(
      writer,
      {
        folder,
        format: keyFormat,
        memoryMergeBytes: MEMORY_MERGE_BYTES,
        mergeBytesMax: Number.POSITIVE_INFINITY,
        isBehind: () => false,
        layout,
        thread: undefined,
      },
      { changed: resolve, failed: reject },
    )
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
