import { expect, test } from 'vitest'
import type { KeyValueStore, StoreMutation } from '../key-value-store.js'
import { createMemoryStore } from '../memory/memory-store.js'
import { copyStore } from './copy-store.js'

const STAMP = 77
const put = (key: string | Buffer, value: string): StoreMutation => ({
  kind: 'put',
  key: Buffer.from(key),
  value: Buffer.from(value),
})

const filled = async (...mutations: StoreMutation[]): Promise<KeyValueStore> => {
  const store = createMemoryStore()
  await store.apply(mutations, STAMP)
  return store
}

test('only what is behind the last key of the target is written, and both have one digest', async () => {
  const source = await filled(put('a', '1'), put('b', '2'), put('c', '3'))
  const begun = await filled(put('a', '1'))
  const empty = createMemoryStore()
  const resumed = await copyStore({ source, target: begun })
  const whole = await copyStore({ source, target: empty })
  expect(resumed).toEqual({ ...whole, resumed: 1 })
  expect(whole).toMatchObject({ entries: 3, bytes: 6, resumed: 0 })
  for (const store of [begun, empty]) {
    expect(await store.stamp()).toBe(STAMP)
    expect(await store.get(Buffer.from('c'))).toEqual(Buffer.from('3'))
  }
})

test.each([
  ['another value', [put('a', '2')]],
  ['another key', [put('aa', '1')]],
  ['a missing entry', []],
  ['a surplus entry', [put('a', '1'), put('aa', '1')]],
])('a target with %s is told from the source', async (_, mutations) => {
  const source = await filled(put('a', '1'), put('b', '2'), put('c', '3'))
  const target = await filled(...mutations, put('b', '2'))
  await expect(copyStore({ source, target })).rejects.toThrow(
    /The copy has [234] entries with the digest \w+, not 3 with \w+/,
  )
})

test('a value that the target lost on the way is found', async () => {
  const source = await filled(put('a', '1'))
  const store = createMemoryStore()
  const target = { ...store, apply: async () => {} }
  await expect(copyStore({ source, target })).rejects.toThrow('has 0 entries')
})

test('a stamp that the target lost is found', async () => {
  const source = await filled(put('a', '1'))
  const store = createMemoryStore()
  const target: KeyValueStore = { ...store, apply: (batch) => store.apply(batch) }
  await expect(copyStore({ source, target })).rejects.toThrow('The copy has')
})

test('keys behind that of the stamp are no store of ours', async () => {
  const source = await filled(put(Buffer.alloc(5, 0xff), 'x'))
  const target = createMemoryStore()
  await expect(copyStore({ source, target })).rejects.toThrow('behind')
})
