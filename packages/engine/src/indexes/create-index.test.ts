import { type IndexMeta, TablestoreError, decodeRow, limits } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { batchGetRow } from '../rows/batch-get-row.js'
import { getRow } from '../rows/get-row.js'
import { createTable } from '../tables/create-table.js'
import { deleteDefinedColumn } from '../tables/delete-defined-column.js'
import { deleteTable } from '../tables/delete-table.js'
import { describeTable } from '../tables/describe-table.js'
import { listTable } from '../tables/list-table.js'
import { updateTable } from '../tables/update-table.js'
import { formatRow, parseCell } from '../testing/cases/cells.js'
import { rowOf } from '../testing/cases/requests.js'
import {
  createTableRequest,
  keyColumn,
  openMemoryEngine,
  tableOptions,
  updateTableRequest,
} from '../testing/index.js'
import { dropIndex } from './drop-index.js'
import {
  INSTANCE,
  addIndex,
  byAge,
  byCity,
  caughtUp,
  createPeople,
  put,
  putMany,
  remove,
  rowsOf,
  tableOf,
  update,
} from './testing/indexed-table.js'

const open = async (...indexes: readonly IndexMeta[]) => {
  const opened = await openMemoryEngine()
  await createPeople(opened.engine, indexes)
  return opened
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
  } catch (error) {
    if (error instanceof TablestoreError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'nothing'
}

const describePeople = async (engine: Parameters<typeof describeTable>[0]) =>
  (await describeTable(engine, INSTANCE, { tableName: 'people' })).indexMetas

describe('an index', () => {
  test("has the rows with all of its key columns, under its key and then the table's", async () => {
    const { engine } = await open(byCity, byAge)
    await put(engine, 'red', 1, 'city="Rome"', 'age=30', 'note="n"', 'free="f"')
    await put(engine, 'blue', 2, 'city="Bern"')
    await put(engine, 'blue', 3, 'age=20')
    const t = 1_700_000_000_000
    expect(await rowsOf(engine, 'by_age')).toEqual([
      `team="blue" age=20 id=3`,
      `team="red" age=30 id=1 | city@${t}="Rome" note@${t}="n"`,
    ])
    await caughtUp(engine, 'by_city')
    expect(await rowsOf(engine, 'by_city')).toEqual([
      `city="Bern" team="blue" id=2`,
      `city="Rome" team="red" id=1 | age@${t}=30 note@${t}="n"`,
    ])
  })

  test('follows its rows when they change, lose a key column or are deleted', async () => {
    const { engine } = await open(byCity, byAge)
    await put(engine, 'red', 1, 'city="Rome"', 'age=30')
    await put(engine, 'red', 2, 'city="Rome"', 'age=31')
    await put(engine, 'red', 3, 'city="Rome"', 'age=32')
    await update(engine, 'red', 1, 'city="Bern"', 'age=40')
    await update(engine, 'red', 2, '-city', '-age')
    await remove(engine, 'red', 3)
    await caughtUp(engine, 'by_city')
    for (const name of ['by_city', 'by_age']) {
      const rows = await rowsOf(engine, name)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatch(name === 'by_city' ? /^city="Bern"/ : /^team="red" age=40/)
    }
  })

  test('can be read by key, one row and several, and with up to eight key columns', async () => {
    const { engine } = await openMemoryEngine()
    const names = ['a', 'b', 'c', 'd'] as const
    await createTable(
      engine,
      INSTANCE,
      createTableRequest('wide', {
        meta: {
          primaryKey: ['p', 'q', 'r', 's'].map((name) => keyColumn(name)),
          definedColumns: names.map((name) => ({ name, type: 'STRING' as const })),
        },
        indexMetas: [{ ...byCity, name: 'eight', primaryKey: [...names], definedColumns: [] }],
      }),
    )
    const key = ['p', 'q', 'r', 's'].map((name) => parseCell(`${name}="1"`))
    const { putRow } = await import('../rows/put-row.js')
    await putRow(engine, INSTANCE, {
      tableName: 'wide',
      row: rowOf(
        key,
        names.map((name) => parseCell(`${name}="2"`)),
      ),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
    await caughtUp(engine, 'eight')
    const primaryKey = rowOf([...names.map((name) => parseCell(`${name}="2"`)), ...key])
    const selection = {
      columnsToGet: [],
      timeRange: undefined,
      maxVersions: 1,
      filter: undefined,
      startColumn: undefined,
      endColumn: undefined,
    }
    const { row } = await getRow(engine, INSTANCE, {
      tableName: 'eight',
      primaryKey,
      ...selection,
      token: undefined,
      transactionId: undefined,
    })
    const text = 'a="2" b="2" c="2" d="2" p="1" q="1" r="1" s="1"'
    expect(formatRow(decodeRow(row))).toBe(text)
    const { tables } = await batchGetRow(engine, INSTANCE, {
      tables: [{ tableName: 'eight', primaryKeys: [primaryKey], tokens: [], ...selection }],
    })
    const found = tables[0]?.rows[0]
    expect(found?.isOk === true && formatRow(decodeRow(found.row))).toBe(text)
  })

  test('holds base data, or only rows written after its creation', async () => {
    const { engine } = await open()
    await put(engine, 'red', 1, 'city="Rome"', 'age=30')
    const without = { ...byCity, name: 'later' }
    const localWithout = { ...byAge, name: 'local_later' }
    for (const meta of [byCity, byAge]) await addIndex(engine, meta)
    for (const meta of [without, localWithout]) await addIndex(engine, meta, false)
    await put(engine, 'red', 2, 'city="Rome"', 'age=30')
    for (const [name, count] of [
      ['by_city', 2],
      ['by_age', 2],
      ['later', 1],
      ['local_later', 1],
    ] as const) {
      await caughtUp(engine, name)
      expect([name, (await rowsOf(engine, name)).length]).toEqual([name, count])
    }
  })

  test('continues after a restart, without losing or repeating anything', async () => {
    const { engine, reopen } = await open(byCity, byAge)
    await put(engine, 'red', 1, 'city="Rome"', 'age=30')
    await engine.indexes.close()
    await put(engine, 'red', 1, 'city="Bern"', 'age=31')
    const second = await reopen()
    await put(second, 'red', 2, 'city="Bern"', 'age=31')
    await caughtUp(second, 'by_city')
    expect(await rowsOf(second, 'by_city')).toHaveLength(2)
    expect(await rowsOf(second, 'by_age')).toHaveLength(2)
  })

  test('cannot be read while it is being built', async () => {
    const { engine } = await open(byCity, byAge)
    for (const [name, text] of [
      ['by_city', 'Disallow read index table in building base state'],
      ['by_age', 'Disallow read local index in building base state'],
    ] as const) {
      const begun = engine.indexes.rebuild(tableOf(engine, name))
      expect(await codeOf(rowsOf(engine, name))).toBe(`OTSTableNotReady: ${text}`)
      const phases = (await describePeople(engine)).map((meta) => [meta.name, meta.syncPhase])
      expect(phases).toContainEqual([name, 'FULL'])
      await begun
      await caughtUp(engine, name)
      expect(await rowsOf(engine, name)).toEqual([])
    }
  })

  test('is described in the order of creation, and not listed among tables', async () => {
    const { engine } = await open(byAge)
    await addIndex(engine, byCity)
    expect(await describePeople(engine)).toEqual([
      { ...byAge, syncPhase: 'INCR' },
      { ...byCity, syncPhase: 'INCR' },
    ])
    expect((await listTable(engine, INSTANCE, {})).tableNames).toEqual(['people'])
  })

  test('is dropped alone, or with its table, and its name is free again', async () => {
    const { engine } = await open(byAge, byCity)
    await put(engine, 'red', 1, 'city="Rome"', 'age=30')
    await dropIndex(engine, INSTANCE, { mainTableName: 'people', indexName: 'by_city' })
    expect((await describePeople(engine)).map(({ name }) => name)).toEqual(['by_age'])
    expect([...engine.store.cursors().keys()]).toEqual([])
    await addIndex(engine, byCity)
    await caughtUp(engine, 'by_city')
    expect(await rowsOf(engine, 'by_city')).toHaveLength(1)
    await deleteTable(engine, INSTANCE, { tableName: 'people' })
    expect([...engine.catalog.all()]).toEqual([])
    expect(engine.catalog.drops()).toHaveLength(4)
  })
})

describe('refusals', () => {
  const cases: [
    string,
    (engine: Awaited<ReturnType<typeof open>>['engine']) => Promise<unknown>,
  ][] = [
    [
      "OTSParameterInvalid: Can't write index table directly",
      async (engine) => {
        const { putRow } = await import('../rows/put-row.js')
        const row = rowOf(['city="x"', 'team="x"', 'id=1'].map(parseCell))
        const condition = { rowExistence: 'IGNORE', columnCondition: undefined } as const
        return putRow(engine, INSTANCE, {
          tableName: 'by_city',
          row,
          condition,
          returnContent: undefined,
          transactionId: undefined,
        })
      },
    ],
    [
      'OTSObjectAlreadyExist: Requested table already exists.',
      (engine) => addIndex(engine, byCity),
    ],
    [
      'OTSObjectAlreadyExist: Requested table already exists.',
      (engine) => createTable(engine, INSTANCE, createTableRequest('by_city')),
    ],
    [
      'OTSObjectNotExist: Requested table does not exist.',
      (engine) => dropIndex(engine, INSTANCE, { mainTableName: 'people', indexName: 'none' }),
    ],
    [
      'OTSObjectNotExist: Requested table does not exist.',
      (engine) => dropIndex(engine, INSTANCE, { mainTableName: 'none', indexName: 'by_city' }),
    ],
    [
      'OTSParameterInvalid: by_city is an index table: it changes with its main table alone',
      (engine) => deleteTable(engine, INSTANCE, { tableName: 'by_city' }),
    ],
    [
      'OTSParameterInvalid: by_city is an index table: it changes with its main table alone',
      (engine) =>
        updateTable(
          engine,
          INSTANCE,
          updateTableRequest('by_city', {
            tableOptions: tableOptions({ deviationCellVersionInSec: 1n }),
          }),
        ),
    ],
    [
      'OTSParameterInvalid: The max versions of a table with secondary index must be 1.',
      (engine) =>
        updateTable(
          engine,
          INSTANCE,
          updateTableRequest('people', { tableOptions: tableOptions({ maxVersions: 2 }) }),
        ),
    ],
    [
      "OTSParameterInvalid: Don't support allow update operation on table with index and ttl",
      (engine) =>
        updateTable(
          engine,
          INSTANCE,
          updateTableRequest('people', { tableOptions: tableOptions({ timeToLive: 86_400 }) }),
        ),
    ],
    [
      'OTSParameterInvalid: Column city is used by index by_city.',
      (engine) => deleteDefinedColumn(engine, INSTANCE, { tableName: 'people', columns: ['city'] }),
    ],
    [
      'OTSParameterInvalid: Column none of index i is neither a primary key nor a defined column.',
      (engine) => addIndex(engine, { ...byCity, name: 'i', primaryKey: ['none'] }),
    ],
    [
      'OTSParameterInvalid: First primary key of local index i must be the partition key team.',
      (engine) => addIndex(engine, { ...byAge, name: 'i', primaryKey: ['age'] }),
    ],
    [
      "OTSParameterInvalid: Duplicated column name in index i: 'team'.",
      (engine) => addIndex(engine, { ...byAge, name: 'i', definedColumns: ['team'] }),
    ],
    [
      'OTSParameterInvalid: Timestamp cannot be given on table with secondary index. Column:age.',
      (engine) => put(engine, 'red', 1, 'age@1700000000000=1'),
    ],
    [
      `OTSParameterInvalid: The length of primary key column: 'city' exceeds the MaxLength:1024 with CurrentLength:1025.`,
      (engine) => put(engine, 'red', 1, `city="${'x'.repeat(1025)}"`),
    ],
    [
      'OTSParameterInvalid: Duplicate rows are not supported in BatchWriteRow on table with secondary index.',
      (engine) =>
        putMany(engine, [
          { team: 'a', id: 1, cells: [] },
          { team: 'a', id: 1, cells: [] },
        ]),
    ],
  ]
  test.each(cases)('%s', async (text, work) => {
    const { engine } = await open(byCity)
    expect(await codeOf(work(engine))).toBe(text)
    expect(await rowsOf(engine, 'people')).toEqual([])
  })

  test('a sixth index, and tables past the quota of the instance', async () => {
    const five = Array.from({ length: 5 }, (_, at) => ({ ...byCity, name: `i${at}` }))
    const { engine } = await open(...five)
    expect(await codeOf(addIndex(engine, byCity))).toBe(
      'OTSParameterInvalid: Number of index per table exceeds the quota:5.',
    )
    for (let at = 6; at < limits.TABLES_PER_INSTANCE_MAX; at++) {
      await createTable(engine, INSTANCE, createTableRequest(`t${at}`))
    }
    expect(await codeOf(createTable(engine, INSTANCE, createTableRequest('more')))).toBe(
      'OTSQuotaExhausted: Number of tables exceeds the quota:64.',
    )
  })

  test('an index on a table with several versions', async () => {
    const { engine } = await openMemoryEngine()
    const options = tableOptions({ timeToLive: -1, maxVersions: 3 })
    await createPeople(engine, [], { tableOptions: options })
    expect(await codeOf(addIndex(engine, byCity))).toBe(
      'OTSParameterInvalid: The max versions of a table with secondary index must be 1.',
    )
  })
})

test('an index has the time to live of its table', async () => {
  const { engine, clock } = await openMemoryEngine()
  const options = tableOptions({ timeToLive: 86_400, maxVersions: 1, allowUpdate: false })
  await createPeople(engine, [byCity, byAge], { tableOptions: options })
  await put(engine, 'red', 1, 'city="Rome"', 'age=30')
  await caughtUp(engine, 'by_city')
  expect(tableOf(engine, 'by_age').description.options.timeToLive).toBe(86_400)
  clock.advance(100_000_000)
  for (const name of ['people', 'by_city', 'by_age']) expect(await rowsOf(engine, name)).toEqual([])
  await engine.runBackgroundWork()
  for (const name of ['by_city', 'by_age']) {
    expect(await engine.indexes.verify(tableOf(engine, name))).toMatchObject({
      matchingRows: 0,
      missing: { count: 0 },
      different: { count: 0 },
      surplus: { count: 0 },
    })
  }
})
