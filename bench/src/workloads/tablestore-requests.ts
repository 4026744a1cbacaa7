import {
  type Condition,
  encodeFilter,
  encodeRow,
  type GetRangeRequest,
  getRange,
  getRow,
  infMax,
  plainCell,
  putRow,
  type ReadSelection,
  stringVariant,
  updateRow,
} from '@rowhouse/protocol'
import { BatchTemplate } from '../rows/batch-template.js'
import { columnName, KEY_NAME, keyOf, type RowShape, TABLE_NAME } from '../rows/row-shape.js'
import { keyCell, putCell, RowTemplates } from '../rows/row-templates.js'
import { type RequestSigner, requestSigner } from './signed-request.js'
import { BATCH_ROWS, HOT_ROWS, type WorkloadName, workloadNamed } from './workload.js'

export interface TablestoreTarget {
  readonly host: string
  readonly rows: number
  readonly shape: RowShape
  readonly random: () => number
  readonly text: (length: number) => string
}

const LATEST_VERSION: ReadSelection = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}

const IGNORE: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }

/** Makes whole signed requests of one workload, one per call. */
export function tablestoreRequests(name: WorkloadName, target: TablestoreTarget): () => Buffer {
  const sign = requestSigner(target.host)
  const anyRow = (): number => Math.floor(target.random() * target.rows)
  switch (name) {
    case 'get-row':
      return () => getRowRequest(sign, anyRow())
    case 'get-row-hot': {
      const next = hotCounters(target.rows)
      return () => getRowRequest(sign, next())
    }
    case 'put-row': {
      const templates = new RowTemplates(target.shape, target.text)
      return () => putRowRequest(sign, templates.row(anyRow()))
    }
    case 'update-row':
      return () => updateRowRequest(sign, target, anyRow())
    case 'batch-write-row': {
      const batch = new BatchTemplate(new RowTemplates(target.shape, target.text), BATCH_ROWS)
      return () => batchRequest(sign, target, batch, anyRow())
    }
    case 'get-range-100':
    case 'get-range-5000': {
      const { rowsPerRequest } = workloadNamed(name)
      return () => getRangeRequest(sign, target, rowsPerRequest)
    }
  }
}

/** Returns every row of the hot set once before any repeats, so that a pool of requests covers the set. */
export function hotCounters(rows: number): () => number {
  const hotRows = Math.min(rows, HOT_ROWS)
  let counter = 0
  return () => {
    counter = (counter + HOT_STEP) % hotRows
    return counter
  }
}

/** A prime, so that the steps visit every row of any smaller set. */
const HOT_STEP = 1_000_003

export function getRowRequest(sign: RequestSigner, counter: number): Buffer {
  const primaryKey = keyRow(keyCell(keyOf(counter)))
  const request = { ...LATEST_VERSION, tableName: TABLE_NAME, primaryKey }
  const body = getRow.encodeRequest({ ...request, token: undefined, transactionId: undefined })
  return sign('GetRow', body)
}

function putRowRequest(sign: RequestSigner, row: Buffer): Buffer {
  const request = { tableName: TABLE_NAME, row, condition: IGNORE, ...NOTHING_MORE }
  return sign('PutRow', putRow.encodeRequest(request))
}

const NOTHING_MORE = { returnContent: undefined, transactionId: undefined }

/** Sets one column of a row that must exist and whose first column must not have a certain value. */
function updateRowRequest(
  sign: RequestSigner,
  { shape, text }: TablestoreTarget,
  counter: number,
): Buffer {
  const rowChange = encodeRow({
    primaryKey: [keyCell(keyOf(counter))],
    cells: [putCell(columnName(1), text(shape.columnBytes))],
    deleteMarker: false,
  })
  const columnCondition = encodeFilter({
    kind: 'single',
    comparator: 'NOT_EQUAL',
    columnName: columnName(0),
    value: stringVariant('none'),
    filterIfMissing: true,
    latestVersionOnly: true,
    transfer: undefined,
  })
  const condition: Condition = { rowExistence: 'EXPECT_EXIST', columnCondition }
  const request = { tableName: TABLE_NAME, rowChange, condition, ...NOTHING_MORE }
  return sign('UpdateRow', updateRow.encodeRequest(request))
}

/** Rows that follow each other in the loading order, so their keys are spread over the table. */
function batchRequest(
  sign: RequestSigner,
  target: TablestoreTarget,
  batch: BatchTemplate,
  first: number,
): Buffer {
  const counters = Array.from({ length: BATCH_ROWS }, (_, i) => (first + i) % target.rows)
  return sign('BatchWriteRow', batch.body(counters))
}

/** A range from a random key that has enough rows after it. */
function getRangeRequest(
  sign: RequestSigner,
  { rows, random }: TablestoreTarget,
  limit: number,
): Buffer {
  const share = Math.max(0, 1 - (limit * 2) / rows)
  const start = `user${String(Math.floor(random() * share * 2 ** 52)).padStart(16, '0')}`
  const end = plainCell(KEY_NAME, infMax())
  const request: GetRangeRequest = {
    ...LATEST_VERSION,
    tableName: TABLE_NAME,
    direction: 'FORWARD',
    limit,
    inclusiveStartPrimaryKey: keyRow(keyCell(start)),
    exclusiveEndPrimaryKey: keyRow(end),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  }
  return sign('GetRange', getRange.encodeRequest(request))
}

function keyRow(cell: ReturnType<typeof keyCell>): Buffer {
  return encodeRow({ primaryKey: [cell], cells: [], deleteMarker: false })
}
