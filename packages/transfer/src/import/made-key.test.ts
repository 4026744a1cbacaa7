import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from '../testing/import-of.js'
import { type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import { keyMaker, parseHashPrefix, parseSplice } from './made-key.js'
import { md5OfSystem } from './md5-of-system.js'

let place: TestPlace
beforeAll(async () => {
  place = await startTestPlace()
})
afterAll(() => place.close())

const CARDS =
  'device,seller,card,number\n54,a1001,6777,200004\n16,a100,66661,200001\n54,a100,6777,200003\n'

async function keysOf(name: string, first: string): Promise<unknown[]> {
  const keys: unknown[] = []
  const table = place.client.table({ name, key: { [first]: 'string' }, columns: {} })
  for await (const row of table.range()) keys.push(row[first])
  return keys
}

test('several columns become one key with the same order', async () => {
  const path = place.path('cards.csv')
  await writeFile(path, CARDS)
  const madeKeys = [parseSplice('combined=device:6,seller,card:6', ',')]
  const result = await importFiles(place, 'spliced', [path], { keyNames: ['combined'], madeKeys })
  expect(result).toMatchObject({ written: 3, rejected: 0 })
  expect(await keysOf('spliced', 'combined')).toEqual([
    '000016,a100,066661',
    '000054,a100,006777',
    '000054,a1001,006777',
  ])
})

test('a rising key gets a hash prefix', async () => {
  const path = place.path('orders.csv')
  await writeFile(path, CARDS)
  const madeKeys = [parseHashPrefix('order=number')]
  await importFiles(place, 'hashed', [path], { keyNames: ['order'], madeKeys })
  const keys = await keysOf('hashed', 'order')
  expect(keys).toHaveLength(3)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{4}20000\d$/)
})

test('rows whose key cannot be made are rejected with the reason', async () => {
  const path = place.path('wrong.csv')
  await writeFile(path, 'device,seller\n1,a\n1000,b\n2,"c,d"\n,e\n')
  const madeKeys = [parseSplice('both=device:3,seller', ',')]
  const result = await importFiles(place, 'wrong', [path], { keyNames: ['both'], madeKeys })
  expect(result).toMatchObject({ written: 1, rejected: 3 })
  const reasons = await readFile(place.path('wrong.rejects.ndjson'), 'utf8')
  expect(reasons).toContain('device is 1000, outside of 0 to 999')
  expect(reasons).toContain('seller may not hold')
  expect(reasons).toContain('device has no value')
})

test('an invalid design of a key is refused before anything is written', async () => {
  const path = place.path('cards.csv')
  await writeFile(path, CARDS)
  const imports = (madeKeys: Parameters<typeof keyMaker>[0][], keyNames = ['k']) =>
    importFiles(place, 'none', [path], { keyNames, madeKeys })
  await expect(imports([parseSplice('k=nobody,seller', ',')])).rejects.toThrow(
    'k is made of nobody, which the rows lack',
  )
  await expect(imports([parseSplice('other=seller,card:6', ',')], ['seller'])).rejects.toThrow(
    'other is made, and not in the key',
  )
  await expect(imports([parseHashPrefix('card=number')], ['card'])).rejects.toThrow(
    'the file has a column card already',
  )
  await expect(imports([parseSplice('k=seller,card:6', '::')])).rejects.toThrow(
    'one ASCII character',
  )
  expect(() => parseSplice('k', ',')).toThrow('is not KEY=COLUMN,COLUMN')
  expect(() => parseSplice('k=a:x', ',')).toThrow('a:x is not COLUMN')
  expect(() => parseHashPrefix('k')).toThrow('is not KEY=COLUMN')
  expect(await place.client.tableNames()).not.toContain('none')
})

test('negative numbers keep their order', () => {
  const make = keyMaker(parseSplice('k=t:-40..60,name', ','), md5OfSystem)
  const keyOf = (t: bigint) => make((name) => (name === 't' ? t : 'x'))
  expect([-40n, -1n, 0n, 60n].map(keyOf)).toEqual(
    ['000,x', '039,x', '040,x', '100,x'].map((key) => ({ key })),
  )
})
