import {
  addDefinedColumn,
  createTable,
  deleteDefinedColumn,
  deleteTable,
  describeTable,
  integerVariant,
  listTable,
  updateTable,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import type { Seed } from './seed.js'
import { createRequestOf, fuzzTables } from './tables.js'

/** The table whose description requests may change. */
const DDL_TABLE = 'fuzz_ddl'

const tableName = (random: Choices): string => random.pick(fuzzTables).name

/** The table's name is never that of an existing table. */
const createSeed: Seed = (random) => {
  const request = createRequestOf(random.pick(fuzzTables))
  const first = request.tableMeta.primaryKey[0]
  const isInteger = first?.type === 'INTEGER'
  const bound = (value: bigint): Buffer => integerVariant(value)
  const columnsToGet = random.once(2) ? ['c0', 'c1'] : []
  return createTable.encodeRequest({
    ...request,
    tableMeta: { ...request.tableMeta, tableName: `new_${random.bits()}` },
    partitions:
      isInteger && random.once(2)
        ? [
            { begin: Buffer.of(9), end: bound(10n) },
            { begin: bound(10n), end: Buffer.of(10) },
          ]
        : [],
    streamSpec: random.once(3)
      ? { enableStream: true, expirationTime: 1 + random.below(168), columnsToGet }
      : undefined,
    sseSpec: random.once(8)
      ? { enable: false, keyType: undefined, keyId: undefined, roleArn: undefined }
      : undefined,
    enableLocalTxn: random.once(4) && !request.tableMeta.primaryKey.some((c) => c.autoIncrement),
  })
}

const updateSeed: Seed = (random) => {
  const isStream = random.once(3)
  return updateTable.encodeRequest({
    tableName: DDL_TABLE,
    reservedThroughput: random.once(3) ? { read: random.below(5), write: undefined } : undefined,
    tableOptions: {
      timeToLive: random.pick([-1, 86_400, 604_800]),
      maxVersions: 1 + random.below(5),
      deviationCellVersionInSec: random.once(3) ? 86_400n : undefined,
      allowUpdate: random.once(8) ? false : undefined,
      updateFullRow: undefined,
    },
    streamSpec: isStream
      ? { enableStream: random.once(2), expirationTime: undefined, columnsToGet: [] }
      : undefined,
  })
}

const addSeed: Seed = (random) =>
  addDefinedColumn.encodeRequest({
    tableName: DDL_TABLE,
    columns: [
      {
        name: `d${random.below(40)}`,
        type: random.pick(['INTEGER', 'DOUBLE', 'BOOLEAN', 'STRING', 'BLOB'] as const),
      },
    ],
  })

export const tableSeeds: Readonly<Record<string, Seed>> = {
  CreateTable: createSeed,
  UpdateTable: updateSeed,
  AddDefinedColumn: addSeed,
  DeleteDefinedColumn: (random) =>
    deleteDefinedColumn.encodeRequest({
      tableName: DDL_TABLE,
      columns: [`d${random.below(40)}`],
    }),
  DeleteTable: () => deleteTable.encodeRequest({ tableName: DDL_TABLE }),
  DescribeTable: (random) => describeTable.encodeRequest({ tableName: tableName(random) }),
  ListTable: () => listTable.encodeRequest({}),
}
