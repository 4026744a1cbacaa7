import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../partitions/open-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { decodeMutations } from '../partitions/commit-record.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { encodeCounter } from '../tables/catalog-content.js'
import { counterKey, counterPartition } from '../tables/catalog-keys.js'
import { type BackUpOptions, backUp } from './back-up.js'
import { folderPlace } from './backup-place.js'
import { BACKUP_MANIFEST_NAME } from './folder-content.js'
import { backUpIncrement } from './back-up-increment.js'
import { restoreBackup } from './restore-backup.js'

let folder: TemporaryFolder
let open: PartitionStore[] = []
const path = (name: string): string => join(folder.path, name)

const openIn = async (name: string): Promise<PartitionStore> => {
  const store = await openStore({
    directory: path(name),
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: 8_388_608,
    durability: 'strict',
    checkpointBytes: 65_536,
  })
  open.push(store)
  return store
}

const close = async (store: PartitionStore): Promise<void> => {
  open = open.filter((one) => one !== store)
  await store.close()
}

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
  await folder.remove()
})

const TABLES = 4
const put = (
  store: PartitionStore,
  table: number,
  partition: Buffer,
  entries: [Buffer, Buffer][],
) =>
  store.commit({
    table,
    partition,
    mutations: entries.map(([key, value]) => ({ key, value })),
    expectedHead: undefined,
    token: undefined,
    record: undefined,
  })

/** Stores the catalogue's counter as if it had given the ids of the tables. */
const giveTables = (store: PartitionStore) =>
  put(store, 0, counterPartition, [[counterKey, encodeCounter(TABLES + 1)]])

const rowKey = (writer: number, row: number): Buffer => Buffer.from([0x01, writer, row])
const valueOf = (round: number): Buffer => Buffer.alloc(400, round)

/** In each round, a writer puts two rows of its own in one commit. */
const writeRound = (store: PartitionStore, writer: number, round: number) =>
  put(store, 1 + (writer % TABLES), Buffer.of(writer), [
    [rowKey(writer, round % 50), valueOf(round)],
    [rowKey(writer, 50 + (round % 50)), valueOf(round)],
  ])

const backUpTo = (store: PartitionStore, name: string, onProgress?: () => void) =>
  backUp({ ...optionsFor(store, name), ...(onProgress && { onProgress }) })

const optionsFor = (store: PartitionStore, name: string): BackUpOptions => ({
  store,
  files: nodeFiles,
  clock: systemClock,
  logDirectory: path('data/log'),
  place: folderPlace(nodeFiles, path(name)),
  others: [{ name: 'instances.json', content: Buffer.from('{}') }],
  keepsCursor: (cursor) => cursor.startsWith('index/'),
})

const restore = (from: string, to = 'restored') =>
  restoreBackup({
    files: nodeFiles,
    backup: folderPlace(nodeFiles, path(from)),
    directory: path(to),
  })

const everything = async (store: PartitionStore): Promise<Map<string, string>> => {
  const rows = new Map<string, string>()
  for (let table = 0; table <= TABLES; table++) {
    const range = { table, start: Buffer.of(0), end: Buffer.of(0xff), reverse: false }
    const scan = store.scan({ ...range, expectedEntries: 100 })
    for (let found = await scan.next(); found.length > 0; found = await scan.next()) {
      for (const { key, value } of found) {
        rows.set(`${table} ${key.toString('hex')}`, value.toString('hex'))
      }
    }
    await scan.close()
  }
  return rows
}

/** The entries that all records of a closed log up to a position result in. */
const modelAt = async (position: number): Promise<Map<string, string>> => {
  const log = await openCommitLog({
    files: nodeFiles,
    clock: systemClock,
    directory: path('data/log'),
  })
  expect(log.start).toBe(0)
  const rows = new Map<string, string>()
  const nameOf = (key: Buffer) => `${key.readUInt32BE(0)} ${key.toString('hex', 4)}`
  for await (const { end, payload } of log.read(0)) {
    if (end > position) break
    for (const mutation of decodeMutations(payload)) {
      if (mutation.kind === 'put') rows.set(nameOf(mutation.key), mutation.value.toString('hex'))
      else if (mutation.kind === 'delete') rows.delete(nameOf(mutation.key))
      else {
        const [first, last] = [nameOf(mutation.start), nameOf(mutation.end)]
        for (const name of rows.keys()) if (name >= first && name < last) rows.delete(name)
      }
    }
  }
  await log.close()
  return rows
}

