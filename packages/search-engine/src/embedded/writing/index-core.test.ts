import { join } from 'node:path'
import { type Files, nodeFiles } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IndexFolder } from '../../indexes/index-folder.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { definition, put } from '../../testing/search-engine-calls.js'
import { createAnalyzerSource } from '../analyzer-source.js'
import { givenImages } from './given-batch.js'
import { IndexCore } from './index-core.js'
import { packedFormat } from '../packed-format.js'

const MUCH = 1_000_000
const DEFINITION = definition(1)

let folder: TemporaryFolder
let core: IndexCore
let excess: number
let headroom: number
/** Writes of manifests wait for it. */
let disk: Promise<void>
let onDurable: (position: number) => void

beforeEach(async () => {
  folder = await temporaryFolder()
  excess = 0
  headroom = 0
  disk = Promise.resolve()
  onDurable = () => undefined
  const files: Files = {
    ...nodeFiles,
    rename: async (from, to) => {
      await disk
      await nodeFiles.rename(from, to)
    },
  }
  const { layout } = DEFINITION
  const analyzers = await createAnalyzerSource().analyzersOf(layout)
  core = await IndexCore.open({
    definition: DEFINITION,
    folder: new IndexFolder(files, join(folder.path, '1'), true),
    format: packedFormat(layout, analyzers, new SectionCache(MUCH)),
    events: {
      shown: () => undefined,
      durable: (position) => onDurable(position),
      damaged: () => undefined,
    },
    firstVersion: 1,
    excessBytes: () => excess,
    get headroomBytes() {
      return headroom
    },
    sealBytes: MUCH,
    mergeBytesMax: MUCH,
    memoryMergeBytes: MUCH,
    merging: undefined,
  })
})

afterEach(async () => {
  await core.close()
  await folder.remove()
})

const give = (position: number): Promise<void> =>
  core.apply({ images: givenImages([put(`row ${position}`, 'x')]), position, note: undefined })

test('images that arrive during a commit become durable soon after it', async () => {
  let go: () => void = () => undefined
  disk = new Promise((resolve) => {
    go = resolve
  })
  const isDurable = new Promise<void>((resolve) => {
    onDurable = (position) => {
      if (position === 2) resolve()
    }
  })
  excess = MUCH
  await give(1)
  await core.refresh()
  // While there is too much in memory and a commit is running, no images are taken in.
  excess = 0
  await give(2)
  excess = MUCH
  await core.refresh()
  expect(core.figures()).toMatchObject({ searchable: 2, durable: 0 })
  go()
  await isDurable
  expect(core.figures()).toMatchObject({ durable: 2, rows: 2 })
})

test('segments in memory are written to files early, and nobody waits for that', async () => {
  let go: () => void = () => undefined
  disk = new Promise((resolve) => {
    go = resolve
  })
  const isDurable = new Promise<void>((resolve) => {
    onDurable = () => resolve()
  })
  headroom = 200
  excess = -100
  await give(1)
  await core.refresh()
  await give(2)
  await core.refresh()
  expect(core.figures()).toMatchObject({ searchable: 2, durable: 0 })
  const { memoryBytes } = core.figures()
  go()
  await isDurable
  expect(core.figures().durable).toBe(1)
  await new Promise(setImmediate)
  expect(core.figures().memoryBytes).toBeLessThan(memoryBytes)
})
