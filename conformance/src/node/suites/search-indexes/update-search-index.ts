import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { invalid, refused } from '../../service-error.js'
import { plain } from '../../shapes.js'
import { FIELDS, indexed } from './sample.js'

const update = testsOf('UpdateSearchIndex')

export const updateSearchIndexTests = [
  update('time to live', 'is described at once', async (t) => {
    const shape = { ...plain, options: { allowUpdate: false } }
    const { table, index } = await indexed(t, 1, { shape, index: { timeToLive: 900_000 } })
    assert.equal((await t.client.search.describeIndex(table, index)).timeToLive, 900_000)
    await t.client.search.updateIndex(table, index, { timeToLive: 8_000_000 })
    assert.equal((await t.client.search.describeIndex(table, index)).timeToLive, 8_000_000)
    await invalid(t.client.search.updateIndex(table, index, { timeToLive: 1 }))
  }),

  update('time to live', 'that of the table cannot be shorter, and updates stay off', async (t) => {
    const shape = { ...plain, options: { allowUpdate: false } }
    const { table, index } = await indexed(t, 0, { shape, index: { timeToLive: 900_000 } })
    const text =
      '[table ttl] must be bigger than or equal search index ttl, but table ttl is 86400 and ' +
      `search index ttl is [${index}:900000]`
    const shorter = t.client.updateTable(table, { tableOptions: { timeToLive: 86_400 } })
    await invalid(shorter, text)
    await invalid(t.client.updateTable(table, { tableOptions: { allowUpdate: true } }))
    await t.client.updateTable(table, { tableOptions: { timeToLive: 900_000 } })
  }),

  update('missing index and table', 'have different errors', async (t) => {
    const { table } = await indexed(t, 0)
    const change = { timeToLive: -1 }
    const missing = t.client.search.updateIndex(table, 'missing', change)
    await refused(missing, 404, 'OTSObjectNotExist', 'search index [missing] does not exist')
    const name = t.tableName()
    const call = t.client.search.updateIndex(name, 'missing', change)
    await invalid(call, `table [${name}] does not exist`)
  }),

  update('reindex', 'needs the ending in its name, and one at a time is allowed', async (t) => {
    const { table, index } = await indexed(t, 1)
    const { search } = t.client
    await invalid(search.createIndex(table, 'other', FIELDS, { source: index }))
    const missing = search.createIndex(table, 'none_reindex', FIELDS, { source: 'none' })
    await refused(missing, 404, 'OTSObjectNotExist', 'search index [none] does not exist')
    // Without a source index the ending has no meaning.
    await search.createIndex(table, 'plain_reindex', FIELDS)
    assert.equal((await search.describeIndex(table, 'plain_reindex')).brotherIndexName, '')
    await search.waitUntilSearchable(table, 'plain_reindex', 1)
  }),

  update('reindex', 'is built beside its source and can be dropped again', async (t) => {
    const { table, index } = await indexed(t, 7)
    const name = `${index}_reindex`
    const fields = [...FIELDS, field('plain', 'KEYWORD')]
    await t.client.search.createIndex(table, name, fields, { source: index })
    await t.client.search.waitUntilSearchable(table, name, 7)
    assert.equal((await t.client.search.describeIndex(table, index)).brotherIndexName, name)
    assert.equal((await t.client.search.describeIndex(table, name)).brotherIndexName, index)
    await t.client.search.deleteIndex(table, name)
    assert.equal((await t.client.search.search(table, index)).total, 7)
  }),
]
