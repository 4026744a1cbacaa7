import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nodeFiles, openFolderObjects } from '@rowhouse/platform'
import { seededRandom, type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { TABLE } from '../testing/backed-up-machine.js'
import { HOUR, openRestored, started, USUAL } from '../testing/restored-machine.js'
import { BaseCopier } from './base-copier.js'
import { ContinuousBackup } from './continuous-backup.js'
import { restoreToMoment } from './restore-to-moment.js'
import { STORE_MANIFEST_NAME } from '../folder-content.js'
import { decodeStoreManifest, encodeStoreManifest } from './store-manifest.js'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const untilBased = async (backup: ContinuousBackup, bases = 1): Promise<void> => {
  while (backup.figures().bases < bases) {
    await backup.runOnce()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a moment after the one that was restored can still be restored', async () => {
  const machine = await started(1)
  await machine.put('a', '1')
  await untilBased(machine.backup)
  await machine.put('a', '2')
  const kept = machine.clock.now()
  await machine.put('a', '3')
  const undone = machine.clock.now()
  machine.clock.advance(1000)
  await machine.backup.runOnce()
  const objects = machine.plainObjects
  const directory = join(folder.path, 'gone-back')
  await restoreToMoment({ files: nodeFiles, objects, directory, to: kept })
  machine.clock.advance(1000)
  const store = await openRestored(directory)
  const backup = new ContinuousBackup({
    ...USUAL,
    store,
    objects,
    files: nodeFiles,
    logDirectory: join(directory, 'log'),
    clock: machine.clock,
    random: seededRandom(9),
    others: async () => [],
    keepsCursor: () => true,
  })
  await untilBased(backup)
  await backup.close(10_000)
  await store.close()
  const again = join(folder.path, 'again')
  const restored = await restoreToMoment({
    files: nodeFiles,
    objects,
    directory: again,
    to: undone,
  })
  expect(restored.lastWriteAt).toBe(undone)
  const found = await openRestored(again)
  const key = Buffer.from('a')
  const row = await found.read({ table: TABLE, partition: key, keys: [key], pending: false })
  expect(row.values[0]?.toString()).toBe('3')
  await found.close()
})

test('an incomplete base names no file with writes that were not shipped', async () => {
  const machine = await started(2)
  for (let row = 0; row < 20; row++) await machine.put(`k${row}`, 'x'.repeat(200))
  const { store } = machine
  const shipped = store.visibleEnd - 1
  const begun = { dataFormat: 1, createdAt: 0, from: 0, logStart: 0, cursors: [] }
  const options = { store, clock: machine.clock, objects: machine.plainObjects, fileBytes: 100 }
  const copier = new BaseCopier({ ...options, prefix: 'b.' }, { ...begun, entries: 0, files: [] })
  while (copier.result() === undefined) await new Promise((resolve) => setImmediate(resolve))
  expect(copier.pendingUpTo(shipped).files).toEqual([])
  expect(copier.pendingUpTo(store.visibleEnd).files.length).toBeGreaterThan(10)
})

test('an object store whose disk is missing is retried until it is back', async () => {
  const machine = await started(3)
  await machine.put('a', '1')
  await untilBased(machine.backup)
  const content = await machine.plainObjects.get(STORE_MANIFEST_NAME)
  await machine.plainObjects.delete(STORE_MANIFEST_NAME)
  await machine.put('a', '2')
  await machine.backup.runOnce()
  await machine.backup.runOnce()
  expect(machine.events.slice(-2)).toEqual(['failed', 'failed'])
  expect(await machine.plainObjects.list(STORE_MANIFEST_NAME)).toEqual([])
  await machine.plainObjects.put(STORE_MANIFEST_NAME, content)
  await machine.backup.runOnce()
  expect(machine.events.slice(-2)).toEqual(['resumed', 'recovered'])
})

test('damage of the log is reported as damage also during the search for a moment', async () => {
  const machine = await started(4)
  await machine.put('a', '1')
  await untilBased(machine.backup)
  await machine.put('a', '2')
  const to = machine.clock.now()
  await machine.put('a', '3')
  await machine.backup.runOnce()
  const { plainObjects: objects } = machine
  const content = await objects.get(STORE_MANIFEST_NAME)
  const name = decodeStoreManifest(content).histories[0]?.log.at(-1)?.name ?? ''
  const broken = await objects.get(name)
  broken[70] = (broken[70] ?? 0) ^ 1
  await objects.put(name, broken)
  const directory = join(folder.path, 'restored')
  await expect(restoreToMoment({ files: nodeFiles, objects, directory, to })).rejects.toThrow(
    `${name} is damaged`,
  )
  await objects.delete(name)
  await expect(restoreToMoment({ files: nodeFiles, objects, directory, to })).rejects.toThrow(
    `${name} is missing`,
  )
})

test('a manifest that names a file outside of the folder is refused', async () => {
  const machine = await started(5)
  await machine.put('a', '1')
  await untilBased(machine.backup)
  const objects = openFolderObjects(machine.objectFiles, '/store')
  const manifest = decodeStoreManifest(await objects.get(STORE_MANIFEST_NAME))
  const histories = manifest.histories.map((history) => ({
    ...history,
    others: history.others.map((other) => ({ ...other, target: '../outside' })),
  }))
  await objects.put(STORE_MANIFEST_NAME, encodeStoreManifest({ ...manifest, histories }))
  const directory = join(folder.path, 'restored')
  await expect(restoreToMoment({ files: nodeFiles, objects, directory })).rejects.toThrow(
    "the backup names '../outside'",
  )
  expect(await nodeFiles.list(folder.path)).toEqual([])
})

test('a clock that was years ahead does not put off the next base', async () => {
  const machine = await started(6, { ...USUAL, baseEveryMs: HOUR })
  machine.clock.advance(10_000 * HOUR)
  await machine.put('a', '1')
  await untilBased(machine.backup)
  machine.clock.advance(-9000 * HOUR)
  await machine.put('a', '2')
  await machine.backup.runOnce()
  expect(machine.events.at(-1)).toBe('baseBegun')
  await machine.backup.close(10_000)
})
