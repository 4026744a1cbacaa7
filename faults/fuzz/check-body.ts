import {
  type RowError,
  addDefinedColumn,
  batchGetRow,
  batchWriteRow,
  createTable,
  decodeRows,
  deleteDefinedColumn,
  deleteRow,
  deleteTable,
  describeTable,
  getRange,
  getRow,
  listTable,
  putRow,
  updateRow,
  updateTable,
  createSearchIndex,
  updateSearchIndex,
  listSearchIndex,
  describeSearchIndex,
  deleteSearchIndex,
  search,
  computeSplits,
  parallelScan,
  createIndex,
  dropIndex,
  startLocalTransaction,
  commitTransaction,
  abortTransaction,
  bulkImport,
  bulkExport,
  computeSplitPointsBySize,
} from '@rowhouse/protocol'
import { isUnwelcome } from './expectation.js'

type IsKnown = (code: string) => boolean

/** Decodes a reply down to its cells. Throws when it cannot be decoded; returns any other problem. */
type BodyCheck = (body: Buffer, isKnown: IsKnown) => string | undefined

const SIMPLE_ROW_MATRIX = 0x304d5253

const decodes =
  (decode: (body: Buffer) => unknown): BodyCheck =>
  (body) => {
    decode(body)
    return undefined
  }

/** A write returns at most one row. */
const returnsRow =
  (decode: (body: Buffer) => { readonly row: Buffer | undefined }): BodyCheck =>
  (body) =>
    atMostOneRow(decode(body).row)

const checks: ReadonlyMap<string, BodyCheck> = new Map<string, BodyCheck>([
  ['CreateTable', decodes(createTable.decodeReply)],
  ['ListTable', decodes(listTable.decodeReply)],
  ['DescribeTable', decodes(describeTable.decodeReply)],
  ['UpdateTable', decodes(updateTable.decodeReply)],
  ['DeleteTable', decodes(deleteTable.decodeReply)],
  ['AddDefinedColumn', decodes(addDefinedColumn.decodeReply)],
  ['DeleteDefinedColumn', decodes(deleteDefinedColumn.decodeReply)],
  ['GetRow', returnsRow(getRow.decodeReply)],
  ['PutRow', returnsRow(putRow.decodeReply)],
  ['UpdateRow', returnsRow(updateRow.decodeReply)],
  ['DeleteRow', returnsRow(deleteRow.decodeReply)],
  ['GetRange', checkRange],
  [
    'BatchGetRow',
    (body, isKnown) => checkBatch(batchGetRow.decodeReply(body).tables, isKnown, true),
  ],
  [
    'BatchWriteRow',
    (body, isKnown) => checkBatch(batchWriteRow.decodeReply(body).tables, isKnown, false),
  ],
  ['CreateSearchIndex', decodes(createSearchIndex.decodeReply)],
  ['UpdateSearchIndex', decodes(updateSearchIndex.decodeReply)],
  ['ListSearchIndex', decodes(listSearchIndex.decodeReply)],
  ['DescribeSearchIndex', decodes(describeSearchIndex.decodeReply)],
  ['DeleteSearchIndex', decodes(deleteSearchIndex.decodeReply)],
  ['Search', decodes(search.decodeReply)],
  ['ComputeSplits', decodes(computeSplits.decodeReply)],
  ['ParallelScan', decodes(parallelScan.decodeReply)],
  ['CreateIndex', decodes(createIndex.decodeReply)],
  ['DropIndex', decodes(dropIndex.decodeReply)],
  ['StartLocalTransaction', decodes(startLocalTransaction.decodeReply)],
  ['CommitTransaction', decodes(commitTransaction.decodeReply)],
  ['AbortTransaction', decodes(abortTransaction.decodeReply)],
  ['BulkImport', decodes(bulkImport.decodeReply)],
  ['BulkExport', decodes(bulkExport.decodeReply)],
  ['ComputeSplitPointsBySize', decodes(computeSplitPointsBySize.decodeReply)],
])

/** The operations that the server serves. It must refuse all others. */
export const servedOperations: readonly string[] = [...checks.keys()]

/** The problem with the body of a 200, or undefined. */
export function checkBody(operation: string, body: Buffer, isKnown: IsKnown): string | undefined {
  const check = checks.get(operation)
  if (check === undefined) return `200 for ${operation}`
  try {
    return check(body, isKnown)
  } catch (error) {
    return `a reply that cannot be decoded: ${error instanceof Error ? error.message : String(error)}`
  }
}

function atMostOneRow(row: Buffer | undefined): string | undefined {
  const count = row === undefined ? 0 : decodeRows(row).length
  return count > 1 ? `${count} rows instead of one` : undefined
}

function checkRange(body: Buffer): string | undefined {
  const reply = getRange.decodeReply(body)
  if (reply.nextStartPrimaryKey !== undefined) decodeRows(reply.nextStartPrimaryKey)
  if (reply.dataBlockType === 'DBT_PLAIN_BUFFER') {
    decodeRows(reply.rows)
    return undefined
  }
  const isMatrix = reply.rows.length > 4 && reply.rows.readInt32LE(0) === SIMPLE_ROW_MATRIX
  return isMatrix ? undefined : 'no SimpleRowMatrix'
}

type RowInBatch =
  | { readonly isOk: true; readonly row: Buffer | undefined }
  | { readonly isOk: false; readonly error: RowError }

function checkBatch(
  tables: readonly { readonly rows: readonly RowInBatch[] }[],
  isKnown: IsKnown,
  mayBeBusy: boolean,
): string | undefined {
  for (const row of tables.flatMap((table) => table.rows)) {
    // Rows that do not fit into the reply have this error, and clients ask for them again.
    if (!row.isOk && mayBeBusy && row.error.code === 'OTSServerBusy') continue
    const problem = row.isOk ? atMostOneRow(row.row) : rowErrorProblem(row.error, isKnown)
    if (problem !== undefined) return problem
  }
  return undefined
}

function rowErrorProblem({ code, message }: RowError, isKnown: IsKnown): string | undefined {
  if (!isKnown(code)) return `unknown code ${code} of a row`
  if (isUnwelcome(code)) return `${code} of a row: ${message}`
  return message.trim() === '' ? `${code} of a row without a text` : undefined
}
