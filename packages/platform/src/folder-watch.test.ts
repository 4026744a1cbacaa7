import { expect, test } from 'vitest'
import { createMemoryFiles } from './memory-files.js'
import { manualClock } from './testing/manual-clock.js'
import { FolderLostError, FolderWatch } from './folder-watch.js'

const watched = async () => {
  const files = createMemoryFiles()
  const clock = manualClock()
  const told: string[] = []
  await files.makeDirectory('/data/log')
  await (await files.open('/data/FORMAT', 'create')).close()
  const watch = await FolderWatch.start({
    files,
    clock,
    anchor: '/data/FORMAT',
    folders: ['/data/log'],
    onLost: ({ message }) => told.push(message),
  })
  return { files, clock, watch, told }
}

test('a fresh look is not repeated', async () => {
  const { clock, watch, told } = await watched()
  expect(watch.check()).toBeUndefined()
  clock.advance(1000)
  const look = watch.check()
  expect(look).toBeDefined()
  expect(watch.check()).toBeUndefined()
  await look
  expect(told).toEqual([])
  await watch.stop()
})

test('a missing folder is reported once, and stays lost when another one takes its name', async () => {
  const { files, clock, watch, told } = await watched()
  await files.remove('/data/FORMAT')
  clock.advance(1000)
  await expect(watch.check()).rejects.toThrow(FolderLostError)
  await (await files.open('/data/FORMAT', 'create')).close()
  await expect(watch.check()).rejects.toThrow(FolderLostError)
  expect(told).toEqual([expect.stringMatching(/^\/data\/FORMAT is not there any more/)])
  await watch.stop()
})

test('a replaced folder is lost', async () => {
  const { files, watch } = await watched()
  await files.remove('/data/FORMAT')
  await (await files.open('/data/FORMAT', 'create')).close()
  await expect(watch.look()).rejects.toThrow('removed, replaced or unmounted')
  await watch.stop()
})
