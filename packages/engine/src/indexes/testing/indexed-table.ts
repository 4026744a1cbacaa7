import {
  type CreateTableRequest,
  type GetRangeReply,
  type IndexMeta,
  type PlainBufferRow,
  type Variant,
  compareVariants,
  decodeRows,
  infMax,
  infMin,
} from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import type { OpenEngine } from '../../open-engine.js'
import { batchWriteRow } from '../../rows/batch-write-row.js'
import { deleteRow } from '../../rows/delete-row.js'
import { getRange } from '../../rows/get-range.js'
import { putRow } from '../../rows/put-row.js'
import { updateRow } from '../../rows/update-row.js'
import { createTable } from '../../tables/create-table.js'
import type { Table } from '../../tables/table-description.js'
import { formatRow, parseCell } from '../../testing/cases/cells.js'
import { rowOf } from '../../testing/cases/requests.js'
import { createTableRequest, keyColumn } from '../../testing/table-requests.js'
import { createIndex } from '../create-index.js'

/** A table of people with indexes, with short calls to write and read it. */
export const INSTANCE = 'demo'

export const byCity: IndexMeta = {
  name: 'by_city',
  primaryKey: ['city'],
  definedColumns: ['age', 'note'],
  updateMode: 'ASYNC',
  type: 'GLOBAL',
  syncPhase: undefined,
}
export const byAge: IndexMeta = {
  name: 'by_age',
  primaryKey: ['team', 'age'],
  definedColumns: ['city', 'note'],
  updateMode: 'SYNC',
  type: 'LOCAL',
  syncPhase: undefined,
}

export const peopleRequest = (
  indexMetas: readonly IndexMeta[],
  given: Partial<CreateTableRequest> = {},
): CreateTableRequest =>
  createTableRequest('people', {
    meta: {
      primaryKey: [keyColumn('team'), keyColumn('id', 'INTEGER')],
      definedColumns: [
        { name: 'city', type: 'STRING' },
        { name: 'age', type: 'INTEGER' },
        { name: 'note', type: 'STRING' },
      ],
    },
    indexMetas,
    ...given,
  })

export const createPeople = async (
  engine: Engine,
  indexMetas: readonly IndexMeta[],
  given: Partial<CreateTableRequest> = {},
): Promise<void> => {
  await createTable(engine, INSTANCE, peopleRequest(indexMetas, given))
}

export const addIndex = async (
  engine: Engine,
  indexMeta: IndexMeta,
  includeBaseData = true,
): Promise<void> => {
  await createIndex(engine, INSTANCE, { mainTableName: 'people', indexMeta, includeBaseData })
}

const anyRow = { rowExistence: 'IGNORE', columnCondition: undefined } as const
const plain = { condition: anyRow, returnContent: undefined, transactionId: undefined }

const keyOf = (team: string, id: number) => [parseCell(`team="${team}"`), parseCell(`id=${id}`)]

/** Cells are written as `city="Rome"`, in an update also as `-city`. */
export const put = async (
  engine: Engine,
  team: string,
  id: number,
  ...cells: readonly string[]
): Promise<void> => {
  const row = rowOf(keyOf(team, id), cells.map(parseCell))
  await putRow(engine, INSTANCE, { tableName: 'people', row, ...plain })
}

export const update = async (
  engine: Engine,
  team: string,
  id: number,
  ...cells: readonly string[]
): Promise<void> => {
  const rowChange = rowOf(keyOf(team, id), cells.map(parseCell))
  await updateRow(engine, INSTANCE, { tableName: 'people', rowChange, ...plain })
}

export const remove = async (engine: Engine, team: string, id: number): Promise<void> => {
  const primaryKey = rowOf(keyOf(team, id), [], true)
  await deleteRow(engine, INSTANCE, { tableName: 'people', primaryKey, ...plain })
}

export const putMany = async (
  engine: Engine,
  rows: readonly { readonly team: string; readonly id: number; readonly cells: string[] }[],
): Promise<readonly (string | undefined)[]> => {
  const { tables } = await batchWriteRow(engine, INSTANCE, {
    tables: [
      {
        tableName: 'people',
        rows: rows.map(({ team, id, cells }) => ({
          type: 'PUT' as const,
          rowChange: rowOf(keyOf(team, id), cells.map(parseCell)),
          condition: anyRow,
          returnContent: undefined,
        })),
      },
    ],
    transactionId: undefined,
    isAtomic: false,
  })
  return (tables[0]?.rows ?? []).map((row) => (row.isOk ? undefined : row.error.message))
}

export const tableOf = (engine: Pick<Engine, 'catalog'>, name: string): Table => {
  const table = engine.catalog.find(INSTANCE, name)
  if (table === undefined) throw new Error(`no table ${name}`)
  return table
}

/** All rows in the order of their keys, as clients read them. */
export const rowsOf = async (engine: Engine, name: string): Promise<string[]> =>
  (await readAll(engine, name)).map(formatRow)

const readAll = async (engine: Engine, name: string): Promise<PlainBufferRow[]> => {
  const { primaryKey } = tableOf(engine, name).description
  const bound = (value: Variant): Buffer =>
    rowOf(primaryKey.map((column) => ({ ...NO_CELL, name: column.name, value })))
  const found: PlainBufferRow[] = []
  let start: Buffer | undefined = bound(infMin())
  while (start !== undefined) {
    const page: GetRangeReply = await getRange(engine, INSTANCE, {
      tableName: name,
      direction: 'FORWARD',
      inclusiveStartPrimaryKey: start,
      exclusiveEndPrimaryKey: bound(infMax()),
      limit: undefined,
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
      columnsToGet: [],
      timeRange: undefined,
      maxVersions: 1,
      filter: undefined,
      startColumn: undefined,
      endColumn: undefined,
    })
    found.push(...decodeRows(page.rows))
    start = page.nextStartPrimaryKey
  }
  return found
}

const NO_CELL = { operation: undefined, timestamp: undefined }

/** The rows that an index must have, computed from those of its table without the index's own code. */
export const projectionOf = async (engine: Engine, meta: IndexMeta): Promise<string[]> => {
  const table = tableOf(engine, 'people').description
  const names = [
    ...meta.primaryKey,
    ...table.primaryKey.map(({ name }) => name).filter((name) => !meta.primaryKey.includes(name)),
  ]
  const rows = await readAll(engine, 'people')
  const projected = rows.flatMap(({ primaryKey, cells }) => {
    const all = [...primaryKey, ...cells]
    const key = names.flatMap((name) => all.filter((cell) => cell.name === name))
    if (key.length < names.length) return []
    const attributes = cells.filter(({ name }) => meta.definedColumns.includes(name))
    return [
      {
        key: key.map(({ value }) => value ?? infMin()),
        cells: attributes,
        deleteMarker: false,
        primaryKey: key.map((cell) => ({ ...NO_CELL, name: cell.name, value: cell.value })),
      },
    ]
  })
  projected.sort((a, b) => compareKeys(a.key, b.key))
  return projected.map(formatRow)
}

const compareKeys = (a: readonly Variant[], b: readonly Variant[]): number => {
  for (const [at, value] of a.entries()) {
    const order = compareVariants(value, b[at] ?? infMin())
    if (order !== 0) return order
  }
  return 0
}

export const caughtUp = (engine: OpenEngine, name: string): Promise<void> =>
  engine.indexes.caughtUp(tableOf(engine, name))
