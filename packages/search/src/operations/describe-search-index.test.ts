import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { createSearchIndex } from './create-search-index.js'
import { describeSearchIndex } from './describe-search-index.js'
import {
  INSTANCE,
  type ServiceFixture,
  TABLE,
  createRequest,
  field,
  fill,
  openFixture,
  schemaOf,
} from './testing/service-fixture.js'

const describe = ({ service }: ServiceFixture, indexName: string, includeSyncStat = true) =>
  describeSearchIndex(service, INSTANCE, { tableName: TABLE, indexName, includeSyncStat })

test('the reply has schema, phase, metering and status of an index', async () => {
  const fixture = await openFixture()
  const { clock } = fixture
  await fill(fixture, 'one', ['x', 'y'])
  const reply = await describe(fixture, 'one')
  expect(reply).toMatchObject({
    schema: {
      fieldSchemas: [{ fieldName: 'a', index: true, sortAndAgg: false, analyzer: undefined }],
      indexSetting: { routingFields: [], numberOfShards: 1 },
      indexSort: { sorters: [{ kind: 'primaryKey', order: 'ASC' }] },
    },
    syncStat: { syncPhase: 'INCR', currentSyncTimestamp: 1_000_000_000n },
    meteringInfo: { storageSize: 20, rowCount: 2, reservedReadCu: 0 },
    brotherIndexName: undefined,
    queryFlowWeight: [],
    createTime: clock.now(),
    timeToLive: -1,
    indexStatus: { status: 'RUNNING', description: undefined },
  })
  expect((await describe(fixture, 'one', false)).syncStat).toBeUndefined()
})

test('a text field has the default analyzer, and nested fields leave no order', async () => {
  const fixture = await openFixture()
  const child = field('t', { fieldType: 'TEXT' })
  const schema = schemaOf(field('n', { fieldType: 'NESTED', fieldSchemas: [child] }))
  await createSearchIndex(fixture.service, INSTANCE, createRequest('one', { schema }))
  expect((await describe(fixture, 'one')).schema).toMatchObject({
    fieldSchemas: [{ fieldSchemas: [{ analyzer: 'single_word', index: true }] }],
    indexSort: undefined,
  })
})

test('the status reports damage, a trimmed log, and values that do not fit their field', async () => {
  const fixture = await openFixture()
  await fill(fixture, 'one', ['x'])
  const fake = fixture.fake.of(fixture.table(), 1)
  const statusOf = async () => (await describe(fixture, 'one')).indexStatus
  fake.status = { state: 'damaged', problem: 'segment 4' }
  expect(await statusOf()).toEqual({ status: 'FAILED', description: 'damaged: segment 4' })
  fake.status = { state: 'needsRebuild', problem: '' }
  expect(await statusOf()).toEqual({ status: 'FAILED', description: 'needs rebuild' })
  fake.status = { state: 'failing', problem: 'no space' }
  expect(await statusOf()).toEqual({ status: 'FAILED', description: 'no space' })
  fake.status = { state: 'opening' }
  expect(await statusOf()).toEqual({ status: 'PENDING', description: undefined })
  const figures = {
    state: 'healthy' as const,
    problem: '',
    applied: 0,
    searchable: 0,
    durable: 0,
    rows: 1,
    bytes: 1,
    memoryBytes: 1,
    segments: 1,
    isMerging: false,
    misfits: new Map([['a', 3]]),
  }
  fake.status = { figures, damagedRows: 2 }
  expect(await statusOf()).toEqual({
    status: 'RUNNING',
    description: 'rows with values that do not fit their field: a 3; rows that cannot be read: 2',
  })
})

test('a missing table and a missing index have different errors', async () => {
  const fixture = await openFixture()
  await expect(describe(fixture, 'none')).rejects.toEqual(errors.searchIndexNotExist('none'))
  const request = { tableName: 'missing', indexName: 'none', includeSyncStat: true }
  await expect(describeSearchIndex(fixture.service, INSTANCE, request)).rejects.toEqual(
    errors.searchTableNotExist('missing'),
  )
})
