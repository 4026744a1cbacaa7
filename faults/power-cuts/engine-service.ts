import {
  type OpenEngine,
  LogClosedError,
  LogFailedError,
  abortTransaction,
  batchWriteRow,
  commitTransaction,
  createTable,
  deleteRow,
  deleteTable,
  getRange,
  getRow,
  listTable,
  putRow,
  startLocalTransaction,
  updateRow,
} from '@rowhouse/engine'
import { PowerCutError } from '@rowhouse/platform/testing'
import {
  CellOperation,
  type Condition,
  type ReadSelection,
  TablestoreError,
  autoIncrement,
  decodeRow,
  decodeRows,
  encodeFilter,
  infMax,
  infMin,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import {
  cellsOf,
  cellsOfKey,
  columnsOf,
  foundRow,
  keyCells,
  rowBytes,
  unconditional,
  variantOf,
} from '../workloads/row-bytes.js'
import type {
  BatchedWrite,
  Columns,
  FoundRow,
  RowKey,
  Service,
  Transactions,
} from '../workloads/service.js'
import { tableRequest, transactionsOf } from '../workloads/transaction-calls.js'
import { Violation } from '../workloads/workload.js'

const INSTANCE = 'faults'
const SCAN_ROWS = 64

const ifEqual = (name: string, value: string | number): Condition => ({
  rowExistence: 'IGNORE',
  columnCondition: encodeFilter({
    kind: 'single',
    comparator: 'EQUAL',
    columnName: name,
    value: variantOf(value),
    filterIfMissing: true,
    latestVersionOnly: true,
    transfer: undefined,
  }),
})

const everything: ReadSelection = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}

const write = { returnContent: undefined, transactionId: undefined } as const

/** Whether an engine may answer this while its disk fails. Any other error is a finding. */
const isOfTheDisk = (error: unknown): boolean => {
  if (error instanceof TablestoreError)
    return error.code === 'OTSServerBusy' || error.code === 'OTSServerUnavailable'
  return (
    error instanceof PowerCutError ||
    error instanceof LogFailedError ||
    error instanceof LogClosedError
  )
}

const call = async <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await run()
  } catch (error) {
    if (isOfTheDisk(error) || error instanceof Violation) throw error
    const shown = error instanceof Error ? (error.stack ?? error.message) : String(error)
    throw new Violation('engine', `unexpected ${shown}`)
  }
}

/** The service by the engine's operations, which are called as the server calls them, without sockets. */
export const engineService = (engine: OpenEngine): Service => ({
  ...transactions(engine),
  createTable: (name, extras) =>
    call(async () => {
      await createTable(engine, INSTANCE, tableRequest(name, extras))
    }),
  deleteTable: (tableName) =>
    call(async () => {
      await deleteTable(engine, INSTANCE, { tableName })
    }),
  listTables: () => call(async () => (await listTable(engine, INSTANCE, {})).tableNames),
  put: (tableName, key, columns) =>
    call(async () => {
      const row = rowBytes(cellsOfKey(key), cellsOf(columns))
      await putRow(engine, INSTANCE, { ...write, tableName, row, condition: unconditional })
    }),
  putGenerated: (tableName, partition, columns) =>
    call(async () => {
      const key = keyCells(stringVariant(partition), autoIncrement())
      const reply = await putRow(engine, INSTANCE, {
        ...write,
        tableName,
        row: rowBytes(key, cellsOf(columns)),
        condition: unconditional,
        returnContent: { returnType: 'RT_PK', returnColumnNames: [] },
      })
      return foundRow(decodeRow(reply.row ?? Buffer.alloc(0))).key.row
    }),
  putIf: (tableName, key, [name, value], columns) =>
    call(() => putIf(engine, tableName, key, ifEqual(name, value), columns)),
  increment: (tableName, key, name) =>
    call(async () => {
      const one = { ...plainCell(name, integerVariant(1n)), operation: CellOperation.INCREMENT }
      const reply = await updateRow(engine, INSTANCE, {
        ...write,
        tableName,
        rowChange: rowBytes(cellsOfKey(key), [one]),
        condition: unconditional,
        returnContent: { returnType: 'RT_AFTER_MODIFY', returnColumnNames: [name] },
      })
      const [row] = decodeRows(reply.row ?? Buffer.alloc(0))
      if (row === undefined) throw new Violation('engine', 'an increment answered no row')
      return Number(columnsOf(row)[name])
    }),
  delete: (tableName, key) =>
    call(async () => {
      const primaryKey = rowBytes(cellsOfKey(key), [], true)
      await deleteRow(engine, INSTANCE, {
        ...write,
        tableName,
        primaryKey,
        condition: unconditional,
      })
    }),
  batch: (writes) => call(() => batch(engine, writes)),
  get: (tableName, key) =>
    call(async () => {
      const { row } = await getRow(engine, INSTANCE, {
        ...everything,
        tableName,
        primaryKey: rowBytes(cellsOfKey(key)),
        token: undefined,
        transactionId: undefined,
      })
      return row.length === 0 ? undefined : columnsOf(decodeRow(row))
    }),
  scan: (tableName) => call(() => scan(engine, tableName)),
  indexDifferences: (tableName) => call(() => indexDifferences(engine, tableName)),
})

