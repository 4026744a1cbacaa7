import { createTable, type CreateTableRequest } from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { KEY_NAME, TABLE_NAME } from '../rows/row-shape.js'
import { requestSigner } from '../workloads/signed-request.js'

/** The columns of the table's secondary indexes. */
export interface IndexedColumns {
  readonly definedColumns: CreateTableRequest['tableMeta']['definedColumns']
  readonly indexMetas: CreateTableRequest['indexMetas']
}

/** Creates the table of the benchmarks, unless it exists. */
export async function createBenchTable(
  endpoint: Endpoint,
  indexed: IndexedColumns = { definedColumns: [], indexMetas: [] },
): Promise<void> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const plain = plainTable(TABLE_NAME, KEY_NAME)
  const { definedColumns, indexMetas } = indexed
  const request = { ...plain, tableMeta: { ...plain.tableMeta, definedColumns }, indexMetas }
  const bytes = sign('CreateTable', createTable.encodeRequest(request))
  const { status, body } = await connection.request(bytes)
  connection.close()
  const text = body.toString('latin1')
  if (status !== 200 && !text.includes('OTSObjectAlreadyExist')) {
    throw new Error(`CreateTable answered ${status}: ${text}`)
  }
}

/** A table with one text as key, one version, and no time to live. */
export function plainTable(tableName: string, keyColumn: string): CreateTableRequest {
  return {
    tableMeta: {
      tableName,
      primaryKey: [{ name: keyColumn, type: 'STRING', autoIncrement: false }],
      definedColumns: [],
    },
    reservedThroughput: { read: 0, write: 0 },
    tableOptions: {
      timeToLive: -1,
      maxVersions: 1,
      deviationCellVersionInSec: undefined,
      allowUpdate: undefined,
      updateFullRow: undefined,
    },
    partitions: [],
    streamSpec: undefined,
    sseSpec: undefined,
    indexMetas: [],
    enableLocalTxn: false,
  }
}
