import { pagedSearch } from '../queries/search-workloads.js'
import type { ColumnsToGet, OrderServer } from '../server/order-server.js'

export interface PagingFigures {
  readonly rowsPerPage: number
  readonly rows: number
  readonly seconds: number
}

/** Pages are followed for so long; the report has the rows until then. */
const SECONDS_MAX = 60

/** Follows tokens until so many rows were read, one page after the other. */
export async function pageThrough(
  server: OrderServer,
  rowsPerPage: number,
  rowsMax: number,
  columns: ColumnsToGet,
): Promise<PagingFigures> {
  const startedAt = performance.now()
  let rows = 0
  let token: Buffer | undefined
  do {
    const reply = await server.search(pagedSearch(rowsPerPage, token), columns)
    rows += reply.rows.length
    token = reply.nextToken
    if (performance.now() - startedAt > SECONDS_MAX * 1000) break
  } while (token !== undefined && rows < rowsMax)
  return { rowsPerPage, rows, seconds: (performance.now() - startedAt) / 1000 }
}
