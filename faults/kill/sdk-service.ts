import {
  AUTO_INCREMENT,
  Client,
  type Connection,
  INF_MAX,
  INF_MIN,
  type Key,
  ServiceError,
  type Value,
  column,
  latest,
} from '@rowhouse/conformance/client'
import {
  TablestoreError,
  abortTransaction,
  commitTransaction,
  createTable,
  deleteRow,
  putRow,
  startLocalTransaction,
} from '@rowhouse/protocol'
import type {
  BatchedWrite,
  Columns,
  FoundRow,
  RowKey,
  Service,
  TableExtras,
  Transactions,
} from '../workloads/service.js'
import { tableRequest, transactionsOf } from '../workloads/transaction-calls.js'
import { Violation } from '../workloads/workload.js'
import { indexDifferences } from './index-differences.js'
import { type RawCall, rawCalls } from './raw-calls.js'

const CONDITION_FAILED = 403
const BUSY = 503

const keyOf = ({ partition, row }: RowKey): Key => [
  ['partition', partition],
  ['row', BigInt(row)],
]

const columnsOf = (columns: Columns): (readonly [string, Value])[] =>
  Object.entries(columns).map(([name, value]) => [name, valueOf(value)])

const valueOf = (value: string | number): Value =>
  typeof value === 'number' ? BigInt(value) : value

const plain = (value: Value | undefined): string | number =>
  typeof value === 'bigint' ? Number(value) : String(value)

type Row = Parameters<typeof latest>[0]

const plainColumns = (row: Row): Columns =>
  Object.fromEntries(Object.entries(latest(row)).map(([name, value]) => [name, plain(value)]))

type Call = <Answer>(run: () => Promise<Answer>) => Promise<Answer>

/**
 * Tells answers from missing ones. A reply of the server is an answer. An error of the socket is not one,
 * and neither is the busy error of a server that has been asked to end.
 */
const calls =
  (isEnding: () => boolean): Call =>
  async (run) => {
    try {
      return await run()
    } catch (error) {
      const isAnswer = error instanceof ServiceError || error instanceof TablestoreError
      if (!isAnswer || error.status === CONDITION_FAILED || error.status >= 600) throw error
      if (error.status === BUSY && isEnding()) throw error
      throw new Violation('server', `answers ${error.status} ${error.message}`)
    }
  }

/** The service through the official SDK, which repeats no write whose outcome it does not know. */
export const sdkService = (
  connection: Connection,
  directory: string,
  isEnding: () => boolean = () => false,
): Service => {
  const call = calls(isEnding)
  const client = new Client(connection)
  const raw = rawCalls(connection)
  return {
    ...transactions(raw, call),
    createTable: (name, extras) => call(() => create(client, raw, name, extras)),
    deleteTable: (name) => call(() => client.deleteTable(name)),
    listTables: () => call(() => client.listTables()),
    put: (table, key, columns) =>
      call(async () => {
        await client.putRow(table, keyOf(key), columnsOf(columns))
      }),
    putGenerated: (table, partition, columns) =>
      call(async () => {
        const key: Key = [
          ['partition', partition],
          ['row', AUTO_INCREMENT],
        ]
        const reply = await client.putRow(table, key, columnsOf(columns), {
          returns: 'PRIMARY_KEY',
        })
        return Number(reply.row?.key['row'])
      }),
    putIf: (table, key, [name, value], columns) =>
      call(() => putIf(client, table, key, [name, value], columns)),
    increment: (table, key, name) =>
      call(async () => {
        const change = { increment: [[name, 1n] as const] }
        const options = { returns: 'AFTER_MODIFY', returnColumns: [name] } as const
        const { row } = await client.updateRow(table, keyOf(key), change, options)
        return Number(plainColumns(row)[name])
      }),
    delete: (table, key) =>
      call(async () => {
        await client.deleteRow(table, keyOf(key))
      }),
    batch: (writes) => call(() => batch(client, writes)),
    get: (table, key) =>
      call(async () => {
        const { row } = await client.getRow(table, keyOf(key), { maxVersions: 1 })
        return row === undefined ? undefined : plainColumns(row)
      }),
    scan: (table) => call(() => scan(client, table)),
    indexDifferences: async (table) => {
      const { indexes } = await call(() => client.describeTable(table))
      const verified = indexes.map(({ name }) =>
        indexDifferences(directory, connection.instance, table, name),
      )
      return (await Promise.all(verified)).flat()
    },
  }
}

