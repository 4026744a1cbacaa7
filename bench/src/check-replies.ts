import { batchWriteRow, decodeRows, getRange, getRow } from '@rowhouse/protocol'
import { type Endpoint, type Reply, RequestingConnection } from './load/connection.js'
import { rowFailure } from './loader/load-rows.js'
import { seededRandom, textSource } from './rows/random.js'
import { PUBLISHED_SHAPE } from './rows/row-shape.js'
import { tablestoreRequests } from './workloads/tablestore-requests.js'
import { BATCH_ROWS, type Workload, type WorkloadName } from './workloads/workload.js'

/**
 * Sends one request of each workload and decodes the reply to the last cell, before anything is timed, so
 * that no wrong server is measured. Returns the sizes of the bodies, which are the same for all replies of
 * a workload.
 */
export async function checkReplies(
  endpoint: Endpoint,
  rows: number,
  workloads: readonly Workload[],
): Promise<Map<WorkloadName, number>> {
  const random = seededRandom(1)
  const host = `${endpoint.host}:${endpoint.port}`
  const target = { host, rows, shape: PUBLISHED_SHAPE, random, text: textSource(random) }
  const connection = new RequestingConnection(endpoint)
  const sizes = new Map<WorkloadName, number>()
  for (const workload of workloads) {
    const reply = await connection.request(tablestoreRequests(workload.name, target)())
    const fault = faultIn(workload, reply)
    if (fault !== undefined) throw new Error(`${workload.title}: ${fault}`)
    sizes.set(workload.name, reply.body.length)
  }
  connection.close()
  return sizes
}

function faultIn(workload: Workload, { status, body }: Reply): string | undefined {
  if (status !== 200) return `status ${status}, ${body.toString('latin1')}`
  switch (workload.name) {
    case 'get-row':
    case 'get-row-hot':
      return faultInRows(getRow.decodeReply(body).row, 1)
    case 'get-range-100':
    case 'get-range-5000':
      return faultInRows(getRange.decodeReply(body).rows, workload.rowsPerRequest)
    case 'batch-write-row': {
      const written = batchWriteRow.decodeReply(body).tables[0]?.rows.length
      return written === BATCH_ROWS ? rowFailure(body) : `${written} rows written`
    }
    default:
      return undefined
  }
}

function faultInRows(plainBuffer: Buffer, expected: number): string | undefined {
  const rows = decodeRows(plainBuffer)
  if (rows.length !== expected) return `${rows.length} rows instead of ${expected}`
  for (const { primaryKey, cells } of rows) {
    if (primaryKey.length !== 1 || cells.length !== PUBLISHED_SHAPE.columns) {
      return `a row with ${primaryKey.length} key and ${cells.length} other columns`
    }
    for (const { value } of cells) {
      if (value?.length !== PUBLISHED_SHAPE.columnBytes + 5) return 'a value of another length'
    }
  }
  return undefined
}
