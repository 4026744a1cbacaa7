import { plainRequest } from '@rowhouse/requests'
import type { Request } from '@rowhouse/snippets'
import { consoleLimits } from '../limits.js'

/** Keeps the first call of each kind to each table, to be shown as code. */
export class SentRequests {
  readonly #firsts = new Map<string, Request>()
  #calls = 0

  get calls(): number {
    return this.#calls
  }

  get requests(): readonly Request[] {
    return [...this.#firsts.values()]
  }

  readonly note = (operation: string, body: Buffer): void => {
    this.#calls += 1
    if (this.#firsts.size >= consoleLimits.SHOWN_REQUESTS_MAX || IMPORTS.has(operation)) return
    const request = plainRequest(operation, body)
    if (request === undefined) return
    const table = 'table' in request ? request.table : ''
    const kind = `${operation} ${table}`
    if (!this.#firsts.has(kind)) this.#firsts.set(kind, request)
  }
}

/** Nobody reads a batch of 200 rows as code, and an import sends thousands of them. */
const IMPORTS: ReadonlySet<string> = new Set(['BatchWriteRow', 'BulkImport'])
