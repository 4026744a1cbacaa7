import { setTimeout as delay } from 'node:timers/promises'
import { batchWriteRow } from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { BatchTemplate } from '../rows/batch-template.js'
import { seededRandom, textSource } from '../rows/random.js'
import type { RowShape } from '../rows/row-shape.js'
import { RowTemplates } from '../rows/row-templates.js'
import { requestSigner } from '../workloads/signed-request.js'
import { BATCH_ROWS } from '../workloads/workload.js'

const ATTEMPTS_MAX = 20
const RETRY_DELAY_MS = 250

export interface LoadRowsOptions {
  readonly endpoint: Endpoint
  readonly shape: RowShape
  /** The counters [from, to) become rows; a resumed load begins at the last acknowledged row. */
  readonly from: number
  readonly to: number
  readonly connections: number
  /** Called when `loaded` grows: all rows below this counter are acknowledged. */
  readonly onLoaded: (loaded: number) => void
  readonly stopped: () => boolean
}

/** Loads rows in random key order: batches of 200 over several connections at once. */
export async function loadRows(options: LoadRowsOptions): Promise<void> {
  const { endpoint, from, to, connections, shape } = options
  const templates = new RowTemplates(shape, textSource(seededRandom(5)))
  const frontier = new Frontier(from, options.onLoaded)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  let next = from
  const writer = async (): Promise<void> => {
    const connection = new RequestingConnection(endpoint)
    const full = new BatchTemplate(templates, BATCH_ROWS)
    try {
      while (next < to && !options.stopped()) {
        const first = next
        const rows = Math.min(BATCH_ROWS, to - first)
        next = first + rows
        const batch = rows === BATCH_ROWS ? full : new BatchTemplate(templates, rows)
        const counters = Array.from({ length: rows }, (_, index) => first + index)
        await writeBatch(connection, sign('BatchWriteRow', batch.body(counters)))
        frontier.add(first, rows)
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: connections }, writer))
}

async function writeBatch(connection: RequestingConnection, request: Buffer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await connection.request(request)
    const failure = status === 200 ? rowFailure(body) : `${status} ${body.toString('latin1')}`
    if (failure === undefined) return
    if (attempt === ATTEMPTS_MAX) throw new Error(`A batch failed to the last: ${failure}`)
    await delay(RETRY_DELAY_MS)
  }
}

/** The first error of a row inside a reply of a batch. */
export function rowFailure(body: Buffer): string | undefined {
  for (const { rows } of batchWriteRow.decodeReply(body).tables) {
    for (const row of rows) if (!row.isOk) return `${row.error.code}: ${row.error.message}`
  }
  return undefined
}

/** Batches end out of order; all batches below the frontier have ended. */
class Frontier {
  #loaded: number
  readonly #ahead = new Map<number, number>()
  readonly #onLoaded: (loaded: number) => void

  constructor(loaded: number, onLoaded: (loaded: number) => void) {
    this.#loaded = loaded
    this.#onLoaded = onLoaded
  }

  add(first: number, rows: number): void {
    this.#ahead.set(first, rows)
    const before = this.#loaded
    for (let step = this.#step(); step > 0; step = this.#step()) this.#loaded += step
    if (this.#loaded > before) this.#onLoaded(this.#loaded)
  }

  #step(): number {
    const rows = this.#ahead.get(this.#loaded)
    if (rows === undefined) return 0
    this.#ahead.delete(this.#loaded)
    return rows
  }
}
