import { beforeEach, describe, expect, it } from 'vitest'
import { encodeChangeRecord } from '../log/change-record.js'
import type { CommitLog } from '../log/commit-log.js'
import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { createMemoryStore, type KeyValueStore } from '@rowhouse/store'
import { commit, full, key, puts } from '../testing/partition-store-calls.js'
import { engineLimits } from '../limits.js'
import { commitBytes, encodeCommits } from './commit-record.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { PartitionStore } from './partition-store.js'
import { replay } from './replay.js'
import { storeKey } from './store-key.js'
import { verifyLog } from './verify-log.js'

describe('a store and its log', () => {
  let log: CommitLog
  let store: KeyValueStore
  let partitions: PartitionStore

  beforeEach(async () => {
    log = createMemoryCommitLog()
    store = createMemoryStore()
    partitions = await openEmbeddedPartitionStore({ log, store, cacheBytes: 0 })
    await commit(partitions, { mutations: puts({ a: '1', b: '1', c: '1' }) })
    await commit(partitions, { mutations: puts({ b: '2' }) })
    await commit(partitions, { mutations: [{ key: key('c'), value: undefined }] })
    await commit(partitions, { mutations: puts({ x: '1' }) })
    await partitions.deleteRange(1, key('x'), key('y'))
  })

  const appendOnly = async (values: Readonly<Record<string, Buffer>>): Promise<void> => {
    const mutations = Object.entries(values).map(([name, value]) => ({ key: key(name), value }))
    const written = full({ mutations })
    await log.append(encodeCommits([written], commitBytes(written))).durable
  }

  const put = (name: string, value: string): Promise<void> =>
    store.apply([{ kind: 'put', key: storeKey(1, key(name)), value: key(value) }])

  const refused = (what: string): Promise<void> =>
    expect(verifyLog(log, store)).rejects.toThrow(what)

  it('agree after commits, deletes and range deletes', async () => {
    expect(await verifyLog(log, store)).toEqual({ records: 5, entries: 4 })
  })

  it('agree when the store lags behind', async () => {
    const applied = (await store.stamp()) ?? 0
    const { durable } = log.append(Buffer.of(1))
    await durable
    expect(log.durableEnd).toBeGreaterThan(applied)
    expect((await verifyLog(log, store)).records).toBe(5)
  })

  it('agree when a replay was interrupted between the two halves of a batch', async () => {
    const value = Buffer.alloc(engineLimits.REPLAY_BATCH_BYTES / 4)
    for (let number = 0; number < 6; number++)
      await appendOnly({ c: value, [`d${number}`]: value, xx: value })
    let applied = 0
    const cut: KeyValueStore = {
      ...store,
      apply: async (batch, stamp) => {
        if (applied++ > 0) throw new Error('the power is off')
        await store.apply(batch, stamp)
      },
    }
    await expect(replay(log, cut)).rejects.toThrow('the power is off')
    expect(applied).toBeGreaterThan(1)
    await verifyLog(log, store)
    await put('d0', 'of nobody')
    await refused('no record has put')
    await replay(log, store)
    await verifyLog(log, store)
  })

  it('disagree about a different value, a lost entry, and one that reappeared', async () => {
    await put('b', '1')
    await refused('holds 31, the log says 32')
    await put('b', '2')
    await put('c', '1')
    await refused('holds 31, the log says nothing')
    await store.apply([
      { kind: 'delete', key: storeKey(1, key('c')) },
      { kind: 'delete', key: storeKey(1, key('a')) },
    ])
    await refused('holds nothing, the log says 31')
  })

  it('disagree about an entry that no record has put, in a deleted range or elsewhere', async () => {
    await put('xx', '1')
    await refused('no record has put')
    await store.apply([{ kind: 'delete', key: storeKey(1, key('xx')) }])
    await put('m', '1')
    await refused('no record has put')
  })

  it('disagree when the store is ahead of the log', async () => {
    await store.apply([], log.durableEnd + 1)
    await refused('the log covers')
  })

  it('disagree when a change record names another row or another kind of change', async () => {
    const change = { rowKey: key('a'), operations: [], preImage: undefined }
    const record = encodeChangeRecord([{ ...change, kind: 'DELETE_ROW' }])
    await commit(partitions, { record, mutations: puts({ a: '2' }) })
    await refused('a DELETE_ROW leaves a row')
    const other = encodeChangeRecord([{ ...change, kind: 'PUT_ROW', rowKey: key('z') }])
    const [freshLog, freshStore] = [createMemoryCommitLog(), createMemoryStore()]
    const fresh = await openEmbeddedPartitionStore({
      log: freshLog,
      store: freshStore,
      cacheBytes: 0,
    })
    await commit(fresh, { record: other, mutations: puts({ a: '2' }) })
    await expect(verifyLog(freshLog, freshStore)).rejects.toThrow('a PUT_ROW changes no row')
  })
})
