import { createHash } from 'node:crypto'
import { defineTable } from '@rowhouse/client'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Crashed, memoryPieces, memoryPointers } from '../testing/memory-pieces.js'
import { startTestClient } from '../testing/test-client.js'
import { BlobStore } from './blob-store.js'
import { blobChunks, tablePieces } from './table-pieces.js'

const storeOf = (pieceBytes = 10, crash = { stepsLeft: Infinity }) => {
  const pieces = memoryPieces(crash)
  const pointers = memoryPointers(crash)
  return { pieces, pointers, crash, store: new BlobStore({ pieces, pointers, pieceBytes }) }
}

async function* inChunks(data: Uint8Array, chunkBytes: number) {
  for (let at = 0; at < data.length; at += chunkBytes) yield data.subarray(at, at + chunkBytes)
}

test('values of any size are read whole and in parts, in whatever chunks they were written', async () => {
  const cases = fc.record({
    data: fc.uint8Array({ maxLength: 200 }),
    pieceBytes: fc.integer({ min: 1, max: 50 }),
    chunkBytes: fc.integer({ min: 1, max: 70 }),
    from: fc.integer({ min: 0, max: 210 }),
    to: fc.integer({ min: 0, max: 210 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ data, pieceBytes, chunkBytes, from, to }) => {
      const { store } = storeOf(pieceBytes)
      const pointer = await store.put('o', inChunks(data, chunkBytes))
      expect(pointer).toMatchObject({
        bytes: data.length,
        md5: createHash('md5').update(data).digest('hex'),
      })
      expect(await store.get('o')).toEqual(Buffer.from(data))
      expect(await store.get('o', { from, to })).toEqual(
        Buffer.from(data.slice(from, Math.max(from, to))),
      )
    }),
  )
})

test('a range of places that are none is refused', async () => {
  const { store } = storeOf()
  await store.put('o', Buffer.alloc(35))
  for (const range of [{ from: -5 }, { from: 0.5, to: 5 }, { to: Number.NaN }])
    await expect(store.get('o', range)).rejects.toThrow('a place in a value is a whole number')
})

test('a new value replaces the old one and its pieces', async () => {
  const { store, pieces } = storeOf()
  await store.put('o', Buffer.alloc(35, 1))
  await store.put('o', Buffer.alloc(5, 2))
  expect(await store.get('o')).toEqual(Buffer.alloc(5, 2))
  expect(pieces.blobMap.size).toBe(1)
  await store.remove('o')
  await store.remove('o')
  expect(await store.get('o')).toBeUndefined()
  expect(pieces.blobMap.size).toBe(0)
})

test('a kill at any step leaves no pointer without pieces, and orphans are found', async () => {
  const value = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))
  const change = fc.record({ owner: fc.constantFrom('a', 'b'), value: fc.option(value) })
  const cases = fc.record({
    changes: fc.array(change, { minLength: 1, maxLength: 8 }),
    steps: fc.nat({ max: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ changes, steps }) => {
      const { store, pieces, crash } = storeOf(10, { stepsLeft: steps })
      const expected = new Map<string, Buffer | undefined>()
      let allowed: readonly [owner: string, value: Buffer | undefined] | undefined
      try {
        for (const { owner, value: put } of changes) {
          allowed = [owner, put ?? undefined]
          await (put === null ? store.remove(owner) : store.put(owner, put))
          expected.set(...allowed)
        }
        allowed = undefined
      } catch (error) {
        if (!(error instanceof Crashed)) throw error
      }
      crash.stepsLeft = Infinity
      for (const owner of ['a', 'b']) {
        const found = await store.get(owner)
        const isNew = allowed?.[0] === owner && same(found, allowed[1])
        expect(isNew || same(found, expected.get(owner))).toBe(true)
      }
      await store.collectOrphans(-1)
      const pointers = await Promise.all(['a', 'b'].map((owner) => store.describe(owner)))
      const pointed = pointers.flatMap((pointer) => (pointer ? [pointer.id] : []))
      for (const id of pieces.blobMap.keys()) expect(pointed).toContain(id)
    }),
    { numRuns: 500 },
  )
})

const same = (a: Buffer | undefined, b: Buffer | undefined): boolean =>
  a === undefined || b === undefined ? a === b : a.equals(b)

describe('orphans', () => {
  test('are kept while they may still get their pointer', async () => {
    const crash = { stepsLeft: 2 }
    const { store, pieces } = storeOf(10, crash)
    await expect(store.put('o', Buffer.alloc(20))).rejects.toThrow(Crashed)
    crash.stepsLeft = Infinity
    expect(await store.collectOrphans()).toBe(0)
    expect(pieces.blobMap.size).toBe(1)
    expect(await store.collectOrphans(-1)).toBe(1)
    expect(pieces.blobMap.size).toBe(0)
  })
})

describe('damage is found', () => {
  test('in a piece, in parts too', async () => {
    const { store, pieces } = storeOf()
    await store.put('o', Buffer.alloc(35))
    const [blob] = pieces.blobMap.values()
    blob?.pieces[1]?.data.fill(1)
    await expect(store.get('o', { from: 15, to: 16 })).rejects.toThrow(
      'piece 1 of the value of o is damaged',
    )
    expect(await store.get('o', { from: 20 })).toHaveLength(15)
  })

  test('where a piece is missing', async () => {
    const { store, pieces } = storeOf()
    await store.put('o', Buffer.alloc(35))
    const [blob] = pieces.blobMap.values()
    blob?.pieces.splice(2, 1)
    await expect(store.get('o')).rejects.toThrow('pieces of the value of o are missing')
  })

  test('in a pointer', async () => {
    const { store, pointers } = storeOf()
    await pointers.write('o', '{"id":1}')
    await expect(store.get('o')).rejects.toThrow('points to no pieces')
  })
})

test('a value that is replaced while it is read is read again', async () => {
  const { pieces, pointers, store } = storeOf()
  await store.put('o', Buffer.alloc(35, 1))
  let isFirst = true
  const slow = {
    ...pieces,
    read: (...args: Parameters<typeof pieces.read>) =>
      (async function* () {
        if (isFirst) {
          isFirst = false
          await store.put('o', Buffer.alloc(25, 2))
        }
        yield* pieces.read(...args)
      })(),
  }
  const reader = new BlobStore({ pieces: slow, pointers, pieceBytes: 10 })
  expect(await reader.get('o')).toEqual(Buffer.alloc(25, 2))
})

test('a value of several megabytes is written to a server and read', async () => {
  const files = defineTable({ name: 'files', key: { id: 'string' }, columns: { data: 'string' } })
  const { client, close } = await startTestClient()
  try {
    const [table, chunks] = [await client.createTable(files), await client.createTable(blobChunks)]
    const store = new BlobStore({
      pieces: tablePieces(chunks),
      pointers: {
        read: async (id) => (await table.get({ id }, { columns: ['data'] }))?.data,
        write: async (id, data) => {
          const changes = data === undefined ? { remove: ['data'] as const } : { set: { data } }
          await table.update({ id }, changes)
        },
      },
    })
    const data = Buffer.from(Array.from({ length: 5_000_000 }, (_, at) => (at * 7919) >> 3))
    await store.put('film', data)
    expect((await store.get('film'))?.equals(data)).toBe(true)
    expect(await store.get('film', { from: 2_000_000, to: 2_000_100 })).toEqual(
      data.subarray(2_000_000, 2_000_100),
    )
    await store.remove('film')
    expect(await store.get('film')).toBeUndefined()
  } finally {
    await close()
  }
})
