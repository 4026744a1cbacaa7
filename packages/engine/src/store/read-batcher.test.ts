import { limits } from '@rowhouse/protocol'
import type RocksDB from 'rocksdb-native'
import { expect, test } from 'vitest'
import { manualClock } from '../testing/manual-clock.js'
import { ReadBatcher } from './read-batcher.js'

/** A database whose batches land when they are told to. */
function slowDatabase() {
  const underWay: { readonly keys: number; readonly land: () => void }[] = []
  const read = (): RocksDB.ReadBatch => {
    const gets: (() => void)[] = []
    return {
      get: (key) =>
        new Promise((resolve) => {
          gets.push(() => resolve(Buffer.from(key)))
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
  const batcher = new ReadBatcher({ read }, clock)
  const keys = Array.from({ length: 12 }, (_, number) => Buffer.from([number]))
  /** Gets that are asked for together; answers how they were dealt out. */
  const getAll = async (ms: number): Promise<number[]> => {
    const values = keys.map((key) => batcher.get(key))
    await new Promise((resolve) => setImmediate(resolve))
    const sizes = underWay.map((batch) => batch.keys)
    clock.advance(ms)
    for (const { land } of underWay.splice(0)) land()
    expect(await Promise.all(values)).toEqual(keys)
    return sizes
  }
  return { batcher, underWay, getAll }
}

test('gets of one turn share a batch as long as they are quick', async () => {
  const { getAll } = open()
  expect(await getAll(0.2)).toEqual([12])
  expect(await getAll(0.2)).toEqual([12])
})

test('gets that wait for the disk are dealt out to several threads, until they are quick again', async () => {
  const { getAll } = open()
  expect(await getAll(20)).toEqual([12])
  const size = limits.READ_BATCH_KEYS_SLOW
  expect(await getAll(20)).toEqual([size, size, size])
  let sizes: number[] = []
  for (let turn = 0; turn < 20; turn++) sizes = await getAll(0.1)
  expect(sizes).toEqual([12])
})

test('beside others under way they stay together', async () => {
  const { getAll, batcher, underWay } = open()
  await getAll(20)
  const first = batcher.get(Buffer.from('first'))
  await new Promise((resolve) => setImmediate(resolve))
  expect((await getAll(20)).slice(1)).toEqual([12])
  expect(await first).toEqual(Buffer.from('first'))
  expect(underWay).toEqual([])
})
