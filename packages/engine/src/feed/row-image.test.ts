import { stringVariant } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { createTableRequest, openMemoryEngine, tableOptions } from '../testing/index.js'
import { cellOf, rowKeyOf, storeRow } from '../testing/stored-rows.js'
import { createTable } from '../tables/create-table.js'
import { type RowImage, imagesOfCommit } from './row-image.js'

const opened = async (timeToLive = -1) => {
  const { engine, store } = await openMemoryEngine()
  const options = tableOptions({ timeToLive, maxVersions: 2 })
  const request = createTableRequest('t', { tableOptions: options })
  await createTable(engine, 'demo', request)
  const table = engine.catalog.find('demo', 't')
  if (table === undefined) throw new Error('the table was made')
  const images = async (): Promise<RowImage[]> => {
    const all: RowImage[] = []
    for await (const { commits } of store.changes(0)) {
      for (const commit of commits) {
        if (commit.table === table.description.id) {
          all.push(...(await imagesOfCommit(engine, table, commit)))
        }
      }
    }
    return all
  }
  return { engine, store, table, images }
}

const KEY = rowKeyOf('a')

describe('the image of a changed row', () => {
  test('has the key, and of each column the newest version', async () => {
    const { engine, table, images } = await opened()
    const cells = [cellOf('b', 5n, stringVariant('x')), cellOf('a', 1n), cellOf('a', 3n)]
    await storeRow(engine, table, KEY, cells, 4n)
    expect(await images()).toEqual([
      {
        key: KEY,
        columns: [
          { name: 'pk', value: stringVariant('a') },
          { name: 'a', value: cellOf('a', 3n).value },
          { name: 'b', value: stringVariant('x') },
        ],
        expiresAt: undefined,
      },
    ])
  })

  test('tells until when the row lives', async () => {
    const { engine, table, images } = await opened(86_400)
    await storeRow(engine, table, KEY, [cellOf('a', 1000n), cellOf('b', 9000n)], 4n)
    await storeRow(engine, table, rowKeyOf('empty'), [], 7000n)
    expect((await images()).map(({ expiresAt }) => expiresAt)).toEqual([86_409_000, 86_407_000])
  })

  test('of a row that is gone is empty', async () => {
    const { store, table, images } = await opened()
    await store.commit({
      table: table.description.id,
      partition: KEY.subarray(1),
      expectedHead: undefined,
      token: undefined,
      mutations: [{ key: KEY, value: undefined }],
      record: undefined,
    })
    expect(await images()).toEqual([{ key: KEY, columns: undefined, expiresAt: undefined }])
  })

  test('has all columns of a row that is stored in chunks, once', async () => {
    const { engine, table, images } = await opened()
    const large = stringVariant('x'.repeat(60_000))
    const cells = ['a', 'b', 'c', 'd'].map((name) => cellOf(name, 1n, large))
    await storeRow(engine, table, KEY, cells, 1n)
    const [image, ...others] = await images()
    expect(others).toEqual([])
    expect(image?.columns?.map(({ name }) => name)).toEqual(['pk', 'a', 'b', 'c', 'd'])
    expect(image?.columns?.[4]?.value).toEqual(large)
  })
})
