import {
  type OpenEngine,
  LogClosedError,
  LogFailedError,
  batchWriteRow,
  createTable,
  deleteRow,
  deleteTable,
  getRange,
  getRow,
  listTable,
  putRow,
  updateRow,
} from '@rowhouse/engine'
import { PowerCutError, createTableRequest, keyColumn } from '@rowhouse/engine/testing'
import {
  CellOperation,
  type Condition,
  type PlainBufferCell,
  type PlainBufferRow,
  type ReadSelection,
  TablestoreError,
  type Variant,
  VariantType,
  autoIncrement,
  decodeRow,
  decodeRows,
  encodeFilter,
  encodeRow,
  infMax,
  infMin,
  integerOf,
  integerVariant,
  stringOf,
  stringVariant,
  variantType,
} from '@rowhouse/protocol'
import type { BatchedWrite, Columns, FoundRow, RowKey, Service } from '../workloads/service.js'
import { Violation } from '../workloads/workload.js'

const INSTANCE = 'faults'
const SCAN_ROWS = 64

const cell = (name: string, value: Variant | undefined): PlainBufferCell => ({
  name,
  value,
  operation: undefined,
  timestamp: undefined,
})

const keyCells = (partition: Variant, row: Variant): PlainBufferCell[] => [
  cell('partition', partition),
  cell('row', row),
]

const cellsOfKey = ({ partition, row }: RowKey): PlainBufferCell[] =>
  keyCells(stringVariant(partition), integerVariant(BigInt(row)))

const variantOf = (value: string | number): Variant =>
  typeof value === 'string' ? stringVariant(value) : integerVariant(BigInt(value))

const cellsOf = (columns: Columns): PlainBufferCell[] =>
  Object.entries(columns).map(([name, value]) => cell(name, variantOf(value)))

const rowBytes = (
  primaryKey: readonly PlainBufferCell[],
  cells: readonly PlainBufferCell[] = [],
  deleteMarker = false,
): Buffer => encodeRow({ primaryKey, cells, deleteMarker })

const columnsOf = (row: PlainBufferRow): Columns =>
  Object.fromEntries(
    row.cells.flatMap(({ name, value }) => (value === undefined ? [] : [[name, plain(value)]])),
  )

const plain = (value: Variant): string | number =>
  variantType(value) === VariantType.INTEGER ? Number(integerOf(value)) : stringOf(value)

const foundRow = (row: PlainBufferRow): FoundRow => {
  const [partition, number] = row.primaryKey
  const key = {
    partition: partition?.value === undefined ? '' : stringOf(partition.value),
    row: number?.value === undefined ? -1 : Number(integerOf(number.value)),
  }
  return { key, columns: columnsOf(row) }
}

const unconditional: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }

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

/** What an engine may answer whose disk is failing. Any other error is a finding. */
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

/** The engine's own operations, as the server calls them, without sockets. */
export const engineService = (engine: OpenEngine): Service => ({
  createTable: (name, generated) =>
    call(async () => {
      const primaryKey = [keyColumn('partition'), keyColumn('row', 'INTEGER', generated)]
      await createTable(engine, INSTANCE, createTableRequest(name, { meta: { primaryKey } }))
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
      const one = { ...cell(name, integerVariant(1n)), operation: CellOperation.INCREMENT }
      const reply = await updateRow(engine, INSTANCE, {
        ...write,
        tableName,
        rowChange: rowBytes(cellsOfKey(key), [one]),
        condition: unconditional,
        returnContent: { returnType: 'RT_AFTER_MODIFY', returnColumnNames: [name] },
      })
      return Number(columnsOf(decodeRow(reply.row ?? Buffer.alloc(0)))[name])
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
})

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