/** Uses raw calls, because this SDK cannot create a table with local transactions. */
const create = async (
  client: Client,
  raw: RawCall,
  name: string,
  extras: TableExtras = {},
): Promise<void> => {
  const { generated = false, localTransactions, indexes, allowUpdate } = extras
  if ([localTransactions, indexes, allowUpdate].every((extra) => extra === undefined)) {
    return client.createTable(name, {
      key: [
        ['partition', 'STRING'],
        generated ? ['row', 'INTEGER', 'AUTO_INCREMENT'] : ['row', 'INTEGER'],
      ],
    })
  }
  await raw(createTable, tableRequest(name, extras))
}

/** Uses raw calls, because the typed client cannot write rows in transactions. */
const transactions = (raw: RawCall, call: Call): Transactions => {
  const { begin, writeIn, end } = transactionsOf({
    start: (request) => raw(startLocalTransaction, request),
    put: (request) => raw(putRow, request),
    delete: (request) => raw(deleteRow, request),
    commit: (request) => raw(commitTransaction, request),
    abort: (request) => raw(abortTransaction, request),
  })
  return {
    begin: (table, partition) => call(() => begin(table, partition)),
    writeIn: (transaction, write) => call(() => writeIn(transaction, write)),
    end: (transaction, how) => call(() => end(transaction, how)),
  }
}

const putIf = async (
  client: Client,
  table: string,
  key: RowKey,
  [name, value]: readonly [string, string | number],
  columns: Columns,
): Promise<boolean> => {
  const when = column(name, '=', valueOf(value), { passIfMissing: false, latestOnly: true })
  try {
    await client.updateRow(table, keyOf(key), { put: columnsOf(columns) }, { when })
    return true
  } catch (error) {
    const isAnswer = error instanceof ServiceError && error.status === CONDITION_FAILED
    if (isAnswer && error.message.includes('OTSConditionCheckFail')) return false
    throw error
  }
}

const batch = async (client: Client, writes: readonly BatchedWrite[]): Promise<void> => {
  const tables = [...new Set(writes.map(({ table }) => table))]
  const reply = await client.batchWriteRow(
    tables.map((table) => ({
      table,
      rows: writes
        .filter((write) => write.table === table)
        .map(({ key, columns }) =>
          columns === undefined
            ? { delete: keyOf(key) }
            : { put: keyOf(key), columns: columnsOf(columns) },
        ),
    })),
  )
  for (const { error } of reply)
    if (error !== undefined)
      throw new Violation('server', `a row of a batch fails: ${error.code} ${error.message}`)
}

const scan = async (client: Client, table: string): Promise<readonly FoundRow[]> => {
  const end: Key = [
    ['partition', INF_MAX],
    ['row', INF_MAX],
  ]
  const rows: FoundRow[] = []
  let start: Key | undefined = [
    ['partition', INF_MIN],
    ['row', INF_MIN],
  ]
  while (start !== undefined) {
    const page = await client.getRange(table, start, end, { maxVersions: 1 })
    for (const row of page.rows) {
      const { partition, row: number } = row.key
      rows.push({
        key: { partition: String(partition), row: Number(number) },
        columns: plainColumns(row),
      })
    }
    start =
      page.next === undefined
        ? undefined
        : keyOf({
            partition: String(page.next['partition']),
            row: Number(page.next['row']),
          })
  }
  return rows
}
