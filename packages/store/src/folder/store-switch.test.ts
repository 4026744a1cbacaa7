import { join } from 'node:path'
import { type Files } from '@rowhouse/platform'
import { manualClock, seededRandom, SimulatedFiles, testSeed } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { openDataFolder } from './data-folder.js'
import type { ProcessTable } from './process-table.js'
import { REPLACED_STORE_NAME, removeStoreFolder, switchStores } from './store-switch.js'

const DIRECTORY = '/data'
const FILES = ['manifest', '1.table', '2.table']
const SEED = testSeed()

/** Whoever held the lock has died. */
const processes: ProcessTable = { ownId: 1, isAlive: () => false, startOf: async () => undefined }

const start = async (files: Files): Promise<void> => {
  const folder = await openDataFolder({
    files,
    directory: DIRECTORY,
    clock: manualClock(),
    processes,
  })
  await folder.release()
}

async function fill(files: Files, name: string): Promise<void> {
  await files.makeDirectory(join(DIRECTORY, name))
  for (const file of FILES) {
    const handle = await files.open(join(DIRECTORY, name, file), 'create')
    await handle.write(Buffer.from(`${name} ${file}`), 0)
    await handle.datasync()
    await handle.close()
  }
  await files.syncDirectory(join(DIRECTORY, name))
}

/** What the store's files say, all of which must be of one store. */
async function contentOf(files: Files): Promise<string[]> {
  const path = join(DIRECTORY, 'store')
  const names = await files.list(path)
  return Promise.all(
    names.map(async (name) =>
      String(await (await files.open(join(path, name), 'read')).read(0, 99)),
    ),
  )
}

const wholeStore = (name: string): string[] => FILES.toSorted().map((file) => `${name} ${file}`)

async function switchOver(files: Files): Promise<void> {
  await switchStores(files, DIRECTORY)
  await removeStoreFolder(files, DIRECTORY, REPLACED_STORE_NAME)
}

/** A start that is itself cut off, and the one after it. */
async function startThroughCuts(files: SimulatedFiles, seed: number): Promise<SimulatedFiles> {
  files.cutAfter(1 + (seed % 12))
  await start(files).catch(() => {})
  const left = files.powerCut(seededRandom(seed))
  await start(left)
  return left
}

test('a power cut at any moment of a switch leaves the old store or the new one, whole', async () => {
  const found = new Set<string>()
  let isCut = true
  for (let call = 1; isCut; call++) {
    for (let seed = SEED; seed < SEED + 30; seed++) {
      const files = new SimulatedFiles(seededRandom(seed))
      await start(files)
      await fill(files, 'store')
      await fill(files, 'store.new')
      const before = files.operations
      files.cutAfter(call)
      await switchOver(files).catch(() => {})
      isCut = files.operations - before >= call
      const left = await startThroughCuts(files.powerCut(seededRandom(seed)), seed)
      const content = await contentOf(left)
      const [name = 'nothing'] = content[0]?.split(' ') ?? []
      expect(content, `call ${call}, seed ${seed}`).toEqual(wholeStore(name))
      if (!isCut) expect(name).toBe('store.new')
      found.add(name)
      // The next migration removes what is of no use any more, and the power is cut once more.
      await removeStoreFolder(left, DIRECTORY, REPLACED_STORE_NAME)
      const last = left.powerCut(seededRandom(seed))
      await start(last)
      expect(await contentOf(last)).toEqual(wholeStore(name))
    }
  }
  expect([...found].sort()).toEqual(['store', 'store.new'])
})
