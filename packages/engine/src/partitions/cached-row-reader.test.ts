import { describe, expect, it } from 'vitest'
import { createMemoryStore, type KeyValueStore } from '@rowhouse/store'
import { EntryHash } from './entry-hash.js'
import type { EntryMutation } from './pending-record.js'
import { RowCache } from './row-cache.js'
import { RowReader } from './cached-row-reader.js'

const KEY = Buffer.from('key')

function put(value: string): EntryMutation {
  return { kind: 'put', key: KEY, value: Buffer.from(value) }
}

/** A store whose reads the test answers. */
function manualStore(): { store: KeyValueStore; answers: ((value: Buffer | undefined) => void)[] } {
  const answers: ((value: Buffer | undefined) => void)[] = []
  const get = (): Promise<Buffer | undefined> =>
    new Promise((resolve) => {
      answers.push(resolve)
    })
  const getMany = async (keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> =>
    Promise.all(keys.map(get))
  return { store: { ...createMemoryStore(), get, getMany }, answers }
}

describe('the row reader', () => {
  const open = (isPending = () => false) => {
    const { store, answers } = manualStore()
    const reader = new RowReader(store, new RowCache(10_000, new EntryHash(1)), isPending)
    return { reader, answers }
  }

  it('shares one fetch among concurrent readers, and caches the value', async () => {
    const { reader, answers } = open()
    const read = async (): Promise<Buffer | undefined> => reader.fetch(KEY)
    const fetches = [read(), read()]
    expect(answers).toHaveLength(1)
    answers[0]?.(Buffer.from('1'))
    expect((await Promise.all(fetches)).map(String)).toEqual(['1', '1'])
    expect(String(reader.cached(KEY)?.value)).toBe('1')
  })

  it('caches that a row is missing', async () => {
    const { reader, answers } = open()
    const fetch = reader.fetch(KEY)
    answers[0]?.(undefined)
    await fetch
    expect(reader.cached(KEY)).toMatchObject({ value: undefined })
  })

  it('answers at once what the store has in memory, and caches it unless a commit is pending', async () => {
    for (const isPending of [false, true]) {
      const store = createMemoryStore()
      await store.apply([{ kind: 'put', key: KEY, value: Buffer.from('1') }])
      const reader = new RowReader(store, new RowCache(10_000, new EntryHash(1)), () => isPending)
      expect(reader.fetch(KEY)).toEqual(Buffer.from('1'))
      expect(reader.cached(KEY) === undefined).toBe(isPending)
    }
  })

  for (const many of [false, true]) {
    const fetch = async (reader: RowReader): Promise<unknown> =>
      many ? reader.fetchMany([KEY]) : reader.fetch(KEY)

    it(`does not cache a value that was changed during its fetch, many at once: ${many}`, async () => {
      const { reader, answers } = open()
      const running = fetch(reader)
      reader.applied([put('new')])
      answers[0]?.(Buffer.from('old'))
      await running
      expect(reader.cached(KEY)).toBeUndefined()
    })

    it(`does not cache a value of a range deleted during its fetch, many at once: ${many}`, async () => {
      const { reader, answers } = open()
      const running = fetch(reader)
      reader.rangeDeleted(Buffer.from('k'), Buffer.from('l'))
      answers[0]?.(Buffer.from('old'))
      await running
      expect(reader.cached(KEY)).toBeUndefined()
    })

    it(`does not show a commit before all of it is applied, many at once: ${many}`, async () => {
      const { reader, answers } = open(() => true)
      const running = fetch(reader)
      answers[0]?.(Buffer.from('half of a commit'))
      await running
      expect(reader.cached(KEY)).toBeUndefined()
    })
  }

  it('does not share a fetch that began before a commit with a reader after it', async () => {
    const { reader, answers } = open()
    const before = reader.fetch(KEY)
    reader.applied([put('new')])
    const after = reader.fetch(KEY)
    answers[1]?.(Buffer.from('new'))
    answers[0]?.(Buffer.from('old'))
    expect(String(await before)).toBe('old')
    expect(String(await after)).toBe('new')
    expect(String(reader.cached(KEY)?.value)).toBe('new')
  })

  it('updates cached values, also to a missing row', async () => {
    const { reader, answers } = open()
    const fetch = reader.fetch(KEY)
    answers[0]?.(Buffer.from('old'))
    await fetch
    reader.applied([put('new')])
    expect(String(reader.cached(KEY)?.value)).toBe('new')
    reader.applied([{ kind: 'delete', key: KEY }])
    expect(reader.cached(KEY)).toMatchObject({ value: undefined })
  })

  it('tries again after a failed fetch', async () => {
    const failing = { ...createMemoryStore(), get: () => Promise.reject(new Error('disk')) }
    const reader = new RowReader(failing, new RowCache(1000, new EntryHash(1)), () => false)
    await expect(reader.fetch(KEY)).rejects.toThrow('disk')
    await expect(reader.fetch(KEY)).rejects.toThrow('disk')
    expect(reader.cached(KEY)).toBeUndefined()
  })
})
