import { setMaxListeners } from 'node:events'
import { ClientCode } from '../errors.js'
import type { Ending } from '../transport/transport.js'

/** Why a call ended early: it timed out, or its caller aborted it. */
export class CallEnded extends Error {
  override readonly name = 'CallEnded'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/**
 * Ends one call with its retries after its time, or when its caller's signal aborts. Every call has one,
 * so it is a timer instead of an AbortController, which costs as much as signing the request.
 */
export class Deadline implements Ending {
  reason: CallEnded | undefined
  onEnd: ((reason: Error) => void) | undefined
  readonly #timer: NodeJS.Timeout
  readonly #callers: AbortSignal | undefined

  constructor(timeoutMs: number, callers: AbortSignal | undefined) {
    this.#callers = callers
    this.#timer = setTimeout(() => {
      this.#end(ClientCode.TIMEOUT, `no answer within ${timeoutMs} ms`)
    }, timeoutMs)
    if (callers === undefined) return
    // Node.js takes more than ten listeners for a leak; so many calls may share a signal.
    setMaxListeners(0, callers)
    callers.addEventListener('abort', this.#onAbort, { once: true })
    if (callers.aborted) this.#onAbort()
  }

  readonly #onAbort = (): void =>
    this.#end(ClientCode.ABORTED, 'the caller gave the call up', this.#callers?.reason)

  #end(code: string, message: string, cause?: unknown): void {
    if (this.reason !== undefined) return
    this.reason = new CallEnded(code, message, cause)
    this.onEnd?.(this.reason)
  }

  throwIfEnded(): void {
    if (this.reason !== undefined) throw this.reason
  }

  /** Rejects with CallEnded when the call ends first. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.reason !== undefined) return reject(this.reason)
      const timer = setTimeout(() => {
        this.onEnd = undefined
        resolve()
      }, milliseconds)
      this.onEnd = (reason) => {
        clearTimeout(timer)
        reject(reason)
      }
    })
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#callers?.removeEventListener('abort', this.#onAbort)
  }
}