test('a restore has the store as it was at the end of the backup, among writers', async () => {
  const store = await openIn('data')
  await store.setCursor('all of it', 0)
  await giveTables(store)
  for (let writer = 0; writer < 8; writer++) {
    await Promise.all(Array.from({ length: 50 }, (_, round) => writeRound(store, writer, round)))
  }
  const state = { isRunning: true }
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let round = 50; state.isRunning; round++) await writeRound(store, writer, round % 250)
  })
  let steps = 0
  const manifest = await backUpTo(store, 'backup', () => {
    // In the middle of the scan all rows are deleted from a copied table, and from one not copied yet.
    if (steps++ === 2) {
      for (const table of [1, 4]) {
        void store.deleteRange(table, Buffer.from([1, 0]), Buffer.from([1, 4]))
      }
    }
  })
  state.isRunning = false
  await Promise.all(writers)
  expect(steps).toBeGreaterThan(2)
  expect(manifest.end).toBeGreaterThan(manifest.from)
  expect(store.cursors().has('backup')).toBe(false)
  await close(store)

  await restore('backup')
  expect(readFileSync(path('restored/instances.json'), 'utf8')).toBe('{}')
  const restored = await openIn('restored')
  expect(restored.visibleEnd).toBe(manifest.end)
  expect(restored.cursors().size).toBe(0)
  const rows = await everything(restored)
  expect(rows.size).toBeGreaterThan(400)
  expect(rows).toEqual(await modelAt(manifest.end))
  // The restored store takes writes like any other.
  await writeRound(restored, 1, 7)
  await close(restored)
  expect((await everything(await openIn('restored'))).size).toBe(rows.size)
})

test('followers find the log from their cursors on', async () => {
  const store = await openIn('data')
  await giveTables(store)
  await writeRound(store, 0, 1)
  const position = store.visibleEnd
  await store.setCursor('index/1', position)
  await store.setCursor('search/1', position)
  await writeRound(store, 0, 2)
  await backUpTo(store, 'backup')
  await restore('backup')
  const restored = await openIn('restored')
  expect([...restored.cursors()]).toEqual([['index/1', position]])
  const changesOf = async (of: PartitionStore): Promise<number[]> => {
    const positions: number[] = []
    for await (const change of of.changes(position)) positions.push(change.position)
    return positions
  }
  const positions = await changesOf(restored)
  expect(positions).toHaveLength(1)
  expect(positions).toEqual(await changesOf(store))
})

describe('refused', () => {
  const small = async (): Promise<PartitionStore> => {
    const store = await openIn('data')
    await giveTables(store)
    await writeRound(store, 0, 1)
    return store
  }

  test('a backup into, and a restore over, a folder with something in it', async () => {
    const store = await small()
    await expect(backUpTo(store, 'data')).rejects.toThrow('is not empty')
    await backUpTo(store, 'backup')
    await expect(backUpTo(store, 'backup')).rejects.toThrow('is not empty')
    await expect(restore('backup', 'data')).rejects.toThrow('is not empty')
  })

  test('an unfinished backup, and one that fails releases the log', async () => {
    const store = await small()
    const failing = backUpTo(store, 'backup', () => {
      throw new Error('the process ends here')
    })
    await expect(failing).rejects.toThrow('the process ends here')
    expect(store.cursors().size).toBe(0)
    await expect(restore('backup')).rejects.toThrow('holds no complete backup')
  })

  test('a flipped bit or a lost file anywhere, before anything is written', async () => {
    await backUpTo(await small(), 'backup')
    for (const name of readdirSync(path('backup'))) {
      cpSync(path('backup'), path('broken'), { recursive: true })
      const content = readFileSync(join(path('broken'), name))
      const at = Math.floor(content.length / 2)
      content[at] = (content[at] ?? 0) ^ 0x01
      writeFileSync(join(path('broken'), name), content)
      await expect(restore('broken')).rejects.toThrow(/is damaged/)
      rmSync(join(path('broken'), name))
      await expect(restore('broken')).rejects.toThrow(/missing/)
      expect(() => readdirSync(path('restored'))).toThrow('ENOENT')
      rmSync(path('broken'), { recursive: true })
    }
  })

  test('an unfinished restore is neither served nor restored over', async () => {
    await backUpTo(await small(), 'backup')
    const failing: typeof nodeFiles = {
      ...nodeFiles,
      rename: async (from, to) => {
        if (to.endsWith('manifest')) throw new Error('the process ends here')
        await nodeFiles.rename(from, to)
      },
    }
    const backup = folderPlace(nodeFiles, path('backup'))
    const cut = { files: failing, backup, directory: path('restored') }
    await expect(restoreBackup(cut)).rejects.toThrow('the process ends here')
    await expect(openIn('restored')).rejects.toThrow('no Rowhouse data')
    await expect(restore('backup')).rejects.toThrow('is not empty')
    expect(readdirSync(path('backup'))).toContain(BACKUP_MANIFEST_NAME)
  })
})

