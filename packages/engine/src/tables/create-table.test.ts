import {
  type CreateTableRequest,
  TablestoreError,
  blobVariant,
  infMax,
  infMin,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import { createTableRequest, keyColumn, openMemoryEngine, tableOptions } from '../testing/index.js'
import { createTable } from './create-table.js'
import { describeTable } from './describe-table.js'
import { listTable } from './list-table.js'

const keep = tableOptions({ timeToLive: -1, maxVersions: 1 })
const column = (name: string) => ({ name, type: 'STRING' as const })
const many = (count: number) => Array.from({ length: count }, (_, index) => column(`c${index}`))
const index = (primaryKey: readonly string[], definedColumns: readonly string[] = []) => ({
  name: 'index1',
  primaryKey,
  definedColumns,
  updateMode: 'ASYNC' as const,
  type: 'GLOBAL' as const,
  syncPhase: undefined,
})
const stream = (given: { hours?: number; on?: boolean; columns?: string[] } = {}) => ({
  enableStream: given.on ?? true,
  expirationTime: given.hours,
  columnsToGet: given.columns ?? [],
})
/** The ranges between the points. */
const split = (points: readonly Buffer[]) =>
  [infMin(), ...points].map((begin, at) => ({ begin, end: points[at] ?? infMax() }))

const refusals: readonly [string, Partial<CreateTableRequest>, string][] = [
  [
    'no key',
    { tableMeta: { tableName: 't', primaryKey: [], definedColumns: [] } },
    'The number of primary key columns must be in range: [1, 4].',
  ],
  [
    'five key columns',
    {
      tableMeta: {
        tableName: 't',
        primaryKey: ['a', 'b', 'c', 'd', 'e'].map((name) => keyColumn(name)),
        definedColumns: [],
      },
    },
    'The number of primary key columns must be in range: [1, 4].',
  ],
  ...(
    [
      [
        'a key of DOUBLE',
        [keyColumn('a', { unknown: 5 })],
        'DOUBLE is an invalid type for the primary key.',
      ],
      [
        'a key of BOOLEAN',
        [keyColumn('a', { unknown: 4 })],
        'BOOLEAN is an invalid type for the primary key.',
      ],
      ['a bad key name', [keyColumn('#a')], "Invalid column name: '#a'."],
      [
        'a key name twice',
        [keyColumn('PK0'), keyColumn('PK0')],
        "Duplicated primary key name: 'PK0'.",
      ],
      [
        'a generated string',
        [keyColumn('a'), keyColumn('b', 'STRING', true)],
        'AUTO_INCREMENT primary key must be integer.',
      ],
      [
        'two generated columns',
        [keyColumn('a'), keyColumn('b', 'INTEGER', true), keyColumn('c', 'INTEGER', true)],
        'AUTO_INCREMENT primary key count must <= 1.',
      ],
      [
        'a generated partition key',
        [keyColumn('a', 'INTEGER', true), keyColumn('b')],
        "First primary key can't be auto increment, table: t.",
      ],
    ] as const
  ).map(([what, primaryKey, text]): [string, Partial<CreateTableRequest>, string] => [
    what,
    { tableMeta: { tableName: 't', primaryKey, definedColumns: [] } },
    text,
  ]),
  ['no options', { tableOptions: undefined }, 'Time-to-live is missing while creating table.'],
  [
    'empty options',
    { tableOptions: tableOptions() },
    'No parameter is specified in table options.',
  ],
  [
    'no time to live',
    { tableOptions: tableOptions({ maxVersions: 1 }) },
    'Time-to-live is missing while creating table.',
  ],
  [
    'a time to live of 0',
    { tableOptions: tableOptions({ timeToLive: 0, maxVersions: 1 }) },
    'TimeToLive cannot be 0 or less than -1.',
  ],
  [
    'a time to live of -2',
    { tableOptions: tableOptions({ timeToLive: -2, maxVersions: 1 }) },
    'TimeToLive cannot be 0 or less than -1.',
  ],
  [
    'a time to live under a day',
    { tableOptions: tableOptions({ timeToLive: 86_399, maxVersions: 1 }) },
    'TimeToLive must be -1 or in range: [86400, 2147483647].',
  ],
  [
    'no versions',
    { tableOptions: tableOptions({ timeToLive: -1, maxVersions: 0 }) },
    'The maximum versions cannot be less than or equal to 0',
  ],
  ...[-1n, 9_223_372_036_855n].map(
    (deviationCellVersionInSec): [string, Partial<CreateTableRequest>, string] => [
      `a deviation of ${deviationCellVersionInSec}`,
      { tableOptions: { ...keep, deviationCellVersionInSec } },
      'The maximum deviation must be in range [0, INT64_MAX/1000000].',
    ],
  ),
  [
    '33 defined columns',
    { tableMeta: { tableName: 't', primaryKey: [keyColumn('pk')], definedColumns: many(33) } },
    'The number of defined columns must be in range: [0, 32].',
  ],
  [
    'a defined column twice',
    {
      tableMeta: {
        tableName: 't',
        primaryKey: [keyColumn('pk')],
        definedColumns: [column('a'), column('a')],
      },
    },
    "Duplicated defined column name: 'a'.",
  ],
  [
    'a defined column named like a key column',
    {
      tableMeta: { tableName: 't', primaryKey: [keyColumn('pk')], definedColumns: [column('pk')] },
    },
    'Duplicated attribute column name with primary key column: pk.',
  ],
  [
    'six indexes',
    { indexMetas: Array.from({ length: 6 }, () => index(['pk'])) },
    'Number of index per table exceeds the quota:5.',
  ],
  [
    'an index without a key',
    { indexMetas: [index([])] },
    'The number of primary key columns must be in range: [1, 4] in index.',
  ],
  [
    'an index with 33 attributes',
    {
      indexMetas: [
        index(
          ['pk'],
          many(33).map(({ name }) => name),
        ),
      ],
    },
    'The number of attribute columns must be in range: [0, 32] in index.',
  ],
  [
    'no units to read',
    { reservedThroughput: { read: undefined, write: 1 } },
    'Both read and write capacity unit are required to create table.',
  ],
  [
    'no units to write',
    { reservedThroughput: { read: 1, write: undefined } },
    'Both read and write capacity unit are required to create table.',
  ],
  [
    'negative throughput',
    { reservedThroughput: { read: 0, write: -1 } },
    'Invalid Capacity Unit:-1 . Capacity Unit must be nonnegative.',
  ],
  [
    'ten split points',
    { partitions: split(Array.from({ length: 10 }, (_, n) => stringVariant(`${n}`))) },
    'The count of partitions cannot be greater than 10',
  ],
  [
    'a split point of another type',
    { partitions: split([integerVariant(1n)]) },
    'The value type of partition does not match with primary key.',
  ],
  [
    'an empty split point',
    { partitions: split([stringVariant('')]) },
    'The value of partition range can not be empty string.',
  ],
  [
    'a long split point',
    { partitions: split([stringVariant('x'.repeat(65))]) },
    'The value of partition range exceeds the MaxLength:64 with CurrentLength:65.',
  ],
  [
    'a stream of 169 hours',
    { streamSpec: stream({ hours: 169 }) },
    'The expiration time of stream must be in range: [1, 168].',
  ],
  [
    'an expiration without a stream',
    { streamSpec: stream({ on: false, hours: 24 }) },
    'Expiration time is invalid when enableStream is false',
  ],
  [
    'a generated key with local transactions',
    {
      enableLocalTxn: true,
      tableMeta: {
        tableName: 't',
        primaryKey: [keyColumn('a'), keyColumn('b', 'INTEGER', true)],
        definedColumns: [],
      },
    },
    'Auto increment primary key is not supported on a table with local transactions.',
  ],
]

describe('createTable refuses', () => {
  it.each(refusals)('%s', async (_what, given, text) => {
    const { engine } = await openMemoryEngine()
    const refusal = createTable(engine, 'demo', createTableRequest('t', given))
    await expect(refusal).rejects.toThrow(TablestoreError)
    await expect(refusal).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      status: 400,
      message: text,
    })
    expect(await listTable(engine, 'demo', {})).toEqual({ tableNames: [] })
  })

  it.each(['', '0', '3t', '-', '#', 'T#', '中文', 'x'.repeat(256)])('the name %j', async (name) => {
    const { engine } = await openMemoryEngine()
    await expect(createTable(engine, 'demo', createTableRequest(name))).rejects.toMatchObject({
      code: 'OTSParameterInvalid',
      message: `Invalid table name: '${name}'.`,
    })
  })

  it.each([
    ['the smallest integer', integerVariant(-(2n ** 63n))],
    ['the largest integer', integerVariant(2n ** 63n - 1n)],
  ])('a split at %s', async (_what, point) => {
    const { engine } = await openMemoryEngine()
    const request = createTableRequest('t', {
      meta: { primaryKey: [keyColumn('pk', 'INTEGER')] },
      partitions: split([point]),
    })
    await expect(createTable(engine, 'demo', request)).rejects.toMatchObject({
      message: 'The value of partition range can not be INT64_MIN or INT64_MAX.',
    })
  })

  it('a split at an empty binary', async () => {
    const { engine } = await openMemoryEngine()
    const request = createTableRequest('t', {
      meta: { primaryKey: [keyColumn('pk', 'BINARY')] },
      partitions: split([blobVariant(Buffer.alloc(0))]),
    })
    await expect(createTable(engine, 'demo', request)).rejects.toMatchObject({
      message: 'The value of partition range can not be empty binary.',
    })
  })

  it('a name that is taken', async () => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    await expect(createTable(engine, 'demo', createTableRequest('t'))).rejects.toMatchObject({
      code: 'OTSObjectAlreadyExist',
      status: 409,
      message: 'Requested table already exists.',
    })
  })

  it('all but one of the requests that create the same name at once', async () => {
    const { engine } = await openMemoryEngine()
    const attempts = Array.from({ length: 5 }, () =>
      createTable(engine, 'demo', createTableRequest('t')),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('the 65th table, and counts each instance for itself', async () => {
    const { engine } = await openMemoryEngine()
    for (let count = 0; count < 64; count++) {
      await createTable(engine, 'demo', createTableRequest(`t${count}`))
    }
    await expect(createTable(engine, 'demo', createTableRequest('t64'))).rejects.toMatchObject({
      code: 'OTSQuotaExhausted',
      status: 403,
      message: 'Number of tables exceeds the quota:64.',
    })
    await createTable(engine, 'other', createTableRequest('t64'))
  })
})

describe('createTable accepts', () => {
  it.each<[string, Partial<CreateTableRequest>]>([
    [
      '32 defined columns',
      { tableMeta: { tableName: 't', primaryKey: [keyColumn('pk')], definedColumns: many(32) } },
    ],
    [
      'four key columns',
      {
        tableMeta: {
          tableName: 't',
          primaryKey: ['a', 'b', 'c', 'd'].map((name) => keyColumn(name)),
          definedColumns: [],
        },
      },
    ],
    [
      'the largest options',
      {
        enableLocalTxn: true,
        tableOptions: tableOptions({
          timeToLive: 2_147_483_647,
          maxVersions: 2_147_483_647,
          deviationCellVersionInSec: 9_223_372_036_854n,
        }),
      },
    ],
    ['a day to live', { tableOptions: tableOptions({ timeToLive: 86_400, maxVersions: 1 }) }],
    [
      'nine split points',
      { partitions: split(Array.from({ length: 9 }, (_, n) => stringVariant(`${n}`))) },
    ],
    [
      'a split point of 60 bytes in 20 characters',
      { partitions: split([stringVariant('行'.repeat(20))]) },
    ],
    ['a stream of 168 hours', { streamSpec: stream({ hours: 168 }) }],
  ])('%s', async (_what, given) => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t', given))
    expect(await listTable(engine, 'demo', {})).toEqual({ tableNames: ['t'] })
  })

  it('a table without a maximum of versions, which keeps one', async () => {
    const { engine } = await openMemoryEngine()
    const request = createTableRequest('t', { tableOptions: tableOptions({ timeToLive: -1 }) })
    await createTable(engine, 'demo', request)
    const { tableOptions: described } = await describeTable(engine, 'demo', { tableName: 't' })
    expect(described).toEqual({
      timeToLive: -1,
      maxVersions: 1,
      deviationCellVersionInSec: 86_400n,
      allowUpdate: true,
      updateFullRow: false,
    })
  })

  it('tables in bursts, unless the limit on table operations is enabled', async () => {
    const lenient = await openMemoryEngine()
    const strict = await openMemoryEngine({ limitTableOperations: true })
    for (let count = 0; count < 10; count++) {
      await createTable(lenient.engine, 'demo', createTableRequest(`t${count}`))
      await createTable(strict.engine, 'demo', createTableRequest(`t${count}`))
    }
    await createTable(lenient.engine, 'demo', createTableRequest('t10'))
    const refusal = createTable(strict.engine, 'demo', createTableRequest('t10'))
    await expect(refusal).rejects.toMatchObject({
      code: 'OTSQuotaExhausted',
      message: 'Too frequent table operations.',
    })
    strict.clock.advance(100)
    await createTable(strict.engine, 'demo', createTableRequest('t10'))
  })
})
