import { type Dispatcher, Pool } from 'undici'
import { clientLimits } from '../limits.js'
import { readReplyHeaders } from './reply-headers.js'
import { type Ending, type Reply, type Transport, TransportError } from './transport.js'

/** A pool of open connections, each with one request at a time. */
export function createHttpTransport(origin: string, connections: number): Transport {
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: clientLimits.CONNECT_MS },
    keepAliveTimeout: clientLimits.KEEP_ALIVE_MS,
    maxResponseSize: clientLimits.REPLY_BYTES_MAX,
    // The deadline of the call is used instead.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    send: (operation, headers, body, ending) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange(resolve, reject, ending)
        const path = `/${operation}`
        pool.dispatch({ path, method: 'POST', headers, body }, exchange)
      }),
    close: () => pool.destroy(),
  }
}

const NOT_SENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** One request in flight, with callbacks for the pool. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: Reply) => void
  readonly #reject: (error: unknown) => void
  readonly #ending: Ending
  #abort: ((error?: Error) => void) | undefined
  #status = 0
  #headers: Buffer[] = []
  #first: Buffer | undefined
  #more: Buffer[] | undefined

  constructor(resolve: (reply: Reply) => void, reject: (error: unknown) => void, ending: Ending) {
    this.#resolve = resolve
    this.#reject = reject
    this.#ending = ending
    ending.onEnd = (reason) => {
      reject(reason)
      this.#abort?.(reason)
    }
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort
    const { reason } = this.#ending
    if (reason !== undefined) abort(reason)
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    this.#status = status
    this.#headers = headers
    return true
  }

  onData(chunk: Buffer): boolean {
    if (this.#first === undefined) this.#first = chunk
    else (this.#more ??= [this.#first]).push(chunk)
    return true
  }

  onComplete(): void {
    this.#ending.onEnd = undefined
    const body = this.#more === undefined ? (this.#first ?? EMPTY) : Buffer.concat(this.#more)
    this.#resolve({ status: this.#status, headers: readReplyHeaders(this.#headers), body })
  }

  onError(error: Error): void {
    this.#ending.onEnd = undefined
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    this.#reject(new TransportError(error.message, NOT_SENT.has(code), error))
  }
}

const EMPTY = Buffer.alloc(0)
