import {
  type GetRangeRequest,
  decodeRows,
  encodeRow,
  infMax,
  infMin,
  plainCell,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { type EngineSetup, type OpenEngine, openEngine } from '../open-engine.js'
import { batchWriteRow } from '../rows/batch-write-row.js'
import { getRange } from '../rows/get-range.js'
import { createTable } from '../tables/create-table.js'
import type { Table } from '../tables/table-description.js'
import { manualClock } from '@rowhouse/platform/testing'
import { type MemoryEngine, openMemoryEngine, openMemoryStore } from './memory-engine.js'
import { createTableRequest, keyColumn } from './table-requests.js'

/** One table whose partitions tests examine. */
export const INSTANCE = 'demo'
export const SECOND = 1000

export const rowOf = (key: string, sort: string, bytes: number): Buffer =>
  encodeRow({
    primaryKey: [plainCell('p', stringVariant(key)), plainCell('s', stringVariant(sort))],
    cells: [plainCell('f', stringVariant('x'.repeat(bytes)))],
    deleteMarker: false,
  })

const anything = { rowExistence: 'IGNORE' as const, columnCondition: undefined }

export const write = (engine: OpenEngine, rows: readonly Buffer[]) =>
  batchWriteRow(engine, INSTANCE, {
    tables: [
      {
        tableName: 't',
        rows: rows.map((rowChange) => ({
          type: 'PUT' as const,
          rowChange,
          condition: anything,
          returnContent: undefined,
        })),
      },
    ],
    transactionId: undefined,
    isAtomic: false,
  })

const bound = (value: Buffer, sort = infMin()): Buffer =>
  encodeRow({
    primaryKey: [plainCell('p', value), plainCell('s', sort)],
    cells: [],
    deleteMarker: false,
  })

export const rangeRequest = (low: Buffer, high: Buffer): GetRangeRequest => ({
  tableName: 't',
  direction: 'FORWARD',
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  limit: undefined,
  inclusiveStartPrimaryKey: bound(low),
  exclusiveEndPrimaryKey: bound(high, infMax()),
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
  transactionId: undefined,
  dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
  returnEntirePrimaryKeys: true,
  token: undefined,
})

export const keysOf = async (engine: OpenEngine): Promise<string[]> => {
  const { rows } = await getRange(engine, INSTANCE, rangeRequest(infMin(), infMax()))
  return decodeRows(rows).map(({ primaryKey }) =>
    primaryKey.map(({ value }) => (value === undefined ? '' : stringOf(value))).join('/'),
  )
}

export const tableOf = (engine: OpenEngine): Table => {
  const table = engine.catalog.find(INSTANCE, 't')
  if (table === undefined) throw new Error('the table is gone')
  return table
}

export const layoutOf = (engine: OpenEngine): string[] =>
  tableOf(engine).partitions.all.map(({ id, start }) => `${id}:${start.toString('hex')}`)

export const open = async (options: EngineSetup['options']): Promise<MemoryEngine> => {
  const memory = await openMemoryEngine(options)
  await createTestTable(memory.engine)
  return memory
}

/** The same, with a listener for notices. */
export const openOver = async (
  options: EngineSetup['options'],
  onPartitionNotice: EngineSetup['onPartitionNotice'],
): Promise<MemoryEngine> => {
  const clock = manualClock()
  const store = await openMemoryStore()
  const setup = { store, clock, options: options ?? {}, onPartitionNotice }
  const reopen = (): Promise<OpenEngine> => openEngine(setup)
  const memory = { engine: await reopen(), store, clock, reopen }
  await createTestTable(memory.engine)
  return memory
}

export const createTestTable = async (engine: OpenEngine): Promise<void> => {
  const primaryKey = [keyColumn('p'), keyColumn('s')]
  await createTable(engine, INSTANCE, createTableRequest('t', { meta: { primaryKey } }))
}

/** Lets `seconds` seconds pass, with one round of the partition keeper in each. */
export const pass = async ({ engine, clock }: MemoryEngine, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second++) {
    clock.advance(SECOND)
    await engine.runBackgroundWork()
  }
}
