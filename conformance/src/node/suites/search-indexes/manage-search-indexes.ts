import assert from 'node:assert/strict'
import { testsOf } from '../../harness.js'
import { field, SyncPhase } from '../../search-shapes.js'
import { invalid, refused } from '../../service-error.js'
import { FIELDS, indexed } from './sample.js'

const list = testsOf('ListSearchIndex')
const describe = testsOf('DescribeSearchIndex')
const drop = testsOf('DeleteSearchIndex')

const NANOSECONDS = 1_000_000
const LAG_MAX = 20_000

export const manageSearchIndexesTests = [
  list('indexes of a table', 'and of all tables', async (t) => {
    const { table, index } = await indexed(t, 0)
    await t.client.search.createIndex(table, 'second', FIELDS)
    const wanted = [
      { table, index },
      { table, index: 'second' },
    ]
    assert.deepEqual(await t.client.search.listIndexes(table), wanted)
    const all = await t.client.search.listIndexes()
    assert.deepEqual(
      all.filter((found) => found.table === table),
      wanted,
    )
  }),

  list('missing table', 'is refused', async (t) => {
    const table = t.tableName()
    await invalid(t.client.search.listIndexes(table), `table [${table}] does not exist`)
  }),

  describe('schema', 'with the service’s defaults', async (t) => {
    const { table, index } = await indexed(t, 0)
    const { schema } = await t.client.search.describeIndex(table, index)
    assert.deepEqual(
      schema.fieldSchemas.map(({ fieldName, index: isIndexed }) => [fieldName, isIndexed]),
      [
        ['city', true],
        ['amount', true],
        ['text', true],
      ],
    )
    assert.equal(schema.fieldSchemas[2]?.analyzer, 'single_word')
    assert.equal(schema.indexSort?.sorter.length, 1)
    const nested = field('n', 'NESTED', { fieldSchemas: [field('a', 'LONG')] })
    await t.client.search.createIndex(table, 'nested', [nested])
    const described = await t.client.search.describeIndex(table, 'nested')
    assert.equal(described.schema.indexSort?.sorter.length ?? 0, 0)
  }),

  describe('schema', 'every option as it was given', async (t) => {
    const { table } = await indexed(t, 0)
    const fields = [
      field('day', 'DATE', { dateFormats: ['yyyy-MM-dd', 'epoch_millis'] }),
      field('title', 'TEXT', { analyzer: 'max_word', enableHighlighting: true }),
      field('words', 'KEYWORD', { isAnArray: true }),
      field('title_word', 'KEYWORD', { isVirtualField: true, sourceFieldNames: ['title'] }),
      field('near', 'VECTOR', {
        vectorOptions: { dataType: 2, dimension: 8, metricType: 1 },
      }),
      field('n', 'NESTED', { fieldSchemas: [field('a', 'LONG'), field('b', 'KEYWORD')] }),
    ]
    await t.client.search.createIndex(table, 'options', fields)
    const { schema } = await t.client.search.describeIndex(table, 'options')
    const [day, title, words, virtual, near, nested] = schema.fieldSchemas
    assert.deepEqual(day?.dateFormats, ['yyyy-MM-dd', 'epoch_millis'])
    assert.deepEqual([title?.analyzer, title?.enableHighlighting], ['max_word', true])
    assert.deepEqual([words?.isArray, words?.docValues, words?.store], [true, true, true])
    assert.deepEqual([virtual?.isVirtualField, virtual?.sourceFieldNames], [true, ['title']])
    const { dataType, dimension, metricType } = near?.vectorOptions ?? {}
    assert.deepEqual([dataType, dimension, metricType], [2, 8, 1])
    assert.deepEqual(
      nested?.fieldSchemas.map(({ fieldName, fieldType }) => [fieldName, fieldType]),
      [
        ['a', 1],
        ['b', 4],
      ],
    )
  }),

  describe('status, phase and metering', 'of an index that is up to date', async (t) => {
    const { table, index } = await indexed(t, 12)
    const description = await t.client.search.describeIndex(table, index)
    assert.equal(description.indexStatus.status, 'running')
    assert.equal(description.timeToLive, -1)
    assert.equal(Number(description.meteringInfo?.rowCount.toString()), 12)
    const created = Number(description.createTime.toString())
    assert.ok(Math.abs(Date.now() - created) < 600_000)
    const { syncStat } = description
    assert.equal(syncStat?.syncPhase, SyncPhase.INCR)
    const synced = Number(syncStat?.currentSyncTimestamp.toString()) / NANOSECONDS
    assert.ok(Math.abs(Date.now() - synced) < LAG_MAX)
  }),

  describe('missing index and table', 'have different errors', async (t) => {
    const { table } = await indexed(t, 0)
    const missing = t.client.search.describeIndex(table, 'missing')
    await refused(missing, 404, 'OTSObjectNotExist', 'search index [missing] does not exist')
    const name = t.tableName()
    await invalid(t.client.search.describeIndex(name, 'missing'), `table [${name}] does not exist`)
  }),

  drop('removes the index', 'and only then the table can be deleted', async (t) => {
    const { table, index } = await indexed(t, 3)
    const text = `Table[${table}] who has at least one search index cannot be deleted.`
    await invalid(t.client.deleteTable(table), text)
    await t.client.search.deleteIndex(table, index)
    const gone = t.client.search.search(table, index)
    await refused(gone, 404, 'OTSObjectNotExist', `search index [${index}] does not exist`)
    await t.client.search.createIndex(table, index, FIELDS)
    await t.client.search.waitUntilSearchable(table, index, 3)
    await t.client.search.deleteIndex(table, index)
    await t.client.deleteTable(table)
  }),

  drop('missing index and table', 'have different errors', async (t) => {
    const { table } = await indexed(t, 0)
    const missing = t.client.search.deleteIndex(table, 'missing')
    await refused(missing, 404, 'OTSObjectNotExist', 'search index [missing] does not exist')
    const name = t.tableName()
    await invalid(t.client.search.deleteIndex(name, 'missing'), `table [${name}] does not exist`)
  }),
]
