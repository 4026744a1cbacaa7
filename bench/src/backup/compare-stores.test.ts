import { type KeyValueStore, createMemoryStore } from '@rowhouse/store'
import { expect, test } from 'vitest'
import { keyOf } from '../rows/row-shape.js'
import { compareStores } from './compare-stores.js'
import { LaterRows } from './later-rows.js'

const CUT = 3000
const ROWS = 3300

const rowKey = (counter: number): Buffer =>
  Buffer.concat([Buffer.of(0, 0, 0, 1, 1, 0x20), Buffer.from(keyOf(counter)), Buffer.of(0, 1)])

const put = (store: KeyValueStore, key: Buffer, value: string): Promise<void> =>
  store.apply([{ kind: 'put', key, value: Buffer.from(value) }])

/** A store with rows of the counters below `rows`, the description of their table, and a column name. */
async function storeOf(rows: number): Promise<KeyValueStore> {
  const store = createMemoryStore()
  await put(store, catalogueKey('usertable'), 'description')
  await put(store, Buffer.of(0, 0, 0, 1, 3, 0, 0, 0, 1), 'c0')
  for (let counter = 0; counter < rows; counter++) {
    await put(store, rowKey(counter), `row ${counter}`)
  }
  return store
}

const catalogueKey = (name: string): Buffer =>
  Buffer.concat([Buffer.of(0, 0, 0, 0, 1), Buffer.from(`bench\0${name}`)])

const compare = (original: KeyValueStore, restored: KeyValueStore) =>
  compareStores(original, restored, new LaterRows(CUT, ROWS))

test('all rows of the moment are compared, and later ones may be only in the original', async () => {
  const later = new LaterRows(CUT, ROWS)
  const found = await compareStores(await storeOf(ROWS), await storeOf(CUT), later)
  expect(found).toEqual({ entries: CUT + 2, rows: CUT, layouts: 0 })
  expect(later.missing).toBe(0)
})

test('later rows that the original lacks are reported', async () => {
  const later = new LaterRows(CUT, ROWS)
  await compareStores(await storeOf(ROWS - 7), await storeOf(CUT), later)
  expect(later.missing).toBe(7)
})

test.each([0, 1, 1234, CUT - 1])(
  'one altered row is reported with its key: %i',
  async (counter) => {
    const original = await storeOf(ROWS)
    const restored = await storeOf(CUT)
    await put(restored, rowKey(counter), `row ${counter}.`)
    await expect(compare(original, restored)).rejects.toThrow(
      `row ${Number(keyOf(counter).slice(4))}, key ${rowKey(counter).toString('hex', 4)} of table 1, was not restored as it was`,
    )
  },
)

test.each([0, 1234])('a missing row is reported: %i', async (counter) => {
  const restored = await storeOf(CUT)
  await restored.apply([{ kind: 'delete', key: rowKey(counter) }])
  await expect(compare(await storeOf(ROWS), restored)).rejects.toThrow(
    `${rowKey(counter).toString('hex', 4)} of table 1, was not restored`,
  )
})

test.each([CUT, ROWS - 1, ROWS])('a surplus row is reported: %i', async (counter) => {
  const restored = await storeOf(CUT)
  await put(restored, rowKey(counter), `row ${counter}`)
  await expect(compare(await storeOf(ROWS), restored)).rejects.toThrow(
    `${rowKey(counter).toString('hex', 4)} of table 1, was not there at the moment`,
  )
})

test.each([
  ['a chunk behind a row', Buffer.concat([rowKey(5), Buffer.of(1)])],
  ['a column', Buffer.of(0, 0, 0, 1, 3, 0, 0, 0, 2)],
  ['another table', Buffer.of(0, 0, 0, 2, 1, 0x20, 0x61, 0, 1)],
])('%s that only one store has is reported', async (_, key) => {
  for (const side of ['original', 'restored'] as const) {
    const stores = { original: await storeOf(ROWS), restored: await storeOf(CUT) }
    await put(stores[side], key, 'x')
    await expect(compare(stores.original, stores.restored)).rejects.toThrow(key.toString('hex', 4))
  }
})

test('partitions may have split since; nothing else in the catalogue may differ', async () => {
  const original = await storeOf(ROWS)
  const restored = await storeOf(CUT)
  await put(original, catalogueKey('%\0\0\0\x01'), 'three')
  expect(await compare(original, restored)).toMatchObject({ rows: CUT, layouts: 1 })
  await put(restored, catalogueKey('%\0\0\0\x01'), 'two')
  expect(await compare(original, restored)).toMatchObject({ rows: CUT, layouts: 1 })
  await put(restored, catalogueKey('usertable'), 'other options')
  await expect(compare(original, restored)).rejects.toThrow('of table 0 was not restored as it was')
})
