import { decodeRow, infMax, infMin, stringOf, stringVariant } from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import { createTableRequest, keyColumn, openMemoryEngine, tableOptions } from '../testing/index.js'
import { createTable } from './create-table.js'
import { describeTable } from './describe-table.js'

describe('describeTable', () => {
  it('describes a plain table', async () => {
    const { engine, clock } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('plain'))
    expect(await describeTable(engine, 'demo', { tableName: 'plain' })).toEqual({
      tableMeta: { tableName: 'plain', primaryKey: [keyColumn('pk')], definedColumns: [] },
      reservedThroughputDetails: {
        capacityUnit: { read: 0, write: 0 },
        lastIncreaseTime: clock.now() / 1000,
        lastDecreaseTime: undefined,
        numberOfDecreasesToday: 0,
      },
      tableOptions: {
        timeToLive: -1,
        maxVersions: 1,
        deviationCellVersionInSec: 86_400n,
        allowUpdate: true,
        updateFullRow: false,
      },
      tableStatus: 'ACTIVE',
      streamDetails: {
        enableStream: false,
        streamId: undefined,
        expirationTime: 0,
        lastEnableTime: 0n,
        columnsToGet: [],
      },
      shardSplits: [],
      sseDetails: undefined,
      indexMetas: [],
      creationTime: BigInt(clock.now()) * 1000n,
    })
  })

  it('describes everything that a table was created with, also after a restart', async () => {
    const { engine, clock, reopen } = await openMemoryEngine()
    const primaryKey = [
      keyColumn('user', 'STRING'),
      keyColumn('blob', 'BINARY'),
      keyColumn('id', 'INTEGER', true),
    ]
    const definedColumns = [
      { name: 'z', type: 'BLOB' as const },
      { name: '列', type: 'DOUBLE' as const },
    ]
    const sseSpec = {
      enable: true,
      keyType: 2,
      keyId: Buffer.from('key-1'),
      roleArn: Buffer.from([0xff, 0x00]),
    }
    const request = createTableRequest('full', {
      meta: { primaryKey, definedColumns },
      reservedThroughput: { read: 0, write: 1 },
      tableOptions: tableOptions({
        timeToLive: 86_400,
        maxVersions: 100,
        deviationCellVersionInSec: 9_223_372_036_854n,
        allowUpdate: false,
        updateFullRow: true,
      }),
      streamSpec: { enableStream: true, expirationTime: 24, columnsToGet: ['z', 'a', 'm'] },
      sseSpec,
    })
    await createTable(engine, 'demo', request)
    const before = await describeTable(engine, 'demo', { tableName: 'full' })
    const micros = BigInt(clock.now()) * 1000n
    expect(before).toMatchObject({
      tableMeta: { tableName: 'full', primaryKey, definedColumns },
      reservedThroughputDetails: { capacityUnit: { read: 0, write: 1 } },
      tableOptions: request.tableOptions,
      streamDetails: {
        enableStream: true,
        streamId: `full_${micros}`,
        expirationTime: 24,
        lastEnableTime: micros,
        columnsToGet: ['z', 'a', 'm'],
      },
      sseDetails: sseSpec,
    })
    const after = await describeTable(await reopen(), 'demo', { tableName: 'full' })
    expect(after).toEqual(before)
  })

  it('gives each split point as a row, in order and once', async () => {
    const { engine } = await openMemoryEngine()
    const point = (text: string) => stringVariant(text)
    const partitions = [
      { begin: point('m'), end: infMax() },
      { begin: infMin(), end: point('c') },
      { begin: point('c'), end: point('m') },
    ]
    await createTable(engine, 'demo', createTableRequest('split', { partitions }))
    const { shardSplits } = await describeTable(engine, 'demo', { tableName: 'split' })
    const keys = shardSplits.map((split) => decodeRow(split).primaryKey)
    expect(keys.map((key) => key.map(({ name }) => name))).toEqual([['pk'], ['pk']])
    expect(keys.map(([cell]) => stringOf(cell?.value ?? Buffer.alloc(5)))).toEqual(['c', 'm'])
  })

  it('refuses a missing table, even if another instance has one of that name', async () => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'other', createTableRequest('t'))
    await expect(describeTable(engine, 'demo', { tableName: 't' })).rejects.toMatchObject({
      code: 'OTSObjectNotExist',
      status: 404,
      message: 'Requested table does not exist.',
    })
    await expect(describeTable(engine, 'demo', { tableName: '' })).rejects.toMatchObject({
      message: "Invalid table name: ''.",
    })
  })
})
