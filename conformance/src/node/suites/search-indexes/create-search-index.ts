import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../../harness.js'
import { type Field, field } from '../../search-shapes.js'
import { invalid, refused } from '../../service-error.js'
import { autoIncrement, plain } from '../../shapes.js'
import { AUTO_INCREMENT } from '../../values.js'
import { FIELDS, indexed, nameOf, putRows, upTo } from './sample.js'

const create = testsOf('CreateSearchIndex')
const sort = testsOf('Sorting of hits')
const DAY = 86_400

const keysOf = async (t: Testing, table: string, index: string): Promise<unknown[]> => {
  const { rows } = await t.client.search.search(table, index)
  return rows.map(({ key }) => key['pk'])
}

export const createSearchIndexTests = [
  create('rows that are there already', 'are indexed', async (t) => {
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

  sort('index sort', 'is the default order', async (t) => {
    const down = { sorters: [{ fieldSort: { fieldName: 'amount', order: 1 } }] }
    const { table, index } = await indexed(t, 5, { index: { indexSort: down } })
    assert.deepEqual(await keysOf(t, table, index), [4, 3, 2, 1, 0].map(nameOf))
    const byKey = { sorters: [{ primaryKeySort: { order: 1 } }] }
    await t.client.search.createIndex(table, 'keys', FIELDS, { indexSort: byKey })
    await t.client.search.waitUntilSearchable(table, 'keys', 5)
    assert.deepEqual(await keysOf(t, table, 'keys'), [4, 3, 2, 1, 0].map(nameOf))
  }),

  sort(
    'index sort',
    'is refused for fields that cannot sort, or beside nested fields',
    async (t) => {
      const table = await t.ownTable(plain)
      const refuse = (fields: typeof FIELDS, sorter: Readonly<Record<string, unknown>>) =>
        invalid(
          t.client.search.createIndex(table, 'one', fields, { indexSort: { sorters: [sorter] } }),
        )
      await refuse(FIELDS, { fieldSort: { fieldName: 'text', order: 0 } })
      await refuse(FIELDS, { fieldSort: { fieldName: 'nowhere', order: 0 } })
      await refuse(FIELDS, { scoreSort: { order: 1 } })
      const nested = field('n', 'NESTED', { fieldSchemas: [field('a', 'LONG')] })
      await refuse([...FIELDS, nested], { primaryKeySort: { order: 0 } })
    },
  ),

  create('routing fields', 'are described, and must be key columns', async (t) => {
    const { table, index } = await indexed(t, 3, { index: { routingFields: ['pk'] } })
    const { schema } = await t.client.search.describeIndex(table, index)
    assert.deepEqual(schema.indexSetting?.routingFields, ['pk'])
    assert.deepEqual(await keysOf(t, table, index), [0, 1, 2].map(nameOf))
  }),

  create('auto-increment key', 'rows are found under their generated keys', async (t) => {
    const table = await t.ownTable(autoIncrement)
    await t.client.search.createIndex(table, 'one', [field('city', 'KEYWORD'), field('id', 'LONG')])
    const key = [
      ['pk', 'a'],
      ['id', AUTO_INCREMENT],
    ] as const
    await t.client.putRow(table, key, [['city', 'Hangzhou']])
    await t.client.search.waitUntilSearchable(table, 'one', 1)
    const { rows } = await t.client.search.search(table, 'one')
    assert.equal(typeof rows[0]?.key['id'], 'bigint')
  }),

  create('schema limits', 'for nested levels, sub-fields, vectors and fields in all', async (t) => {
    const table = await t.ownTable(plain)
    const deep = (levels: number): Field =>
      field(`n${levels}`, 'NESTED', {
        fieldSchemas: [levels === 1 ? field('a', 'LONG') : deep(levels - 1)],
      })
    const many = (count: number, make: (n: number) => Field) =>
      Array.from({ length: count }, (_, n) => make(n))
    const vector = (n: number) =>
      field(`v${n}`, 'VECTOR', { vectorOptions: { dataType: 2, dimension: 4096, metricType: 0 } })
    const wide = (count: number) =>
      field('n', 'NESTED', { fieldSchemas: many(count, (n) => field(`a${n}`, 'LONG')) })
    const create = (fields: readonly Field[]) => t.client.search.createIndex(table, 'one', fields)
    const refuse = (fields: readonly Field[]) => invalid(create(fields))
    await refuse([deep(6)])
    await refuse(many(6, vector))
    await refuse([wide(101)])
    await refuse(many(1001, (n) => field(`f${n}`, 'LONG')))
    const options = { dataType: 2, dimension: 4097, metricType: 0 }
    await refuse([field('v', 'VECTOR', { vectorOptions: options })])
    await create([deep(5), ...many(5, vector), wide(100)])
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
    await refuse([field('v', 'BOOLEAN', { isVirtualField: true, sourceFieldNames: ['city'] })])
    await refuse([field('v', 'VECTOR')])
    await refuse([field('t', 'TEXT', { enableSortAndAgg: true })])
    await refuse([field('k', 'KEYWORD', { enableHighlighting: true })])
    await refuse([field('k', 'KEYWORD', { analyzer: 'max_word' })])
    await refuse([field('t', 'TEXT', { analyzer: 'no analyzer' })])
    const wide = { analyzer: 'fuzzy', analyzerParameter: { minChars: 1, maxChars: 8 } }
    await refuse([field('t', 'TEXT', wide)])
    await refuse([field('d', 'DATE', { dateFormats: ['no format'] })])
    await refuse([field('', 'LONG')])
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

  create('no waiting', 'table, index, row and search follow each other at once', async (t) => {
    const table = await t.ownTable(plain)
    await t.client.search.createIndex(table, 'one', FIELDS)
    await putRows(t, table, [1])
    await t.client.search.search(table, 'one')
  }),
]
