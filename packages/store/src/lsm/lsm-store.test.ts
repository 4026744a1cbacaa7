import { type FileHandle, systemClock } from '@rowhouse/platform'
import { SimulatedFiles, seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { Entry, EntryIterator, StoreMutation } from '../key-value-store.js'
import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import { openLsmStore } from './lsm-store.js'
import { entriesIn } from './testing/random-batches.js'

const KIB = 1024

keyValueStoreSuite('the own store', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 256 * KIB,
  })
  return { store, dispose: () => store.close() }
})

keyValueStoreSuite('the own store with tiny memtables and tables', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 64 * KIB,
    memtableBytes: 4 * KIB,
    tableBytes: 8 * KIB,
  })
  return { store, dispose: () => store.close() }
})

test('a get is answered without a promise from memtables and from blocks in the cache', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 256 * KIB,
  })
  const [key, value] = [Buffer.from('key'), Buffer.from('value')]
  await store.apply([{ kind: 'put', key, value }])
  expect(store.get(key)).toEqual(value)
  await store.flush()
  const read = store.get(key)
  expect(read).toBeInstanceOf(Promise)
  expect(await read).toEqual(value)
  expect(store.get(key)).toEqual(value)
  expect(store.get(Buffer.from('none'))).toBeUndefined()
  await store.close()
})

test('gives the space of a deleted range back, also within a table, and keeps its neighbours', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 512 * KIB,
  })
  const name = (letter: string, number: number) =>
    Buffer.from(`${letter}${String(number).padStart(4, '0')}`)
  for (let round = 0; round < 3; round++) {
    const batch = ['a', 'b', 'c'].flatMap((letter) =>
      Array.from({ length: 100 }, (_, number): StoreMutation => {
        const value = Buffer.alloc(KIB, letter)
        return { kind: 'put', key: name(letter, 100 * round + number), value }
      }),
    )
    await store.apply(batch)
    await store.flush()
  }
  const [start, end] = [Buffer.from('b'), Buffer.from('c')]
  const before = (await store.figures())['store_bytes']
  await store.apply([{ kind: 'deleteRange', start, end }])
  await store.reclaim?.(start, end)
  const after = (await store.figures())['store_bytes']
  expect((after ?? 0) / (before ?? 0)).toBeLessThan(0.7)
  expect(await store.approximateSize(start, end)).toBeLessThan(64 * KIB)
  expect(await store.get(name('b', 7))).toBeUndefined()
  for (const letter of ['a', 'c'])
    expect(await store.get(name(letter, 207))).toEqual(Buffer.alloc(KIB, letter))
  await store.close()
})

test('scans that last keep no memtables, and see what they saw at first', async () => {
  const memtableBytes = 16 * KIB
  const files = new SimulatedFiles()
  const store = await openLsmStore({
    files,
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes,
  })
  const keys = Array.from({ length: 20 }, (_, at) => Buffer.from(`key ${10 + at}`))
  const range = { start: Buffer.from('k'), end: Buffer.from('l'), batchEntries: 2 }
  const write = (round: number) =>
    store.apply(
      keys.map((key): StoreMutation => {
        const value = Buffer.alloc(100, String(round))
        return { kind: 'put', key, value }
      }),
    )
  const scans: { readonly round: number; readonly iterator: EntryIterator; seen: Entry[] }[] = []
  for (let round = 0; round < 60; round++) {
    await write(round)
    if (round % 6 !== 0) continue
    const iterator = store.iterate({ ...range, reverse: round % 4 === 0 })
    scans.push({ round, iterator, seen: [...(await iterator.next())] })
    await store.flush()
  }
  await store.flush()
  await expect
    .poll(async () => (await store.figures())['store_memtable_memory_bytes'])
    .toBeLessThanOrEqual(3 * memtableBytes)
  for (const { round, iterator, seen } of scans) {
    for (let found = await iterator.next(); found.length > 0; found = await iterator.next())
      seen.push(...found)
    const expected = round % 4 === 0 ? keys.toReversed() : keys
    expect(seen.map(({ key }) => key)).toEqual(expected)
    for (const { value } of seen) expect(value).toEqual(Buffer.alloc(100, String(round)))
    await iterator.close()
  }
  await expect.poll(async () => (await store.figures())['store_compactions_running']).toBe(0)
  const { store_tables: tables = 0 } = await store.figures()
  await store.close()
  expect((await files.list('/store')).length).toBe(tables + 1)
})

