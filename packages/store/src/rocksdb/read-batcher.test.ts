import type RocksDB from 'rocksdb-native'
import { expect, test } from 'vitest'
import { manualClock } from '@rowhouse/platform/testing'
import { storeLimits } from '../limits.js'
import { ReadBatcher } from './read-batcher.js'
import { ReadPace } from './read-pace.js'

/** A database whose batches land when they are told to. */
function slowDatabase() {
  const underWay: { readonly keys: number; readonly land: () => void }[] = []
  const read = (): RocksDB.ReadBatch => {
    const gets: (() => void)[] = []
    return {
      get: (key) =>
        new Promise((resolve, reject) => {
          const text = String(key)
          gets.push(() => (text === 'broken' ? reject(new Error(text)) : resolve(Buffer.from(key))))
        }),
      flush: () =>
        new Promise((resolve) => {
          const land = (): void => {
            for (const get of gets) get()
            resolve()
          }
          underWay.push({ keys: gets.length, land })
        }),
      tryFlush: () => undefined,
    }
  }
  return { read, underWay }
}

function open() {
  const clock = manualClock()
  const { read, underWay } = slowDatabase()
  let diskReads = 1
  let isClosed = false
  const readOpen = (): RocksDB.ReadBatch => {
    if (isClosed) throw new Error('closed')
    return read()
  }
  const close = (): void => {
    isClosed = true
  }
  const batcher = new ReadBatcher({ read: readOpen }, clock, () => diskReads)
  const keys = Array.from({ length: 12 }, (_, number) => Buffer.from([number]))
  /** Gets that are asked for together; answers how they were dealt out. */
  const getAll = async (ms: number, isFromDisk = true): Promise<number[]> => {
    const values = keys.map((key) => batcher.get(key))
    await new Promise((resolve) => setImmediate(resolve))
    const sizes = underWay.map((batch) => batch.keys)
    clock.advance(ms)
    if (isFromDisk) diskReads += 12 * storeLimits.READ_KEY_BLOCKS
    for (const { land } of underWay.splice(0)) land()
    expect(await Promise.all(values)).toEqual(keys)
    return sizes
  }
  return { batcher, underWay, getAll, close }
}

test('gets of one turn share a batch as long as they are quick', async () => {
  const { getAll } = open()
  expect(await getAll(0.2)).toEqual([12])
  expect(await getAll(0.2)).toEqual([12])
})

test('a get that comes alone starts at once, and one of many waits for the others of its turn', async () => {
  const { batcher, underWay, getAll } = open()
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
  /** Gets in callbacks of one turn; resolves with the keys of their batches. */
  const getApart = async (): Promise<number[]> => {
    const values: Promise<unknown>[] = []
    for (const key of ['a', 'b']) setImmediate(() => values.push(batcher.get(Buffer.from(key))))
    await turn()
    await turn()
    const batches = underWay.splice(0)
    for (const { land } of batches) land()
    await Promise.all(values)
    return batches.map(({ keys }) => keys)
  }
  expect(await getApart()).toEqual([1, 1])
  await getAll(0.2)
  expect(await getApart()).toEqual([2])
})

/** How 12 gets of each of the next turns are dealt out that take so many milliseconds. */
async function turns({ getAll }: ReturnType<typeof open>, count: number, ms: number) {
  const sizes: number[][] = []
  for (let turn = 0; turn < count; turn++) sizes.push(await getAll(ms))
  return sizes
}

const alone = Array.from({ length: 12 }, () => 1)
const [told, probeEvery] = [storeLimits.READ_BATCH_KEYS_TOLD, storeLimits.READ_PROBE_TURNS]
const probe = [told, told, told]

test('gets that wait for the disk are dealt out to a thread each, but for some now and then', async () => {
  const batcher = open()
  expect(await batcher.getAll(20)).toEqual([12])
  const dealt = await turns(batcher, 2 * probeEvery, 20)
  expect(dealt).toEqual(dealt.map((_, turn) => (turn % probeEvery === 0 ? probe : alone)))
})

test('the less they wait the more of them go together, all as soon as they are quick', async () => {
  const batcher = open()
  await batcher.getAll(20)
  expect((await turns(batcher, 2, 20)).at(-1)).toEqual(alone)
  const pairs = [2, 2, 2, 2, 2, 2]
  expect(await turns(batcher, 20 * probeEvery, 0.74)).toContainEqual(pairs)
  expect((await turns(batcher, 20 * probeEvery, 0.1)).at(-1)).toEqual([12])
})

test('gets that wait for a processor and not for the disk stay together', async () => {
  const { getAll } = open()
  for (let turn = 0; turn < 20; turn++) expect(await getAll(20, false)).toEqual([12])
})

