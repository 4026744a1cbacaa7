import { stringVariant } from '@rowhouse/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IndexKeeper, IndexNotKeptError } from './index-keeper.js'
import { KeeperFixture } from './testing/keeper-fixture.js'

let fixture: KeeperFixture
let keeper: IndexKeeper
let table: number

beforeEach(async () => {
  fixture = await KeeperFixture.open()
  keeper = await fixture.start()
  table = fixture.table.description.id
})

afterEach(() => fixture.stop())

test('a verification finds nothing wrong with a correct index while rows change', async () => {
  await fixture.fill(0, 3000)
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  let written = 0
  fixture.search.onCall = async (call) => {
    if (call !== 'fingerprints') return
    await fixture.put(`000${written}5${written}`, 'again')
    await fixture.remove(String(written++ * 100).padStart(6, '0'))
  }
  const found = await keeper.verify(table, index)
  expect([found.missing.count, found.different.count, found.surplus.count]).toEqual([0, 0, 0])
  expect(found.matchingRows).toBeGreaterThan(2900)
})

test('a verification lists rows that only the table or only the index has', async () => {
  await fixture.fill(0, 1500)
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  const keys = [...(await fixture.expected(index)).values()].map(({ key }) => Buffer.from(key))
  const lost = keys.filter((_, at) => at % 700 === 5)
  const strange = Buffer.concat([keys[10] ?? Buffer.alloc(0), Buffer.of(0)])
  fixture.search.alter(fixture.id(index), (images) => {
    for (const key of lost) images.delete(key.toString('latin1'))
    images.set(strange.toString('latin1'), { key: strange, columns: [], expiresAt: undefined })
  })
  const found = await keeper.verify(table, index)
  expect(found).toMatchObject({
    matchingRows: 1500 - lost.length,
    missing: { count: lost.length, keys: lost },
    different: { count: 0, keys: [] },
    surplus: { count: 1, keys: [strange] },
  })
})

test('a verification lists rows that differ between index and table', async () => {
  await fixture.fill(0, 1500)
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  const keys = [...(await fixture.expected(index)).values()].map(({ key }) => Buffer.from(key))
  const [content = keys[0], end = keys[0]] = [keys[7], keys[1200]]
  fixture.search.alter(fixture.id(index), (images) => {
    for (const key of [content, end]) {
      const name = key?.toString('latin1') ?? ''
      const image = images.get(name)
      if (image === undefined) throw new Error('no such image')
      const columns = image.columns?.map(({ value, ...column }) => ({
        ...column,
        value: column.name === 'a' ? stringVariant('otherwise') : value,
      }))
      images.set(name, key === end ? { ...image, expiresAt: 2 ** 45 } : { ...image, columns })
    }
  })
  const found = await keeper.verify(table, index)
  expect(found).toMatchObject({
    matchingRows: 1498,
    missing: { count: 0 },
    different: { count: 2, keys: [content, end] },
    surplus: { count: 0 },
  })
  // The next change of the row repairs it.
  await fixture.put('000007', 'again')
  expect((await keeper.verify(table, index)).different.keys).toEqual([end])
})

test('a verification ends with an error when the index is rebuilt or damaged meanwhile', async () => {
  await fixture.fill(0, 10)
  const index = await fixture.keep()
  await keeper.caughtUp(table, index)
  const troubles = [
    () => {
      void keeper.rebuild(table, index)
      throw new Error('the index is closed')
    },
    (id: number) => fixture.search.damage(id),
  ]
  for (const trouble of troubles) {
    await keeper.caughtUp(table, index)
    fixture.search.onCall = (call, id) => {
      if (call !== 'fingerprints') return
      fixture.search.onCall = () => {}
      trouble(id)
    }
    await expect(keeper.verify(table, index)).rejects.toBeInstanceOf(IndexNotKeptError)
    while ((await keeper.describe(table, index))?.state === 'opening')
      await new Promise(setImmediate)
  }
})

test('any other error of a verification is thrown unchanged', async () => {
  await fixture.fill(0, 10)
  const index = await fixture.keep()
  const wrong = new Error('not foreseen')
  fixture.search.onCall = (call) => {
    if (call === 'fingerprints') throw wrong
  }
  await expect(keeper.verify(table, index)).rejects.toBe(wrong)
})
