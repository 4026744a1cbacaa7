import {
  batchGetRow,
  batchWriteRow,
  encodeRow,
  getRange,
  getRow,
  infMax,
  infMin,
  plainCell,
  type PlainBufferCell,
  type ReadSelection,
} from '@rowhouse/protocol'
import { KEY_NAME, TABLE_NAME } from '../rows/row-shape.js'
import type { RequestSigner } from '../workloads/signed-request.js'
import { IGNORE, WIDE_TABLE, rowOf10Mb, rowOf40Mb, rowOf60Mb, wideKey } from './memory-rows.js'

/** The same request from many clients at once. */
export interface Attack {
  readonly name: string
  readonly clients: number
  readonly request: (sign: RequestSigner) => Buffer
}

export const DELETED_ROWS = 80
const BATCH_GET_KEYS = 50

export const attacks: readonly Attack[] = [
  {
    name: '500 pages of 4 MB',
    clients: 500,
    request: (sign) => sign('GetRange', getRange.encodeRequest(wholeTable())),
  },
  {
    name: '40 GetRow of 60 MB',
    clients: 40,
    request: (sign) => {
      const request = { ...NEWEST, tableName: WIDE_TABLE, primaryKey: keyRow(wideKey(rowOf60Mb)) }
      const body = getRow.encodeRequest({ ...request, token: undefined, transactionId: undefined })
      return sign('GetRow', body)
    },
  },
  {
    name: `BatchGetRow, ${BATCH_GET_KEYS} keys of 40 MB`,
    clients: 1,
    request: (sign) => {
      const key = keyRow(wideKey(rowOf40Mb))
      const primaryKeys = Array.from({ length: BATCH_GET_KEYS }, () => key)
      const table = { ...NEWEST, tableName: WIDE_TABLE, primaryKeys, tokens: [] }
      return sign('BatchGetRow', batchGetRow.encodeRequest({ tables: [table] }))
    },
  },
  {
    name: `batch of ${DELETED_ROWS} deletes of 10 MB`,
    clients: 1,
    request: (sign) => sign('BatchWriteRow', deleteRows()),
  },
]

const NEWEST: ReadSelection = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}

const wholeTable = () => ({
  ...NEWEST,
  tableName: TABLE_NAME,
  direction: 'FORWARD' as const,
  limit: undefined,
  inclusiveStartPrimaryKey: keyRow([plainCell(KEY_NAME, infMin())]),
  exclusiveEndPrimaryKey: keyRow([plainCell(KEY_NAME, infMax())]),
  token: undefined,
  transactionId: undefined,
  dataBlockTypeHint: 'DBT_PLAIN_BUFFER' as const,
  returnEntirePrimaryKeys: true,
})

const deleteRows = (): Buffer => {
  const rows = Array.from({ length: DELETED_ROWS }, (_, index) => ({
    type: 'DELETE' as const,
    rowChange: encodeRow({
      primaryKey: wideKey(rowOf10Mb(index)),
      cells: [],
      deleteMarker: true,
    }),
    condition: IGNORE,
    returnContent: undefined,
  }))
  const tables = [{ tableName: WIDE_TABLE, rows }]
  return batchWriteRow.encodeRequest({ tables, transactionId: undefined, isAtomic: false })
}

const keyRow = (primaryKey: readonly PlainBufferCell[]): Buffer =>
  encodeRow({ primaryKey, cells: [], deleteMarker: false })
