import { setTimeout as wait } from 'node:timers/promises'
import { ClientCode } from '../errors.js'

/** What ends a call from outside: its time, or its caller. */
export class CallEnded extends Error {
  override readonly name = 'CallEnded'
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The time of one call, its retries included, beside its caller's own signal. */
export class Deadline {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #callers: AbortSignal | undefined

  constructor(timeoutMs: number, callers: AbortSignal | undefined) {
    this.signal = this.#controller.signal
    this.#callers = callers
    const late = `no answer within ${timeoutMs} ms`
    this.#timer = setTimeout(() => this.#end(ClientCode.TIMEOUT, late), timeoutMs)
    callers?.addEventListener('abort', this.#onAbort, { once: true })
    if (callers?.aborted === true) this.#onAbort()
  }

  readonly #onAbort = (): void =>
    this.#end(ClientCode.ABORTED, 'the caller gave the call up', this.#callers?.reason)

  #end(code: string, message: string, cause?: unknown): void {
    this.#controller.abort(new CallEnded(code, message, cause))
  }

  /** Rejects with CallEnded when the deadline comes first. */
  async wait(milliseconds: number): Promise<void> {
    this.signal.throwIfAborted()
    try {
      await wait(milliseconds, undefined, { signal: this.signal })
    } catch {
      this.signal.throwIfAborted()
    }
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#callers?.removeEventListener('abort', this.#onAbort)
  }
}
