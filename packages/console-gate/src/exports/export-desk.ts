import type { SendMessage } from '@rowhouse/requests'
import { withAllColumns } from './all-columns.js'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { z } from 'zod/mini'
import { securityHeaders } from '../http/security-headers.js'
import { consoleLimits } from '../limits.js'
import { Refusal, notOwn } from '../refusal.js'
import { mayOpen } from '../sessions/sign-in.js'
import {
  type AskedExport,
  type ExportProgress,
  exportFormats,
  GateJsonError,
  readGateJson,
} from '../shapes/index.js'
import type { Asking, VisitorCalls } from '../visitor-calls.js'
import { exportParquet } from './export-parquet.js'
import { exportText } from './export-text.js'

interface KeptExport {
  readonly instance: string
  readonly stopping: AbortController
  progress: ExportProgress
}

/** Streams rows as files, tells how far each has come, and stops them. */
export class ExportDesk {
  readonly #calls: VisitorCalls
  /** By the id that the page has chosen, the oldest first. */
  readonly #kept = new Map<string, KeptExport>()

  constructor(calls: VisitorCalls) {
    this.#calls = calls
  }

  progress(asking: Asking, id: string): ExportProgress {
    return this.#find(asking, id).progress
  }

  stop(asking: Asking, id: string): object {
    this.#find(asking, id).stopping.abort()
    return {}
  }

  /** A connection that breaks before the end is a failed download: nobody takes a part for the whole. */
  async stream(asking: Asking, id: string, text: string, response: ServerResponse): Promise<void> {
    const asked = askedOf(text)
    const stopping = new AbortController()
    const signal = AbortSignal.any([asking.signal, stopping.signal])
    const send = this.#calls.sender({ ...asking, signal }, asked.request.operation)
    const kept = this.#begin(asking.instance, id, stopping)
    try {
      const whole = await this.#withColumns(send, asked, kept)
      const pieces = asked.format === 'parquet' ? exportParquet : exportText
      for await (const piece of pieces(send, whole)) {
        if (!response.headersSent) response.writeHead(200, headersOf(asked))
        if (signal.aborted) throw new Refusal(410, 'the export was stopped')
        const { rows, bytes } = kept.progress
        const size = piece.bytes.length
        kept.progress = { state: 'running', rows: rows + piece.rows, bytes: bytes + size }
        if (!response.write(piece.bytes)) await once(response, 'drain', { signal })
      }
      kept.progress = { ...kept.progress, state: 'done' }
      response.end()
    } catch (error) {
      const reason = error instanceof Refusal ? { reason: error.message } : {}
      kept.progress = signal.aborted
        ? { ...kept.progress, state: 'stopped' }
        : { ...kept.progress, state: 'failed', ...reason }
      if (!response.headersSent) throw error
      response.destroy()
    }
  }

  /** Where all columns are wanted, they are found first: no more can be added once the file has begun. */
  #withColumns(send: SendMessage, asked: AskedExport, kept: KeptExport): Promise<AskedExport> {
    if (asked.allColumns !== true || asked.format === 'ndjson') return Promise.resolve(asked)
    let read = 0
    const tell = (rows: number): void => {
      if (kept.stopping.signal.aborted) throw new Refusal(410, 'the export was stopped')
      read += rows
      kept.progress = { state: 'finding', rows: read, bytes: 0 }
    }
    tell(0)
    return withAllColumns(send, asked, tell).finally(() => {
      kept.progress = { state: 'running', rows: 0, bytes: 0 }
    })
  }

  #begin(instance: string, id: string, stopping: AbortController): KeptExport {
    if (this.#kept.has(id)) throw new Refusal(409, 'there is an export of this id')
    const running = [...this.#kept.values()].filter(isUnderWay)
    if (running.length >= consoleLimits.EXPORTS_AT_ONCE) {
      throw new Refusal(429, 'too many exports are running: wait, or stop one')
    }
    const kept: KeptExport = {
      instance,
      stopping,
      progress: { state: 'running', rows: 0, bytes: 0 },
    }
    this.#kept.set(id, kept)
    for (const [old, each] of this.#kept) {
      if (this.#kept.size <= consoleLimits.EXPORTS_KEPT) break
      if (!isUnderWay(each)) this.#kept.delete(old)
    }
    return kept
  }

  #find({ visitor, instance }: Asking, id: string): KeptExport {
    if (!mayOpen(visitor, instance)) throw notOwn(instance)
    const kept = this.#kept.get(id)
    if (kept?.instance !== instance) throw new Refusal(404, 'there is no such export')
    return kept
  }
}

const isUnderWay = ({ progress: { state } }: KeptExport): boolean =>
  state === 'running' || state === 'finding'

function askedOf(text: string): AskedExport {
  try {
    const asked = askedShape.safeParse(readGateJson(text))
    if (asked.success) return asked.data
  } catch (error) {
    if (!(error instanceof GateJsonError)) throw error
  }
  throw new Refusal(400, 'the address asks for no export')
}

const askedShape = z.object({
  request: z.custom<AskedExport['request']>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'operation' in value &&
      value.operation === 'GetRange' &&
      'start' in value &&
      Array.isArray(value.start),
  ),
  format: z.enum(exportFormats),
  columns: z.array(z.string()),
  types: z.array(z.enum(['STRING', 'INTEGER', 'DOUBLE', 'BOOLEAN', 'BINARY'])),
  allColumns: z.optional(z.boolean()),
})

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const

const headersOf = ({ request, format }: AskedExport) => ({
  ...securityHeaders,
  'content-type': TYPES[format],
  'content-disposition': `attachment; filename="${request.table}.${format}"`,
  'cache-control': 'no-store',
})
