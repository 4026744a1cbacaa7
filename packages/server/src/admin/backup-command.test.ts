import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from '@rowhouse/engine'
import { DATA_FOLDER, unpackFolder } from '@rowhouse/engine/testing'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.js'
import { type RunningServer, startServer } from '../start-server.js'
import { administer } from './administer.js'
import { administerBackup, restoreData, restoreDataTo } from './administer-backup.js'
import { administerIndexes } from './administer-indexes.js'
import { writeServerFile } from './server-file.js'
import { verifyBackupAt } from './verify-backup.js'
import { verifyData } from './verify-data.js'

const FIXTURES = fileURLToPath(new URL('../../../search/fixtures', import.meta.url))

let folder: TemporaryFolder
const running: RunningServer[] = []
const path = (name: string): string => join(folder.path, name)
const configure = (data: string) =>
  readConfiguration({
    options: { data: path(data), port: '0', logLevel: 'silent', searchThreads: '0' },
    environment: {},
    configFile: undefined,
  })
const start = async (data: string): Promise<RunningServer> => {
  const server = await startServer(configure(data))
  running.push(server)
  return server
}

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  await folder.remove()
})

test('a server is backed up while it runs, and another one continues from the backup', async () => {
  const server = await start('data')
  const created = await server.registry.create('orders')
  const result = await administerBackup(configure('data'), { place: path('backup') }, undefined)
  expect(result).toMatchObject({ isRunning: false, position: 0 })
  const again = administerBackup(configure('data'), { place: path('backup') }, undefined)
  await expect(again).rejects.toThrow('is not empty')
  await restoreData(configure('restored'), path('backup'))
  const restored = await start('restored')
  expect(restored.registry.find('orders')?.keys).toEqual(created.keys)
  await expect(restoreData(configure('restored'), path('backup'))).rejects.toThrow('is not empty')
})

test('a data folder given as a backup is refused, and a backup given as a data folder', async () => {
  await (await start('data')).close()
  const configuration = configure('data')
  const within = administerBackup(configuration, { place: path('data/backup') }, undefined)
  await expect(within).rejects.toThrow('the backup must be outside of the data folder')
  await administerBackup(configuration, { place: path('backup') }, undefined)
  const restoredWithin = restoreData(configure('backup/restored'), path('backup'))
  await expect(restoredWithin).rejects.toThrow(/restored must be outside of the backup .*backup$/)
  const momentWithin = restoreDataTo(configure('backup/restored'), path('backup'), undefined)
  await expect(momentWithin).rejects.toThrow('must be outside of the backup')
  expect(await verifyBackupAt(path('backup'))).toMatchObject({ kind: 'backup' })
  await expect(verifyBackupAt(path('data'))).rejects.toThrow(
    'data is a data folder: verify it with --data',
  )
})

test('a server that ends during the backup is reported', async () => {
  await (await start('data')).close()
  writeServerFile(path('data'), { pid: process.pid, adminPort: 1, adminSecret: 'gone' })
  mkdirSync(path('begun'))
  writeFileSync(path('begun/.unfinished'), '')
  const begun = administerBackup(configure('data'), { place: path('begun') }, undefined)
  await expect(begun).rejects.toThrow(/^the server ended before the backup was finished: remove /)
  const other = await administerBackup(configure('data'), { place: path('other') }, undefined)
  expect(other).toMatchObject({ isRunning: false })
})

test('a backup that was complete when its server ended is valid', async () => {
  await (await start('data')).close()
  const whole = { place: path('whole'), keepsLog: true }
  await administerBackup(configure('data'), whole, undefined)
  writeServerFile(path('data'), { pid: process.pid, adminPort: 1, adminSecret: 'gone' })
  writeFileSync(path('whole/.unfinished'), '')
  const grown = await administerBackup(
    configure('data'),
    { ...whole, isIncremental: true },
    undefined,
  )
  expect(grown).toMatchObject({ isRunning: false })
})

test('a restore builds search indexes from the restored tables', async () => {
  const format =
    readdirSync(FIXTURES)
      .filter((name) => name.startsWith('v'))
      .sort()
      .at(-1) ?? 'none'
  await unpackFolder(join(FIXTURES, format, DATA_FOLDER), path('data'))
  const configuration = configure('data')
  // The engine has made the folder, without instances.
  await administer(configuration, { action: 'create', name: 'oracle' })
  const { indexes: before = [] } = await administerIndexes(configuration, { action: 'index-list' })
  await administerBackup(configuration, { place: path('backup') }, undefined)
  rmSync(path('data'), { recursive: true })
  await restoreData(configuration, path('backup'))
  expect(await verifyData(configuration)).toMatchObject({ named: [], search: { indexes: 0 } })
  const counts: number[] = []
  for (const { instance, table, index } of before) {
    const place = { action: 'index-verify', instance, table, index } as const
    const { verification } = await administerIndexes(configuration, place)
    expect(verification).toMatchObject({
      missing: { count: 0 },
      different: { count: 0 },
      surplus: { count: 0 },
    })
    counts.push(verification?.matchingRows ?? 0)
  }
  expect(Math.max(...counts)).toBeGreaterThan(80)
  const found = await verifyData(configuration)
  expect(found).toMatchObject({ damages: 0, search: { indexes: before.length } })
})

test('the next start removes the cursor of a backup whose process ended', async () => {
  const open = () =>
    openStore({
      directory: path('data'),
      files: nodeFiles,
      clock: systemClock,
      memoryBudget: 1_048_576,
      durability: 'strict',
    })
  const store = await open()
  await store.setCursor('backup', 0)
  await store.close()
  await (await start('data')).close()
  const after = await open()
  expect(after.cursors().size).toBe(0)
  await after.close()
  expect(readFileSync(path('data/FORMAT'), 'utf8')).toContain('format 1')
})
