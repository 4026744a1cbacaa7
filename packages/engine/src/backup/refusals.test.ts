import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../partitions/open-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { type Files, nodeFiles, openFolderObjects, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { encodeCounter } from '../tables/catalog-content.js'
import { counterKey, counterPartition } from '../tables/catalog-keys.js'
import { backUp } from './back-up.js'
import { backUpIncrement } from './back-up-increment.js'
import { BackupError } from './backup-error.js'
import { folderPlace } from './backup-place.js'
import { restoreToMoment } from './continuous/restore-to-moment.js'
import { restoreBackup } from './restore-backup.js'

let folder: TemporaryFolder
let store: PartitionStore
const path = (name: string): string => join(folder.path, name)

beforeEach(async () => {
  folder = await temporaryFolder()
  store = await openStore({
    directory: path('data'),
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: 8_388_608,
    durability: 'strict',
  })
  const mutations = [{ key: counterKey, value: encodeCounter(2) }]
  const plain = { expectedHead: undefined, token: undefined, record: undefined }
  await store.commit({ table: 0, partition: counterPartition, mutations, ...plain })
})
afterEach(async () => {
  await store.close()
  await folder.remove()
})

const optionsWith = (files: Files) => ({
  store,
  files,
  clock: systemClock,
  logDirectory: path('data/log'),
  place: folderPlace(files, path('backup')),
  others: [{ name: 'instances.json', content: Buffer.from('{}') }],
  keepsCursor: () => true,
})
const backUpWith = (files: Files) => backUp(optionsWith(files))
const restoreWith = (files: Files, backup = 'backup') =>
  restoreBackup({
    files,
    backup: folderPlace(files, path(backup)),
    directory: path('restored'),
  })
const restoreMoment = (from: string) =>
  restoreToMoment({
    files: nodeFiles,
    objects: openFolderObjects(nodeFiles, path(from)),
    directory: path('restored'),
  })

/** Writes to the meant paths fail as on a full disk. */
const fullFor = (isMeant: (path: string) => boolean): Files => ({
  ...nodeFiles,
  open: async (where, mode) => {
    const file = await nodeFiles.open(where, mode)
    if (mode !== 'create' || !isMeant(where)) return file
    file.write = () =>
      Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))
    return file
  },
})

const refusalOf = async (attempt: Promise<unknown>): Promise<string> => {
  const error: unknown = await attempt.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(BackupError)
  return error instanceof Error ? error.message : ''
}

test('only one of two concurrent backups to one folder succeeds', async () => {
  const results = await Promise.allSettled([backUpWith(nodeFiles), backUpWith(nodeFiles)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')
  expect(String(refused?.reason)).toMatch(/another backup is being taken|is not empty/)
  expect(readdirSync(path('backup'))).not.toContain('.unfinished')
  expect((await restoreWith(nodeFiles)).entries).toBe(1)
})

describe('a full disk', () => {
  test('is reported by a backup, which succeeds in the same folder once there is space', async () => {
    const message = await refusalOf(backUpWith(fullFor(() => true)))
    expect(message).toBe(`the backup to ${path('backup')} failed: ENOSPC: no space left`)
    expect(readdirSync(path('backup'))).toEqual([])
    await backUpWith(nodeFiles)
    expect((await restoreWith(nodeFiles)).entries).toBe(1)
  })

  test('is reported by an increment, and the backup stays', async () => {
    const { end } = await backUp({ ...optionsWith(nodeFiles), keepsLog: true })
    const failing = backUpIncrement(optionsWith(fullFor((name) => name.includes('upload'))))
    expect(await refusalOf(failing)).toContain('failed: ENOSPC')
    expect((await restoreWith(nodeFiles)).end).toBe(end)
  })

  test('is reported by a restore, before it writes anything when the log does not fit', async () => {
    await backUpWith(nodeFiles)
    const files = { ...nodeFiles, freeSpace: async () => 7 }
    expect(await refusalOf(restoreWith(files))).toMatch(
      /^the log to restore has \d+ bytes, and the disk of .*restored has 7 free$/,
    )
    expect(readdirSync(path('restored'))).toEqual([])
    const failing = fullFor((name) => name.includes('segment'))
    expect(await refusalOf(restoreWith(failing))).toMatch(/restored failed: ENOSPC: no space left$/)
  })

  test('is reported where the error of the store does not tell it', async () => {
    await backUpWith(nodeFiles)
    const free = [1e9]
    const files: Files = {
      ...nodeFiles,
      freeSpace: async () => free.pop() ?? 3_000_000,
      rename: () => Promise.reject(new Error('not applied')),
    }
    expect(await refusalOf(restoreWith(files))).toMatch(
      /restored failed: not applied; its disk has only 2 MB free$/,
    )
  })
})

describe('a refusal says what the folder holds', () => {
  test('where a whole backup is wanted', async () => {
    expect(await refusalOf(restoreWith(nodeFiles, 'none'))).toMatch(/it is empty or not there$/)
    expect(await refusalOf(restoreWith(nodeFiles, 'data'))).toMatch(/it is a data folder$/)
    mkdirSync(path('store'))
    writeFileSync(path('store/MANIFEST'), '')
    expect(await refusalOf(restoreWith(nodeFiles, 'store'))).toMatch(/restored with --from$/)
  })

  test('where a continuous one is wanted', async () => {
    await backUpWith(nodeFiles)
    expect(await refusalOf(restoreMoment('none'))).toMatch(/the place is empty or not there$/)
    expect(await refusalOf(restoreMoment('data'))).toMatch(/the folder holds a data folder$/)
    expect(await refusalOf(restoreMoment('backup'))).toMatch(/restored without --from$/)
  })

  test('where an empty one is wanted', async () => {
    mkdirSync(path('backup'))
    writeFileSync(path('backup/.unfinished'), '')
    expect(await refusalOf(backUpWith(nodeFiles))).toMatch(
      /is not empty \(a backup that was not finished\); choose another folder$/,
    )
    rmSync(path('backup/.unfinished'))
    await backUpWith(nodeFiles)
    expect(await refusalOf(backUpWith(nodeFiles))).toMatch(/is not empty \(a backup\)/)
    await expect(restoreWith(fullFor((name) => name.includes('segment')))).rejects.toThrow('ENOSPC')
    expect(await refusalOf(restoreWith(nodeFiles))).toMatch(
      /is not empty \(a restore that was not finished\); restore to a new folder$/,
    )
  })
})

test('an increment removes the files of an interrupted one', async () => {
  await backUp({ ...optionsWith(nodeFiles), keepsLog: true })
  writeFileSync(path('backup/.upload-1'), 'half of the log')
  await backUpIncrement(optionsWith(nodeFiles))
  expect(readdirSync(path('backup'))).not.toContain('.upload-1')
})