describe('an increment', () => {
  test('brings an earlier backup up to date, any number of times', async () => {
    const store = await openIn('data')
    await store.setCursor('all of it', 0)
    await giveTables(store)
    await writeRound(store, 0, 1)
    await backUp({ ...optionsFor(store, 'backup'), keepsLog: true })
    for (let part = 1; part <= 3; part++) {
      for (let writer = 0; writer < 8; writer++) {
        for (let round = 0; round < 40; round++) await writeRound(store, writer, round * part)
      }
      await store.deleteRange(part, Buffer.from([1, part]), Buffer.from([1, part + 3]))
      const others = [{ name: 'instances.json', content: Buffer.from(`{"part":${part}}`) }]
      const options = { ...optionsFor(store, 'backup'), others, keepsLog: true }
      const { end } = await backUpIncrement(options)
      expect(end).toBe(store.visibleEnd)
      expect([...store.cursors()]).toContainEqual(['backup-increment', end])
    }
    // Only the file of instances has changed.
    const others = [{ name: 'instances.json', content: Buffer.from('{"part":4}') }]
    await backUpIncrement({ ...optionsFor(store, 'backup'), others })
    expect(store.cursors().has('backup-increment')).toBe(false)
    const end = store.visibleEnd
    await close(store)
    await restore('backup')
    expect(readFileSync(path('restored/instances.json'), 'utf8')).toBe('{"part":4}')
    const restored = await openIn('restored')
    expect(restored.visibleEnd).toBe(end)
    expect(await everything(restored)).toEqual(await modelAt(end))
  })

  test('is refused when the log was released, and the earlier backup stays', async () => {
    const store = await openIn('data')
    await giveTables(store)
    await writeRound(store, 0, 1)
    const { end } = await backUpTo(store, 'backup')
    for (let round = 0; round < 2; round++) {
      await put(store, 1, Buffer.of(1), [[rowKey(1, 1), Buffer.alloc(67_000_000, round)]])
      await put(store, 1, Buffer.of(1), [[rowKey(1, 1), Buffer.alloc(100_000, round)]])
    }
    await close(store)
    const later = await openIn('data')
    await later.setCursor('moved', later.visibleEnd)
    const refused = backUpIncrement(optionsFor(later, 'backup'))
    await expect(refused).rejects.toThrow('take a full backup into an empty place')
    expect((await restore('backup')).end).toBe(end)
  })

  test('is refused for other data, and without a backup', async () => {
    const store = await openIn('data')
    await giveTables(store)
    await writeRound(store, 0, 1)
    await backUpTo(store, 'backup')
    const other = await openIn('other')
    const options = { ...optionsFor(other, 'backup'), logDirectory: path('other/log') }
    await expect(backUpIncrement(options)).rejects.toThrow('is of other data')
    await giveTables(other)
    for (let round = 0; round < 9; round++) await writeRound(other, 0, round)
    await expect(backUpIncrement(options)).rejects.toThrow('take a full backup')
    const none = backUpIncrement(optionsFor(store, 'nothing'))
    await expect(none).rejects.toThrow('holds no complete backup')
  })

  test('that fails at any point leaves the earlier backup or the later one', async () => {
    const store = await openIn('data')
    await giveTables(store)
    const earlier = await backUp({ ...optionsFor(store, 'backup'), keepsLog: true })
    await writeRound(store, 0, 1)
    for (const failing of ['log-', 'instances', 'BACKUP']) {
      const files: typeof nodeFiles = {
        ...nodeFiles,
        rename: async (from, to) => {
          if (to.includes(`backup/${failing}`)) throw new Error('the process ends here')
          await nodeFiles.rename(from, to)
        },
      }
      const place = folderPlace(files, path('backup'))
      const cut = backUpIncrement({ ...optionsFor(store, 'backup'), place })
      await expect(cut).rejects.toThrow('the process ends here')
      expect((await restore('backup', `restored-${failing}`)).end).toBe(earlier.end)
    }
    const { end } = await backUpIncrement(optionsFor(store, 'backup'))
    expect((await restore('backup')).end).toBe(end)
  })
})

test('a backup of version 1, which has whole segments, can be restored and incremented', async () => {
  const store = await openIn('data')
  await store.setCursor('all of it', 0)
  await giveTables(store)
  await writeRound(store, 0, 1)
  const { log, files, ...manifest } = await backUpTo(store, 'backup')
  const segments = log.map(({ name, base, bytes, checksum }) => {
    const segment = `segment-${String(base).padStart(16, '0')}.log`
    renameSync(join(path('backup'), name), join(path('backup'), segment))
    return { kind: 'log', name: segment, bytes, checksum }
  })
  const old = files.map(({ kind, name, bytes, checksum }) => ({ kind, name, bytes, checksum }))
  const body = Buffer.from(
    JSON.stringify({ ...manifest, files: [...old, ...segments] }, undefined, 2),
  )
  const head = `rowhouse backup 1 ${crc32(body).toString(16).padStart(8, '0')}\n`
  writeFileSync(
    join(path('backup'), BACKUP_MANIFEST_NAME),
    Buffer.concat([Buffer.from(head), body]),
  )
  expect((await restore('backup')).end).toBe(manifest.end)
  expect(readFileSync(path('restored/instances.json'), 'utf8')).toBe('{}')
  await writeRound(store, 0, 2)
  const { end } = await backUpIncrement(optionsFor(store, 'backup'))
  expect(end).toBeGreaterThan(manifest.end)
  await restore('backup', 'again')
  await close(store)
  const rows = await everything(await openIn('again'))
  expect(rows).toEqual(await modelAt(end))
})
