import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogFailedError, LogMissingError } from '../log/log-errors.js'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { manualClock, type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { commit, puts, valuesOf } from '../testing/partition-store-calls.js'
import { openStore } from './open-partition-store.js'
import type { PartitionStore } from './partition-store.js'
import { StoreAheadOfLogError } from './replay.js'

describe('openStore', () => {
  let folder: TemporaryFolder
  const open = (durability: 'strict' | 'relaxed' = 'strict'): Promise<PartitionStore> =>
    openStore({
      directory: `${folder.path}/data`,
      files: nodeFiles,
      clock: systemClock,
      memoryBudget: 64 << 20,
      durability,
    })

  beforeEach(async () => {
    folder = await temporaryFolder()
  })

  afterEach(() => folder.remove())

  it('keeps rows over a restart, whatever the durability', async () => {
    for (const durability of ['strict', 'relaxed', 'strict'] as const) {
      const first = await open(durability)
      await commit(first, { mutations: puts({ a: durability }) })
      await first.close()
      const second = await open(durability)
      expect(await valuesOf(second, 'a')).toEqual([durability])
      const figures = await second.figures()
      expect(figures['replayed_bytes']).toBe(0)
      await second.close()
    }
  })

  it('refuses to open a folder in use, and leaves it intact', async () => {
    const first = await open()
    await commit(first, { mutations: puts({ a: '1' }) })
    await expect(open()).rejects.toThrow(`is in use by process ${process.pid}.`)
    await first.close()
    const second = await open()
    expect(await valuesOf(second, 'a')).toEqual(['1'])
    await second.close()
  })

  it.each(['strict', 'relaxed'] as const)(
    'makes no new log under a store that had one (%s)',
    async (durability) => {
      const log = join(folder.path, 'data', 'log')
      const first = await open(durability)
      await commit(first, { mutations: puts({ a: '1' }) })
      await first.close()
      const old = `${log}.old`
      cpSync(log, old, { recursive: true })
      rmSync(log, { recursive: true })
      await expect(open(durability)).rejects.toThrow(LogMissingError)
      expect(readdirSync(log)).toEqual([])
      rmSync(log, { recursive: true })
      renameSync(old, log)
      const second = await open(durability)
      expect(await valuesOf(second, 'a')).toEqual(['1'])
      await second.close()
    },
  )

  it.each(['strict', 'relaxed'] as const)(
    'refuses a log that ends before the store (%s)',
    async (durability) => {
      const log = join(folder.path, 'data', 'log')
      const first = await open(durability)
      await commit(first, { mutations: puts({ a: '1' }) })
      await first.close()
      cpSync(log, `${log}.old`, { recursive: true })
      const second = await open(durability)
      await commit(second, { mutations: puts({ a: '2' }) })
      await second.close()
      rmSync(log, { recursive: true })
      renameSync(`${log}.old`, log)
      await expect(open(durability)).rejects.toThrow(StoreAheadOfLogError)
    },
  )

  it('acknowledges nothing once its folder is gone, and reports that once', async () => {
    const clock = manualClock()
    const lost: string[] = []
    const directory = `${folder.path}/data`
    const store = await openStore({
      directory,
      files: nodeFiles,
      clock,
      memoryBudget: 64 << 20,
      durability: 'strict',
      onLost: ({ message }) => lost.push(message),
    })
    await commit(store, { mutations: puts({ a: '1' }) })
    renameSync(directory, `${directory}.gone`)
    clock.advance(1000)
    await expect(commit(store, { mutations: puts({ a: '2' }) })).rejects.toThrow(LogFailedError)
    expect(await valuesOf(store, 'a')).toEqual(['1'])
    cpSync(`${directory}.gone`, directory, { recursive: true })
    await expect(commit(store, { mutations: puts({ a: '3' }) })).rejects.toThrow(LogFailedError)
    expect(lost).toEqual([expect.stringContaining('removed, replaced or unmounted')])
    const content = readdirSync(join(directory, 'log'))
    await store.close()
    expect(readdirSync(join(directory, 'log'))).toEqual(content)
  })

  it('refuses commits after it was closed', async () => {
    const store = await open()
    await store.close()
    const late = commit(store, { mutations: puts({ a: '1' }) })
    await expect(late).rejects.toMatchObject({ code: 'OTSServerUnavailable' })
  })

  it('keeps ephemeral rows in memory only', async () => {
    const store = await openStore({ ephemeral: true })
    await commit(store, { mutations: puts({ a: '1' }) })
    expect(await valuesOf(store, 'a')).toEqual(['1'])
    await store.close()
  })
})
