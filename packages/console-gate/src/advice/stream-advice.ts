import type { ServerResponse } from 'node:http'
import { securityHeaders } from '../http/security-headers.js'
import { REFUSAL_CODE, Refusal } from '../refusal.js'
import { type AdviceLine, writeGateJson } from '../shapes/index.js'
import type { AdviceDesk } from './advice-desk.js'
import { type AdvisedTable, adviseTable, moreBounds } from './advise-table.js'

/** Advice by more rows and columns: lines that tell how many rows are read, and then the advice. */
export async function streamAdvice(
  desk: Pick<AdviceDesk, 'advise'>,
  advised: Omit<AdvisedTable, 'bounds'>,
  signal: AbortSignal,
  response: ServerResponse,
): Promise<void> {
  const tell = (line: AdviceLine): void => {
    if (!response.headersSent) {
      const type = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
      response.writeHead(200, { ...securityHeaders, ...type })
    }
    response.write(`${writeGateJson(line)}\n`)
  }
  const bounds = { ...moreBounds, onRows: (rows: number) => tell({ rows }) }
  try {
    tell({ advice: await adviseTable(desk, { ...advised, bounds }, signal) })
  } catch (error) {
    // Before the first line a refusal has a status of its own.
    if (!response.headersSent || !(error instanceof Refusal)) throw error
    tell({ refused: { code: REFUSAL_CODE, message: error.message } })
  }
  response.end()
}