/** Knows how many reads there were, and how many are under way. */
class CountingFiles extends SimulatedFiles {
  reading = 0
  reads = 0

  override async open(path: string, mode: 'read' | 'write' | 'create'): Promise<FileHandle> {
    const file = await super.open(path, mode)
    const read: FileHandle['read'] = async (...args) => {
      this.reading++
      this.reads++
      try {
        return await file.read(...args)
      } finally {
        this.reading--
      }
    }
    return { ...file, read }
  }
}

test('getMany ends with the last of its reads, also when another one fails', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const files = new CountingFiles(seededRandom(seed))
    const options = { files, directory: '/store', clock: systemClock, cacheBytes: 64 * KIB }
    const written = await openLsmStore(options)
    const keys = Array.from({ length: 50 }, (_, at) => Buffer.from(`key ${at + 10}`))
    await written.apply(keys.map((key) => ({ kind: 'put', key, value: Buffer.alloc(6000, key) })))
    await written.flush()
    await written.close()
    const store = await openLsmStore(options)
    // Filter and index are in the cache, and data is not.
    await store.get(Buffer.from('key 10'))
    files.failOnce('read', 'EIO', 3)
    await expect(store.getMany(keys.slice(1, 20))).rejects.toThrow('EIO')
    expect(files.reading, `seed ${seed}`).toBe(0)
    await store.close()
  }
})

test('batches of a scan have memory of their own, or all the same when the scan allows it', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 256 * KIB,
  })
  const names = Array.from({ length: 200 }, (_, at) => String(at).padStart(4, '0'))
  await store.apply(
    names.map((name): StoreMutation => {
      return { kind: 'put', key: Buffer.from(name), value: Buffer.from(`of ${name}`) }
    }),
  )
  for (const reusesMemory of [false, true]) {
    const [start, end] = [Buffer.from('0'), Buffer.from('1')]
    const range = { start, end, reverse: false, batchEntries: 10, reusesMemory }
    const iterator = store.iterate(range)
    const found: string[] = []
    const memories = new Set<ArrayBufferLike>()
    let batches = 0
    for (let entries = await iterator.next(); entries.length > 0; entries = await iterator.next()) {
      batches++
      for (const { key, value } of entries) found.push(`${key} ${value}`)
      for (const { value } of entries) memories.add(value.buffer)
    }
    await iterator.close()
    expect(found).toEqual(names.map((name) => `${name} of ${name}`))
    expect(batches).toBeGreaterThan(2)
    expect(memories.size).toBe(reusesMemory ? 1 : batches)
  }
  await store.close()
})

test('a scan reads no block of a range that was deleted', async () => {
  const files = new CountingFiles()
  const options = { files, directory: '/store', clock: systemClock, cacheBytes: 64 * KIB }
  const store = await openLsmStore(options)
  const keys = Array.from({ length: 500 }, (_, at) => Buffer.from(`key ${at + 100}`))
  await store.apply(keys.map((key) => ({ kind: 'put', key, value: Buffer.alloc(4000, key) })))
  await store.flush()
  const [start, end] = [Buffer.from('key 110'), Buffer.from('key 590')]
  await store.apply([{ kind: 'deleteRange', start, end }])
  for (const reverse of [false, true]) {
    const before = files.reads
    expect((await entriesIn(store, reverse)).length).toBe(20)
    expect(files.reads - before).toBeLessThan(30)
  }
  await store.close()
})
