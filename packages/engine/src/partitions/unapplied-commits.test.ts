import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { createMemoryCommitLog } from '../log/memory-commit-log.js'
import { createMemoryStore, type KeyValueStore, type StoreMutation } from '@rowhouse/store'
import { commit, key, keys, puts, read, scan, valuesOf } from '../testing/partition-store-calls.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { PartitionStore } from './partition-store.js'

/** A store whose writes the test holds back, or makes fail. */
class HeldStore {
  readonly store: KeyValueStore
  batches = 0
  /** Bytes of the values of each batch. */
  readonly bytes: number[] = []
  isRefusing = false
  #isHeld = false
  #release: () => void = () => {}
  #free: Promise<void> = Promise.resolve()

  constructor(store: KeyValueStore) {
    this.store = { ...store, apply: (...given) => this.#apply(store, ...given) }
  }

  hold(): void {
    this.#isHeld = true
    this.#free = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  release(): void {
    this.#isHeld = false
    this.#release()
  }

  async #apply(store: KeyValueStore, ...given: Parameters<KeyValueStore['apply']>): Promise<void> {
    this.batches++
    this.bytes.push(given[0].reduce((sum, one) => sum + bytesIn(one), 0))
    if (this.#isHeld) await this.#free
    if (this.isRefusing) throw new Error('refused')
    await store.apply(...given)
  }
}

const bytesIn = (mutation: StoreMutation): number =>
  mutation.kind === 'put' ? mutation.value.length : 0

describe('Commits that the store has not taken yet', () => {
  let held: HeldStore
  let store: PartitionStore
  beforeEach(async () => {
    held = new HeldStore(createMemoryStore())
    store = await openEmbeddedPartitionStore({
      log: createMemoryCommitLog(),
      store: held.store,
      cacheBytes: 10_000,
    })
  })
  afterEach(async () => {
    held.isRefusing = false
    held.release()
    await store.close()
  })

  it('are applied in batches of a bounded size', async () => {
    const value = Buffer.alloc(65_536)
    held.hold()
    const rows = Array.from({ length: 64 }, (_, i) => ({ key: key(`p${i}`), value }))
    for (const row of rows) await commit(store, { mutations: [row] })
    held.release()
    expect(await scan(store, 'p', 'q')).toHaveLength(rows.length)
    expect(held.bytes.reduce((sum, bytes) => sum + bytes, 0)).toBe(rows.length * value.length)
    expect(Math.max(...held.bytes)).toBeLessThanOrEqual(
      engineLimits.APPLY_BATCH_BYTES_MAX + value.length,
    )
  })

  it('are applied only once the log has synced them', async () => {
    const log = createMemoryCommitLog()
    const calls: string[] = []
    const watched = createMemoryStore()
    const other = await openEmbeddedPartitionStore({
      log: Object.assign(log, {
        synced: async () => {
          calls.push('synced')
        },
      }),
      store: {
        ...watched,
        apply: (batch, stamp) => {
          calls.push('applied')
          return watched.apply(batch, stamp)
        },
      },
      cacheBytes: 10_000,
    })
    calls.length = 0
    await commit(other, { mutations: puts({ a: '1' }) })
    await scan(other, 'a', 'z')
    expect(calls).toEqual(['synced', 'applied'])
    await other.close()
  })

  it('are acknowledged, and seen by every read', async () => {
    await commit(store, { mutations: puts({ a: 'old', b: 'old', c: 'old' }) })
    expect(await scan(store, 'a', 'z')).toHaveLength(3)
    expect(await valuesOf(store, 'b')).toEqual(['old'])
    held.hold()
    const mutations = [...puts({ a: 'new' }), { key: key('b'), value: undefined }]
    expect(await commit(store, { mutations })).toBe('committed')
    expect(await valuesOf(store, 'a')).toEqual(['new'])
    expect(await valuesOf(store, 'b')).toEqual([undefined])
    expect(await valuesOf(store, 'a', 'b', 'c')).toEqual(['new', undefined, 'old'])
    expect(String((await store.readDurable?.(1, key('a')))?.value)).toBe('new')
    expect((await store.readDurable?.(1, key('b')))?.value).toBeUndefined()
    const { head } = await read(store, { keys: keys('a') })
    expect(await commit(store, { expectedHead: head, mutations: puts({ a: 'x' }) })).toBe(
      'committed',
    )
    held.release()
    expect(await scan(store, 'a', 'z')).toHaveLength(2)
    expect(await valuesOf(store, 'a', 'b', 'c')).toEqual(['x', undefined, 'old'])
  })

  it('are not seen before they are durable', async () => {
    await commit(store, { mutations: puts({ a: '1' }) })
    held.hold()
    await commit(store, { mutations: puts({ a: '2' }) })
    const accepted = commit(store, { mutations: puts({ a: '3' }) })
    expect(await valuesOf(store, 'a')).toEqual(['2'])
    expect(String((await store.readDurable?.(1, key('a')))?.value)).toBe('2')
    const pending = await read(store, { keys: keys('a'), pending: true })
    expect(String(pending.values[0])).toBe('3')
    await accepted
  })

  it('are waited for by scans that begin after them, even with concurrent calls', async () => {
    held.hold()
    await commit(store, { mutations: puts({ a: '1', b: '2' }) })
    const scanning = store.scan({
      table: 1,
      start: key('a'),
      end: key('z'),
      reverse: false,
      expectedEntries: 1,
    })
    const batches = [scanning.next(), scanning.next(), scanning.next()]
    held.release()
    const entries = (await Promise.all(batches)).flat()
    await scanning.close()
    expect(entries.map((entry) => String(entry.value))).toEqual(['1', '2'])
  })

  it('are applied many at a time', async () => {
    const before = held.batches
    const writing = Array.from({ length: 50 }, (_, i) => `k${i}`)
    for (const name of writing) await commit(store, { mutations: puts({ [name]: name }) })
    expect(await scan(store, 'k', 'l')).toHaveLength(50)
    expect(held.batches - before).toBeLessThan(50)
  })

  it('are bounded: past the bound, commits are acknowledged only once the store is closer', async () => {
    held.hold()
    const value = 'v'.repeat(engineLimits.UNAPPLIED_BYTES_MAX / 4)
    let acknowledged = 0
    const writing = ['a', 'b', 'c', 'd', 'e', 'f'].map(async (name) => {
      await commit(store, { mutations: puts({ [name]: value }) })
      acknowledged++
    })
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
    expect(acknowledged).toBeLessThan(6)
    held.release()
    await Promise.all(writing)
  })

  it('are waited for by commits in the background, which need room', async () => {
    expect(store.room?.()).toBeUndefined()
    held.hold()
    const value = Buffer.alloc(engineLimits.PENDING_COMMIT_BYTES_MAX / 4)
    const rows = ['a', 'b', 'c', 'd'].map((name) => ({ key: key(name), value }))
    const writing = rows.map((row) => commit(store, { mutations: [row] }))
    const small = { mutations: puts({ e: '1' }) }
    await expect(commit(store, small)).rejects.toMatchObject({ code: 'OTSServerBusy' })
    const room = store.room?.()
    expect(room).toBeInstanceOf(Promise)
    held.release()
    await room
    expect(await commit(store, small)).toBe('committed')
    await Promise.all(writing)
    expect(store.room?.()).toBeUndefined()
  })

  it('while the store fails: reads work, ranges get the busy error, and writers wait', async () => {
    await commit(store, { mutations: puts({ a: '1' }) })
    expect(await scan(store, 'a', 'z')).toHaveLength(1)
    held.hold()
    held.isRefusing = true
    await commit(store, { mutations: puts({ a: '2' }) })
    const scanning = scan(store, 'a', 'z')
    held.release()
    await expect(scanning).rejects.toMatchObject({ code: 'OTSServerBusy' })
    expect(await valuesOf(store, 'a')).toEqual(['2'])
    await expect(scan(store, 'a', 'z')).rejects.toMatchObject({ code: 'OTSServerBusy' })
    let isTold = false
    const later = commit(store, { mutations: puts({ a: '3' }) }).then(() => {
      isTold = true
    })
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
    expect(isTold).toBe(false)
    held.isRefusing = false
    await later
    expect(await valuesOf(store, 'a')).toEqual(['3'])
  })
})

describe('A store that is stalled', () => {
  const open = async (store: KeyValueStore) => {
    const changes: [boolean, string][] = []
    let tell = (): void => {}
    const changed = (): Promise<void> =>
      new Promise((resolve) => {
        tell = resolve
      })
    const opened = await openEmbeddedPartitionStore({
      log: createMemoryCommitLog(),
      store,
      cacheBytes: 10_000,
      stallMs: 1,
      onStall: (isStalled, error) => {
        changes.push([isStalled, error instanceof Error ? error.message : ''])
        tell()
      },
    })
    return { opened, changes, changed }
  }

  it('lets waiting writers pass, refuses the next write, and recovers by itself', async () => {
    const held = new HeldStore(createMemoryStore())
    const { opened, changes, changed } = await open(held.store)
    const stalled = changed()
    held.isRefusing = true
    await commit(opened, { mutations: puts({ a: '1' }) })
    // The commit is in the log already, so it must not be reported as failed.
    const parked = commit(opened, { mutations: puts({ a: '2' }) })
    await stalled
    expect(await parked).toBe('committed')
    const busy = { code: 'OTSServerBusy' }
    await expect(commit(opened, { mutations: puts({ a: '3' }) })).rejects.toMatchObject(busy)
    expect(await valuesOf(opened, 'a')).toEqual(['2'])
    await expect(scan(opened, 'a', 'z')).rejects.toMatchObject(busy)
    expect((await opened.figures())['store_stalled']).toBe(1)
    const free = changed()
    held.isRefusing = false
    await free
    expect(await commit(opened, { mutations: puts({ a: '4' }) })).toBe('committed')
    expect(await scan(opened, 'a', 'z')).toHaveLength(1)
    expect(changes.slice(0, 2)).toEqual([
      [true, 'refused'],
      [false, ''],
    ])
    await opened.close()
  })

  it('refuses those who wait for the end of a range delete, and is closed', async () => {
    const held = new HeldStore(createMemoryStore())
    const { opened } = await open(held.store)
    held.isRefusing = true
    const busy = { code: 'OTSServerBusy' }
    await expect(opened.deleteRange(1, key('a'), key('b'))).rejects.toMatchObject(busy)
    await opened.close()
  })

  it('is not waited for by commits in the background', async () => {
    const held = new HeldStore(createMemoryStore())
    const { opened, changed } = await open(held.store)
    const stalled = changed()
    held.hold()
    const value = Buffer.alloc(engineLimits.PENDING_COMMIT_BYTES_MAX)
    await commit(opened, { mutations: [{ key: key('a'), value }] })
    await expect(opened.room?.()).rejects.toMatchObject({ code: 'OTSServerBusy' })
    await stalled
    held.release()
    await opened.close()
  })

  it('may also be one that does not respond', async () => {
    const held = new HeldStore(createMemoryStore())
    const { opened, changed } = await open(held.store)
    const stalled = changed()
    held.hold()
    await commit(opened, { mutations: puts({ a: '1' }) })
    const waiting = scan(opened, 'a', 'z')
    await expect(waiting).rejects.toMatchObject({ code: 'OTSServerBusy' })
    await stalled
    const next = commit(opened, { mutations: puts({ a: '2' }) })
    await expect(next).rejects.toMatchObject({ code: 'OTSServerBusy' })
    const free = changed()
    held.release()
    await free
    expect(await scan(opened, 'a', 'z')).toHaveLength(1)
    await opened.close()
  })
})
