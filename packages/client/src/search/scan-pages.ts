import { type Query, type SearchColumnsToGet, parallelScan } from '@rowhouse/protocol'
import type { Call } from '../calls/call.js'
import { clientLimits } from '../limits.js'
import { decodeFound } from '../rows/decode-typed-row.js'
import type { TableLayout } from '../rows/table-layout.js'
import type { RowOf, TableSchema } from '../schema/define-table.js'
import type { ScanOptions } from './search-index.js'

/** One session of a parallel scan. */
export interface Scan<S extends TableSchema> {
  readonly layout: TableLayout<S>
  readonly call: Call
  readonly tableName: string
  readonly indexName: string
  readonly sessionId: Buffer
  readonly maxParallel: number
  readonly query: Query
  readonly columnsToGet: SearchColumnsToGet
  readonly options: ScanOptions<S>
}

/** A session ends so many seconds after its last page. */
const ALIVE_SECONDS = 60

/** The pages of one part. Each page but the last has a token for the next. */
export async function* scanPart<S extends TableSchema>(
  scan: Scan<S>,
  part: number,
): AsyncGenerator<readonly RowOf<S>[], void, undefined> {
  const { tableName, indexName, columnsToGet, sessionId, maxParallel, query, options } = scan
  let token: Buffer | undefined
  do {
    const scanQuery = {
      query,
      limit: options.pageRows ?? clientLimits.SCAN_PAGE_ROWS,
      aliveTime: ALIVE_SECONDS,
      token,
      currentParallelId: part,
      maxParallel,
    }
    const request = {
      tableName,
      indexName,
      columnsToGet,
      sessionId,
      scanQuery,
      timeoutMs: undefined,
      withoutTimes: true,
    }
    const reply = await scan.call(parallelScan, request, options)
    yield reply.rows.map((row) => decodeFound(scan.layout, row))
    token = reply.nextToken
  } while (token !== undefined)
}
