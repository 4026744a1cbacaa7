import { plainRequest } from '@rowhouse/requests'
import type { Procedure, Request } from '@rowhouse/snippets'
import { consoleLimits } from '../limits.js'

/** Keeps the first call of each kind to each table, to be shown as code. */
export class SentRequests {
  readonly #firsts = new Map<string, Request | Procedure>()
  #calls = 0
  #batches = 0

  get calls(): number {
    return this.#calls
  }

  get requests(): readonly (Request | Procedure)[] {
    return [...this.#firsts.values()]
  }

  readonly note = (operation: string, body: Buffer): void => {
    this.#calls += 1
    if (this.#firsts.size >= consoleLimits.SHOWN_REQUESTS_MAX) return
    if (IMPORTS.has(operation) && ++this.#batches > consoleLimits.READ_BATCHES_MAX) return
    const request = shortened(plainRequest(operation, body))
    if (request === undefined) return
    const table = 'table' in request ? request.table : ''
    const kind = `${request.operation} ${table}`
    if (!this.#firsts.has(kind)) this.#firsts.set(kind, request)
  }
}

/** An import sends thousands of them, and only the first few are read for its tables. */
const IMPORTS: ReadonlySet<string> = new Set(['BatchWriteRow', 'BulkImport'])

/** Nobody reads a batch of 200 rows as code. */
function shortened(request: Request | Procedure | undefined) {
  if (request?.operation !== 'BatchWriteRow') return request
  return { ...request, rows: request.rows.slice(0, consoleLimits.SHOWN_BATCH_ROWS) }
}
