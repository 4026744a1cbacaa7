import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { plain } from '../shapes.js'
import type { IndexShape, TableShape } from '../tables.js'
import { INF_MAX, INF_MIN, latest, type Key, type Row } from '../values.js'

const created = testsOf('CreateTable')
const create = testsOf('CreateIndex')
const drop = testsOf('DropIndex')

const PAUSE_MS = 20
const WAIT_MS = 20_000

const shape: TableShape = {
  key: [
    ['pk', 'STRING'],
    ['n', 'INTEGER'],
  ],
  definedColumns: [
    ['city', 4],
    ['age', 1],
    ['score', 2],
  ],
}

/** The harness need not drop an index: it is dropped with its table. */
const indexOf = (t: Testing, given: Partial<IndexShape> = {}, suffix = 'a'): IndexShape => ({
  name: `${t.id.replaceAll('-', '_')}_${suffix}`,
  key: ['city'],
  attributes: ['age'],
  type: 'GLOBAL',
  ...given,
})

const local = { key: ['pk', 'age'], attributes: ['city'], type: 'LOCAL' } as const

const put = async (
  t: Testing,
  table: string,
  n: number,
  city: string | undefined,
): Promise<void> => {
  const key: Key = [
    ['pk', t.id],
    ['n', BigInt(n)],
  ]
  const columns = city === undefined ? [] : ([['city', city]] as const)
  await t.client.putRow(table, key, [...columns, ['age', BigInt(n)], ['free', 'f']])
}

const all = async (
  t: Testing,
  index: string,
  names: readonly string[],
): Promise<readonly Row[]> => {
  const bound = (value: typeof INF_MIN | typeof INF_MAX): Key => names.map((name) => [name, value])
  return (await t.client.getRange(index, bound(INF_MIN), bound(INF_MAX))).rows
}

