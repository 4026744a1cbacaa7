import { createMemoryFiles, systemClock } from '@rowhouse/platform'
import { openEmbeddedSearchEngine, type SearchEngine } from '@rowhouse/search-engine'
import { asked, found, TIMEOUT_MS } from '@rowhouse/search-engine/testing'
import { type Query, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createIndexKeeper } from './create-index-keeper.js'
import { KeeperFixture } from './testing/keeper-fixture.js'

const Z: Query = { kind: 'term', fieldName: 'a', term: 'z', weight: 1 }

/** Changes the image of the first row that it finds, without the keeper's knowledge. */
const corrupt = async (search: SearchEngine, id: number): Promise<void> => {
  const [row] = (await search.search(id, asked(Z), TIMEOUT_MS)).rows
  if (row === undefined) throw new Error('no row is found')
  const columns = [{ name: 'a', value: stringVariant('corrupted') }]
  const images = [{ key: row.key, columns, expiresAt: undefined }]
  const { applied } = await search.describe(id)
  await search.apply(id, { images, position: applied, note: undefined })
  await search.refresh(id)
}

test('the embedded search engine gets the rows of the table, and is correct after restarts', async () => {
  const fixture = await KeeperFixture.open()
  const { engine } = fixture
  const files = createMemoryFiles()
  const open = async () => {
    const options = { directory: '/search', files, clock: systemClock, threads: 0 }
    const search = openEmbeddedSearchEngine(options)
    const keeper = await createIndexKeeper({ engine, search, clock: systemClock })
    return { search, keeper }
  }
  for (let row = 0; row < 1500; row++) await fixture.put(`row ${row}`, row % 3 === 0 ? 'x' : 'y')
  let { search, keeper } = await open()
  const index = await fixture.addIndex()
  const { id: table } = fixture.table.description
  await keeper.indexAdded(table, index)
  await keeper.caughtUp(table, index)
  const id = fixture.id(index)
  expect((await search.describe(id)).rows).toBe(1500)
  await fixture.put('row 0', 'z')
  await fixture.remove('row 1')
  await keeper.caughtUp(table, index)
  const [key, ...others] = await found(search, id, Z)
  expect([key, others]).toEqual([expect.stringContaining('row 0'), []])
  await keeper.close()
  await search.close()

  await fixture.remove('row 0')
  await fixture.put('new', 'z')
  ;({ search, keeper } = await open())
  await keeper.caughtUp(table, index)
  expect(await found(search, id, Z)).toEqual([expect.stringContaining('new')])
  const { matchingRows, missing, different, surplus } = await keeper.verify(table, index)
  expect([matchingRows, missing.count, different.count, surplus.count]).toEqual([1499, 0, 0, 0])
  await corrupt(search, id)
  const corrupted = await keeper.verify(table, index)
  expect(corrupted).toMatchObject({ matchingRows: 1498, different: { count: 1 } })
  expect(corrupted.different.keys[0]?.toString('latin1')).toContain('new')
  await keeper.rebuild(table, index)
  await keeper.caughtUp(table, index)
  expect((await search.describe(id)).rows).toBe(1499)
  await fixture.removeIndex(index)
  await keeper.indexRemoved(table, index)
  await expect(search.describe(id)).rejects.toThrow('search index')
  await keeper.close()
  await search.close()
})