const transactions = (engine: OpenEngine): Transactions => {
  const { begin, writeIn, end } = transactionsOf({
    start: (request) => startLocalTransaction(engine, INSTANCE, request),
    put: (request) => putRow(engine, INSTANCE, request),
    delete: (request) => deleteRow(engine, INSTANCE, request),
    commit: (request) => commitTransaction(engine, INSTANCE, request),
    abort: (request) => abortTransaction(engine, INSTANCE, request),
  })
  return {
    begin: (table, partition) => call(() => begin(table, partition)),
    writeIn: (transaction, change) => call(() => writeIn(transaction, change)),
    end: (transaction, how) => call(() => end(transaction, how)),
  }
}

const indexDifferences = async (
  { catalog, indexes }: OpenEngine,
  tableName: string,
): Promise<readonly string[]> => {
  const found: string[] = []
  for (const open of catalog.list(INSTANCE)) {
    if (open.description.index?.table !== tableName) continue
    const { missing, different, surplus } = await indexes.verify(open)
    if (missing.count + different.count + surplus.count === 0) continue
    const counts = `${missing.count} missing, ${different.count} different, ${surplus.count} surplus`
    found.push(`${open.description.name} has ${counts}`)
  }
  return found
}

const putIf = async (
  engine: OpenEngine,
  tableName: string,
  key: RowKey,
  condition: Condition,
  columns: Columns,
): Promise<boolean> => {
  const rowChange = rowBytes(cellsOfKey(key), cellsOf(columns))
  try {
    await updateRow(engine, INSTANCE, { ...write, tableName, rowChange, condition })
    return true
  } catch (error) {
    if (error instanceof TablestoreError && error.code === 'OTSConditionCheckFail') return false
    throw error
  }
}

const batch = async (engine: OpenEngine, writes: readonly BatchedWrite[]): Promise<void> => {
  const reply = await batchWriteRow(engine, INSTANCE, {
    tables: writes.map(({ table, key, columns }) => ({
      tableName: table,
      rows: [
        {
          type: columns === undefined ? 'DELETE' : 'PUT',
          rowChange: rowBytes(cellsOfKey(key), cellsOf(columns ?? {}), columns === undefined),
          condition: unconditional,
          returnContent: undefined,
        },
      ],
    })),
    transactionId: undefined,
    isAtomic: false,
  })
  for (const row of reply.tables.flatMap(({ rows }) => rows))
    if (!row.isOk) throw new Violation('engine', `a row of a batch fails: ${row.error.message}`)
}

const scan = async (engine: OpenEngine, tableName: string): Promise<readonly FoundRow[]> => {
  const rows: FoundRow[] = []
  const end = rowBytes(keyCells(infMax(), infMax()))
  let start: Buffer | undefined = rowBytes(keyCells(infMin(), infMin()))
  while (start !== undefined) {
    const page = await getRange(engine, INSTANCE, {
      ...everything,
      tableName,
      direction: 'FORWARD',
      limit: SCAN_ROWS,
      inclusiveStartPrimaryKey: start,
      exclusiveEndPrimaryKey: end,
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
    })
    if (page.rows.length > 0) rows.push(...decodeRows(page.rows).map(foundRow))
    start = page.nextStartPrimaryKey
  }
  return rows
}