/** Waits for a global index, which is updated shortly after its table, in the order of the writes. */
const until = async (
  t: Testing,
  index: string,
  names: readonly string[],
  isThere: (rows: readonly Row[]) => boolean,
): Promise<readonly Row[]> => {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const rows = await all(t, index, names)
    if (isThere(rows)) return rows
    if (Date.now() > end)
      throw new Error(`${index} has ${rows.length} rows, and not the expected ones`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

const eventually = (
  t: Testing,
  index: string,
  names: readonly string[],
  count: number,
): Promise<readonly Row[]> => until(t, index, names, (rows) => rows.length === count)

const BY_CITY = ['city', 'pk', 'n']
const BY_AGE = ['pk', 'age', 'n']

export const secondaryIndexTests = [
  created('secondary indexes', 'exist from the start, and are described in order', async (t) => {
    const indexes = [indexOf(t), indexOf(t, local, 'b')]
    const table = await t.ownTable({ ...shape, indexes })
    assert.deepEqual((await t.client.describeTable(table)).indexes, indexes)
    const names = await t.client.listTables()
    for (const { name } of indexes) assert.ok(!names.includes(name))
    await put(t, table, 1, 'Rome')
    const [row] = await eventually(t, indexes[0]?.name ?? '', BY_CITY, 1)
    assert.deepEqual(row?.key, { city: 'Rome', pk: t.id, n: 1n })
    assert.deepEqual(latest(row), { age: 1n })
  }),

  created('secondary indexes', 'at most five', async (t) => {
    const indexes = Array.from({ length: 6 }, (_, at) => indexOf(t, {}, String(at)))
    const made = t.client.createTable(t.tableName(), { ...shape, indexes })
    await invalid(made, 'Number of index per table exceeds the quota:5.')
  }),

  create('global index', 'has rows with all of its key columns, and follows them', async (t) => {
    const table = await t.ownTable(shape)
    const index = indexOf(t)
    await t.client.createIndex(table, index)
    await put(t, table, 1, 'Rome')
    await put(t, table, 2, undefined)
    await put(t, table, 3, 'Bern')
    const rows = await eventually(t, index.name, BY_CITY, 2)
    assert.deepEqual(
      rows.map(({ key }) => key['city']),
      ['Bern', 'Rome'],
    )
    const key: Key = [
      ['pk', t.id],
      ['n', 3n],
    ]
    await t.client.updateRow(table, key, { deleteAll: ['city'] })
    await put(t, table, 1, 'Oslo')
    await put(t, table, 4, 'Rome')
    const after = await until(t, index.name, BY_CITY, (found) =>
      found.some((row) => row.key['n'] === 4n),
    )
    assert.deepEqual(
      after.map((row) => [row.key['city'], row.key['n']]),
      [
        ['Oslo', 1n],
        ['Rome', 4n],
      ],
    )
  }),

  create('local index', 'is up to date when a write is answered', async (t) => {
    const table = await t.ownTable(shape)
    const index = indexOf(t, local)
    await t.client.createIndex(table, index)
    for (const n of [3, 1, 2]) {
      await put(t, table, n, 'Rome')
      const rows = await all(t, index.name, BY_AGE)
      assert.ok(rows.some(({ key }) => key['n'] === BigInt(n)))
    }
    const key: Key = [
      ['pk', t.id],
      ['n', 2n],
    ]
    await t.client.updateRow(table, key, { put: [['age', 9n]] })
    assert.deepEqual(
      (await all(t, index.name, BY_AGE)).map((row) => row.key['age']),
      [1n, 3n, 9n],
    )
    await t.client.deleteRow(table, key)
    assert.equal((await all(t, index.name, BY_AGE)).length, 2)
  }),

  create('local index', 'has the rows of batches that are written while it is built', async (t) => {
    const table = await t.ownTable(shape)
    const keyOf = (partition: string, n: bigint): Key => [
      ['pk', partition],
      ['n', n],
    ]
    const slow = keyOf('slow', 0n)
    for (let i = 0; i < 6; i += 1)
      await t.client.updateRow(table, slow, { put: [[`c${i}`, 'v'.repeat(1_000_000)]] })
    let written = 0n
    let isMade = false
    const writing = (async () => {
      while (!isMade) {
        written += 1n
        const put = keyOf('early', written)
        // The large row of the other partition key is read before the batch is decided, and is kept.
        const refused = { put: slow, expect: 'EXPECT_NOT_EXIST' } as const
        const rows = [{ put, columns: [['age', written]] as const }, refused]
        await t.client.batchWriteRow([{ table, rows }])
      }
    })()
    const index = indexOf(t, local)
    try {
      await t.client.createIndex(table, index, true)
    } finally {
      isMade = true
      await writing
    }
    const numbers = (await all(t, index.name, BY_AGE)).map(({ key }) => key['n'])
    assert.deepEqual(
      numbers,
      Array.from({ length: Number(written) }, (_, at) => BigInt(at + 1)),
    )
  }),

  create('base data', 'is indexed, or left out', async (t) => {
    const table = await t.ownTable(shape)
    for (let n = 0; n < 5; n++) await put(t, table, n, 'Rome')
    const without = indexOf(t)
    const withBase = indexOf(t, {}, 'b')
    await t.client.createIndex(table, without, false)
    await t.client.createIndex(table, withBase, true)
    for (let n = 5; n < 10; n++) await put(t, table, n, 'Rome')
    await eventually(t, withBase.name, BY_CITY, 10)
    await eventually(t, without.name, BY_CITY, 5)
  }),

  create(
    'reads of an index',
    'by key, several at once, backwards, with a filter of columns',
    async (t) => {
      const table = await t.ownTable(shape)
      const index = indexOf(t)
      await t.client.createIndex(table, index)
      for (const n of [1, 2]) await put(t, table, n, 'Rome')
      await eventually(t, index.name, BY_CITY, 2)
      const key = (n: bigint): Key => [
        ['city', 'Rome'],
        ['pk', t.id],
        ['n', n],
      ]
      const { row } = await t.client.getRow(index.name, key(1n), { columns: ['age'] })
      assert.deepEqual(latest(row), { age: 1n })
      const [batch] = await t.client.batchGetRow([{ table: index.name, keys: [key(2n), key(3n)] }])
      assert.deepEqual(
        batch?.map((one) => one.row?.key['n']),
        [2n, undefined],
      )
      const range = await t.client.getRange(index.name, key(2n), key(0n), { direction: 'BACKWARD' })
      assert.deepEqual(
        range.rows.map((one) => one.key['n']),
        [2n, 1n],
      )
    },
  ),

  create('reads of an index', 'writes to it are refused', async (t) => {
    const table = await t.ownTable(shape)
    const index = indexOf(t)
    await t.client.createIndex(table, index)
    const key: Key = [
      ['city', 'Rome'],
      ['pk', t.id],
      ['n', 1n],
    ]
    await invalid(t.client.putRow(index.name, key, []), "Can't write index table directly")
  }),

  create('rules of an index', 'each has its own error', async (t) => {
    const table = await t.ownTable(shape)
    const make = (given: Partial<IndexShape>): Promise<void> =>
      t.client.createIndex(table, indexOf(t, given, 'refused'))
    await invalid(
      make({ key: [] }),
      'The number of primary key columns must be in range: [1, 4] in index.',
    )
    const many = Array.from({ length: 33 }, (_, at) => `c${at}`)
    await invalid(
      make({ attributes: many }),
      'The number of attribute columns must be in range: [0, 32] in index.',
    )
    await refused(make({ key: ['none'] }), 400, 'OTSParameterInvalid')
    await refused(make({ key: ['score'] }), 400, 'OTSParameterInvalid')
    await refused(make({ ...local, key: ['age'] }), 400, 'OTSParameterInvalid')
    const index = indexOf(t)
    await t.client.createIndex(table, index)
    const again = t.client.createIndex(table, index)
    await refused(again, 409, 'OTSObjectAlreadyExist', 'Requested table already exists.')
    const other = t.client.createTable(index.name, plain)
    await refused(other, 409, 'OTSObjectAlreadyExist', 'Requested table already exists.')
    const missing = t.client.createIndex(t.tableName(), indexOf(t))
    await refused(missing, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
  }),

  create('rules of its table', 'one version, and no updates beside a time to live', async (t) => {
    const table = await t.ownTable(shape)
    await t.client.createIndex(table, indexOf(t))
    const expiring = { tableOptions: { timeToLive: 86_400 } }
    await invalid(
      t.client.updateTable(table, expiring),
      "Don't support allow update operation on table with index and ttl",
    )
    await refused(
      t.client.updateTable(table, { tableOptions: { maxVersions: 2 } }),
      400,
      'OTSParameterInvalid',
    )
    const allowed = { tableOptions: { timeToLive: 86_400, allowUpdate: false } }
    await t.client.updateTable(table, allowed)
    assert.equal((await t.client.describeTable(table)).options.timeToLive, 86_400)
  }),

  drop('removes the index', 'at once, and its name is free', async (t) => {
    const index = indexOf(t)
    const table = await t.ownTable({ ...shape, indexes: [index, indexOf(t, {}, 'b')] })
    await put(t, table, 1, 'Rome')
    await t.client.dropIndex(table, index.name)
    assert.equal((await t.client.describeTable(table)).indexes.length, 1)
    await refused(all(t, index.name, BY_CITY), 400, 'OTSParameterInvalid')
    await t.client.createIndex(table, index)
    await eventually(t, index.name, BY_CITY, 1)
  }),

  drop('removes the index', 'with its table', async (t) => {
    const index = indexOf(t)
    const table = await t.ownTable({ ...shape, indexes: [index] })
    await t.client.deleteTable(table)
    await refused(all(t, index.name, BY_CITY), 400, 'OTSParameterInvalid')
  }),

  drop('unknown index', 'is refused', async (t) => {
    const table = await t.ownTable(shape)
    const call = t.client.dropIndex(table, 'none')
    await refused(call, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
  }),
]
