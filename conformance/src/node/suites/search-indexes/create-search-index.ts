import { testsOf } from '../../harness.js'
import { field } from '../../search-shapes.js'
import { invalid, refused } from '../../service-error.js'
import { plain } from '../../shapes.js'
import { FIELDS, indexed, putRows, upTo } from './sample.js'

const create = testsOf('CreateSearchIndex')
const DAY = 86_400

export const createSearchIndexTests = [
  create('rows that are there already', 'are found', async (t) => {
    const table = await t.ownTable(plain)
    await putRows(t, table, upTo(250))
    await t.client.search.createIndex(table, 'one', FIELDS)
    await t.client.search.waitUntilSearchable(table, 'one', 250)
  }),

  create('several indexes', 'of one table', async (t) => {
    const { table } = await indexed(t, 5)
    await t.client.search.createIndex(table, 'second', [field('city', 'KEYWORD')])
    await t.client.search.waitUntilSearchable(table, 'second', 5)
  }),

  create('existing index', 'is refused', async (t) => {
    const { table, index } = await indexed(t, 0)
    const again = t.client.search.createIndex(table, index, FIELDS)
    await refused(again, 409, 'OTSObjectAlreadyExist', `search index [${index}] already exists`)
  }),

  create('missing table', 'is refused', async (t) => {
    const table = t.tableName()
    const call = t.client.search.createIndex(table, 'one', FIELDS)
    await invalid(call, `table [${table}] does not exist`)
  }),

  create('schema rules', 'wrong schemas are refused', async (t) => {
    const table = await t.ownTable(plain)
    const refuse = (fields: typeof FIELDS) =>
      invalid(t.client.search.createIndex(table, 'one', fields))
    await refuse([])
    await refuse([field('a', 'LONG'), field('a', 'KEYWORD')])
    await refuse([field('d', 'DATE')])
    await refuse([field('n', 'NESTED')])
    await refuse([field('v', 'KEYWORD', { isVirtualField: true })])
    const routed = t.client.search.createIndex(table, 'one', FIELDS, { routingFields: ['city'] })
    await invalid(routed)
  }),

  create('time to live', 'needs a table without updates', async (t) => {
    const free = await t.ownTable(plain)
    const options = { timeToLive: DAY }
    await invalid(t.client.search.createIndex(free, 'one', FIELDS, options))
    const fixed = await t.ownTable({ ...plain, options: { allowUpdate: false } })
    await invalid(t.client.search.createIndex(fixed, 'one', FIELDS, { timeToLive: DAY - 1 }))
    await t.client.search.createIndex(fixed, 'one', FIELDS, options)
  }),

  create('table rules', 'several versions, or rows that expire and are updated', async (t) => {
    const versions = await t.ownTable({ ...plain, options: { maxVersions: 2 } })
    await invalid(t.client.search.createIndex(versions, 'one', FIELDS))
    const expiring = await t.ownTable({ ...plain, options: { timeToLive: DAY } })
    const call = t.client.search.createIndex(expiring, 'one', FIELDS)
    await invalid(call, 'operation is denied as table TTL exists')
  }),

  create('no waiting', 'table, index, row and search back to back', async (t) => {
    const table = await t.ownTable(plain)
    await t.client.search.createIndex(table, 'one', FIELDS)
    await putRows(t, table, [1])
    await t.client.search.search(table, 'one')
  }),
]
