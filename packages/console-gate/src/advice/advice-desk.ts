import { Worker } from 'node:worker_threads'
import type { Sample } from '@rowhouse/practices'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { KeysAdvice } from '../shapes/index.js'

/** The bundle has it beside the program, and a build beside this file. */
const ENTRY = new URL('./advice-thread.js', import.meta.url)

interface Wanted {
  readonly sample: Sample
  readonly answer: (advice: KeysAdvice) => void
  readonly fail: (error: unknown) => void
}

/**
 * Works out advice in a thread of its own, for one table at a time: it takes up to hundreds of
 * milliseconds, in which every other request would wait. The thread is begun when it is wanted, and ends
 * when it has been idle.
 */
export class AdviceDesk {
  readonly #entry: URL
  readonly #waiting: Wanted[] = []
  #running: Wanted | undefined
  #worker: Worker | undefined
  #watch: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(entry: URL = ENTRY) {
    this.#entry = entry
  }

  /** Rejects with Refusal when too many wait, and with the signal's reason when nobody waits any more. */
  async advise(sample: Sample, signal: AbortSignal): Promise<KeysAdvice> {
    signal.throwIfAborted()
    if (this.#isClosed) throw new Refusal(503, 'the console is closing')
    if (this.#waiting.length >= consoleLimits.ADVICE_WAITING_MAX) {
      throw new Refusal(429, 'too many tables wait for their advice: try again in a moment')
    }
    const answered = new AbortController()
    try {
      return await new Promise((answer, fail) => {
        const wanted: Wanted = { sample, answer, fail }
        const leave = (): void => this.#leave(wanted, signal.reason)
        signal.addEventListener('abort', leave, { signal: answered.signal })
        this.#waiting.push(wanted)
        this.#next()
      })
    } finally {
      answered.abort()
    }
  }

  /** Whether there is a thread now. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const closing = new Refusal(503, 'the console is closing')
    for (const { fail } of this.#waiting.splice(0)) fail(closing)
    await this.#end(closing)
  }

  #next(): void {
    if (this.#running !== undefined) return
    this.#running = this.#waiting.shift()
    if (this.#running === undefined) {
      this.#after(consoleLimits.ADVICE_IDLE_MS, new Error('idle'))
      return
    }
    this.#worker ??= this.#start()
    const late = new Refusal(503, 'the advice took too long: the server is busy')
    this.#after(consoleLimits.ADVICE_TIMEOUT_MS, late)
    this.#worker.postMessage(this.#running.sample)
  }

  /** Ends the thread unless something comes before. */
  #after(timeMs: number, reason: Error): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => void this.#end(reason), timeMs)
    this.#watch.unref()
  }

  #leave(wanted: Wanted, reason: unknown): void {
    if (this.#running === wanted) {
      void this.#end(reason)
      return
    }
    const at = this.#waiting.indexOf(wanted)
    if (at === -1) return
    this.#waiting.splice(at, 1)
    wanted.fail(reason)
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      resourceLimits: { maxOldGenerationSizeMb: consoleLimits.ADVICE_HEAP_MB },
    })
    worker.on('message', (advice: KeysAdvice) => {
      if (this.#worker !== worker) return
      this.#running?.answer(advice)
      this.#running = undefined
      this.#next()
    })
    const ended = (error: Error): void => {
      if (this.#worker === worker) void this.#end(error)
    }
    worker.on('error', ended)
    worker.on('exit', (code) => ended(new Error(`the thread for advice ended with code ${code}`)))
    return worker
  }

  /** What runs fails; what waits begins in another thread. */
  async #end(reason: unknown): Promise<void> {
    clearTimeout(this.#watch)
    const [worker, running] = [this.#worker, this.#running]
    this.#worker = undefined
    this.#running = undefined
    running?.fail(reason)
    if (this.#waiting.length > 0) this.#next()
    await worker?.terminate()
  }
}
