import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from './logging.js'
import { makePrivate } from './make-private.js'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const modeOf = (name: string): string =>
  (statSync(join(folder.path, name)).mode & 0o777).toString(8)

test('removes the rights of others from a folder and its content, and follows no link', async () => {
  const path = (name: string): string => join(folder.path, name)
  mkdirSync(path('data/store'), { recursive: true })
  writeFileSync(path('data/store/000004.log'), '')
  writeFileSync(path('outside'), '')
  symlinkSync(path('outside'), path('data/link'))
  for (const name of ['data', 'data/store']) chmodSync(path(name), 0o755)
  for (const name of ['data/store/000004.log', 'outside']) chmodSync(path(name), 0o644)
  await makePrivate(path('data'), createLogger('silent'))
  expect(['data', 'data/store', 'data/store/000004.log', 'outside'].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
    '644',
  ])
})

test('ignores a folder that does not exist yet', async () => {
  await makePrivate(join(folder.path, 'none'), createLogger('silent'))
})
