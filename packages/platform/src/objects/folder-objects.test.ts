import { expect, test } from 'vitest'
import { createMemoryFiles } from '../memory-files.js'
import { nodeFiles } from '../node-files.js'
import { seededRandom } from '../testing/seeded-random.js'
import { SimulatedFiles } from '../testing/simulated-files.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { objectStoreSuite } from '../testing/object-store-suite.js'
import { openFolderObjects } from './folder-objects.js'
import { ObjectMissingError } from './object-store.js'

objectStoreSuite('a folder', async () => {
  const folder = await temporaryFolder()
  const objects = openFolderObjects(nodeFiles, `${folder.path}/objects`)
  return { objects, dispose: () => folder.remove() }
})

objectStoreSuite('a folder in memory', async () => ({
  objects: openFolderObjects(createMemoryFiles(), '/objects'),
  dispose: async () => {},
}))

objectStoreSuite('a simulated folder', async () => ({
  objects: openFolderObjects(new SimulatedFiles(), '/objects'),
  dispose: async () => {},
}))

const OLD = Buffer.alloc(3000, 'old')
const NEW = Buffer.alloc(5000, 'new')

test('a power cut at any moment leaves the old object or the new one, and what resolved stays', async () => {
  const outcomes = new Set<string>()
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed)
    const files = new SimulatedFiles(random)
    await openFolderObjects(files, '/objects').put('a', OLD)
    files.cutAfter(1 + random.below(12))
    const isDone = await openFolderObjects(files, '/objects')
      .put('a', NEW)
      .then(
        () => true,
        () => false,
      )
    const objects = openFolderObjects(files.powerCut(random), '/objects')
    expect((await objects.list('')).map(({ name }) => name)).toEqual(['a'])
    const found = await objects.get('a')
    const isNew = found.equals(NEW)
    if (isDone || !found.equals(OLD)) expect(isNew, `seed ${seed}`).toBe(true)
    outcomes.add(`${isDone} ${isNew}`)
    await objects.tidy()
    await objects.put('a', OLD)
    expect((await objects.get('a')).equals(OLD)).toBe(true)
  }
  expect([...outcomes].toSorted()).toEqual(['false false', 'false true', 'true true'])
})

test('a put that fails on the way leaves nothing of itself', async () => {
  for (const operation of ['open', 'write', 'datasync', 'rename'] as const) {
    const files = new SimulatedFiles()
    const objects = openFolderObjects(files, '/objects')
    files.failOnce(operation, 'EIO')
    await expect(objects.put('a', NEW)).rejects.toMatchObject({ code: 'EIO' })
    await expect(objects.get('a')).rejects.toBeInstanceOf(ObjectMissingError)
    expect(await files.list('/objects')).toEqual([])
    await objects.put('a', OLD)
    expect((await objects.get('a')).equals(OLD)).toBe(true)
  }
})

test('the root of a file system will do: what it has by itself is no object', async () => {
  const files = new SimulatedFiles()
  await files.makeDirectory('/objects')
  await (await files.open('/objects/lost+found', 'create')).close()
  const objects = openFolderObjects(files, '/objects')
  await objects.put('a', OLD)
  expect(await files.list('/objects')).toEqual(['a', 'lost+found'])
  expect(await objects.list('')).toEqual([{ name: 'a', bytes: OLD.length }])
})
