import {
  type Condition,
  batchWriteRow,
  createTable,
  type PlainBufferCell,
  encodeRow,
  plainCell,
  stringVariant,
  updateRow,
} from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { plainTable } from '../loader/create-table.js'
import { encodeBatch } from '../rows/batch-template.js'
import { KEY_NAME, TABLE_NAME } from '../rows/row-shape.js'
import { keyCell, putCell } from '../rows/row-templates.js'
import { requestSigner } from '../workloads/signed-request.js'

/** The size of one column: about the largest that the service accepts. */
const COLUMN_BYTES = 2_000_000
const NAME_COLUMN = { name: 'name', type: 'STRING', autoIncrement: false } as const
const SMALL_ROWS = 10_000
const SMALL_ROW_BYTES = 1_000
const SMALL_ROWS_PER_BATCH = 200

export const IGNORE: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }
const smallKey = (index: number): string => `a${String(index).padStart(8, '0')}`
/** Rows of large columns share a table and a partition-key value: a batch of them is one group. */
export const WIDE_TABLE = 'wide'
export const wideKey = (name: string): PlainBufferCell[] => [
  keyCell('all'),
  plainCell('name', stringVariant(name)),
]
export const rowOf60Mb = '60'
export const rowOf40Mb = '40'
export const rowOf10Mb = (index: number): string => `10-${String(index).padStart(3, '0')}`

/** Writes the rows for the attacks over the protocol: small rows, and rows of many large columns. */
export async function loadMemoryRows(endpoint: Endpoint, rowsOf10Mb: number): Promise<void> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const ask = async (operation: string, body: Buffer): Promise<Buffer> => {
    const reply = await connection.request(sign(operation, body))
    if (reply.status === 200) return reply.body
    throw new Error(`${operation} answered ${reply.status}: ${reply.body.toString('latin1')}`)
  }
  try {
    const small = plainTable(TABLE_NAME, KEY_NAME)
    const primaryKey = [...small.tableMeta.primaryKey, NAME_COLUMN]
    const wideMeta = { ...small.tableMeta, tableName: WIDE_TABLE, primaryKey }
    for (const request of [small, { ...small, tableMeta: wideMeta }])
      await ask('CreateTable', createTable.encodeRequest(request))
    for (let from = 0; from < SMALL_ROWS; from += SMALL_ROWS_PER_BATCH) {
      const rows = Array.from({ length: SMALL_ROWS_PER_BATCH }, (_, i) => smallRow(from + i))
      const { tables } = batchWriteRow.decodeReply(await ask('BatchWriteRow', encodeBatch(rows)))
      if (tables.some((table) => table.rows.some(({ isOk }) => !isOk))) throw new Error('refused')
    }
    const rows = [
      { key: rowOf60Mb, columns: 30 },
      { key: rowOf40Mb, columns: 20 },
      ...Array.from({ length: rowsOf10Mb }, (_, i) => ({ key: rowOf10Mb(i), columns: 5 })),
    ]
    for (const { key, columns } of rows) {
      for (let column = 0; column < columns; column++) {
        await ask('UpdateRow', oneColumn(key, column))
      }
    }
  } finally {
    connection.close()
  }
}

const smallRow = (index: number): Buffer =>
  encodeRow({
    primaryKey: [keyCell(smallKey(index))],
    cells: [putCell('text', 'x'.repeat(SMALL_ROW_BYTES))],
    deleteMarker: false,
  })

const oneColumn = (key: string, column: number): Buffer =>
  updateRow.encodeRequest({
    tableName: WIDE_TABLE,
    rowChange: encodeRow({
      primaryKey: wideKey(key),
      cells: [putCell(`column-${String(column).padStart(3, '0')}`, 'x'.repeat(COLUMN_BYTES))],
      deleteMarker: false,
    }),
    condition: IGNORE,
    returnContent: undefined,
    transactionId: undefined,
  })