test('where no system tells what was read from the disk, time tells', async () => {
  const clock = manualClock()
  const { read, underWay } = slowDatabase()
  const batcher = new ReadBatcher({ read }, clock, () => 0)
  const sizes: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const values = Array.from({ length: 12 }, () => batcher.get(Buffer.from('key')))
    await new Promise((resolve) => setImmediate(resolve))
    sizes.push(underWay.length)
    clock.advance(20)
    for (const { land } of underWay.splice(0)) land()
    await Promise.all(values)
  }
  expect(sizes).toEqual([1, 12 / told, 12])
})

test('many are dealt out to no more threads than there are', async () => {
  const batcher = open()
  await turns(batcher, 2, 20)
  const keys = Array.from({ length: 100 }, (_, number) => Buffer.from([number]))
  const values = keys.map((key) => batcher.batcher.get(key))
  await new Promise((resolve) => setImmediate(resolve))
  const sizes = batcher.underWay.map((batch) => batch.keys)
  expect(sizes).toHaveLength(Math.ceil(100 / Math.ceil(100 / storeLimits.READ_BATCHES_AT_ONCE)))
  expect(Math.max(...sizes)).toBe(Math.ceil(100 / storeLimits.READ_BATCHES_AT_ONCE))
  for (const { land } of batcher.underWay.splice(0)) land()
  expect(await Promise.all(values)).toEqual(keys)
})

test('a get that fails says so, also where it is dealt out', async () => {
  const batcher = open()
  await turns(batcher, 2, 20)
  const value = batcher.batcher.get(Buffer.from('broken'))
  await new Promise((resolve) => setImmediate(resolve))
  for (const { land } of batcher.underWay.splice(0)) land()
  await expect(value).rejects.toThrow('broken')
})

test('gets that wait to be dealt out when the store is closed say so', async () => {
  const { batcher, getAll, close } = open()
  await getAll(20)
  const values = [Buffer.of(1), Buffer.of(2)].map((key) => batcher.get(key))
  close()
  await Promise.all(values.map((value) => expect(value).rejects.toThrow('closed')))
})

test('beside few others they are dealt out to the threads that are left, beside many not', async () => {
  const { getAll, batcher, underWay } = open()
  await getAll(20)
  const others: Promise<unknown>[] = []
  const beside = async (count: number): Promise<number[]> => {
    while (underWay.length < count) {
      others.push(batcher.getMany([Buffer.from('other')]))
    }
    return (await getAll(20)).slice(count)
  }
  const few = storeLimits.READ_BATCHES_CROWD - 1
  await beside(1)
  const size = Math.ceil(12 / (storeLimits.READ_BATCHES_AT_ONCE - few))
  expect(await beside(few)).toEqual(Array.from({ length: 12 / size }, () => size))
  expect(await beside(storeLimits.READ_BATCHES_CROWD)).toEqual([12])
  expect(await Promise.all(others)).toHaveLength(1 + few + storeLimits.READ_BATCHES_CROWD)
})

test('a few reads of the disk beside many keys do not make it slow', async () => {
  const pace = new ReadPace()
  const blocks = storeLimits.READ_KEY_BLOCKS
  for (let batch = 0; batch < 20; batch++) pace.learn({ keys: 20, ms: 2, blocks, keysEnded: 20 })
  expect(pace.isSlow).toBe(false)
  for (let batch = 0; batch < 20; batch++) {
    pace.learn({ keys: 20, ms: 2, blocks: 20 * blocks, keysEnded: 20 })
  }
  expect(pace.isSlow).toBe(true)
})

test('the disk reads of one batch do not make those slow that are read beside it', () => {
  const pace = new ReadPace()
  const batch = { keys: 4, ms: 2, blocks: 4 * storeLimits.READ_KEY_BLOCKS }
  for (let turn = 0; turn < 20; turn++) pace.learn({ ...batch, keysEnded: 14 * 4 })
  expect(pace.isSlow).toBe(false)
  for (let turn = 0; turn < 20; turn++) pace.learn({ ...batch, keysEnded: 4 })
  expect(pace.isSlow).toBe(true)
})

test('batches that come from memory are measured now and then', async () => {
  let counted = 0
  const { read, underWay } = slowDatabase()
  const batcher = new ReadBatcher({ read }, manualClock(), () => ++counted)
  for (let turn = 0; turn < 4 * probeEvery; turn++) {
    const values = Array.from({ length: 12 }, () => batcher.get(Buffer.from('key')))
    await new Promise((resolve) => setImmediate(resolve))
    for (const { land } of underWay.splice(0)) land()
    await Promise.all(values)
  }
  // Before and after a batch.
  expect(counted).toBe(2 * 4)
})
