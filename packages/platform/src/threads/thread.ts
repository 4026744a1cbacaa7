import { Worker } from 'node:worker_threads'
import { platformLimits } from '../limits.js'

export interface ThreadOptions<In, Out> {
  readonly entry: URL
  /**
   * Bytes of its young generation, in megabytes; otherwise Node's own 48. A thread that makes few objects
   * fills all of it before its first collection.
   */
  readonly youngGenerationMb?: number
  /** The first message to each new worker. */
  readonly setup: In
  readonly onMessage: (message: Out) => void
  /** The worker has ended, and its open calls are lost. */
  readonly onEnd: (error: Error) => void
  /** A new worker has replaced it. */
  readonly onStart: () => void
}

/** A worker that is restarted when it ends. Messages sent while there is none are lost. */
export class Thread<In, Out> {
  readonly #options: ThreadOptions<In, Out>
  #worker: Worker | undefined
  #startedAt = 0
  #restart: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: ThreadOptions<In, Out>) {
    this.#options = options
    this.#start()
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  send(message: In, moved: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, moved)
  }

  /** Terminates a worker that does not answer. */
  end(reason: Error): void {
    const worker = this.#worker
    if (worker !== undefined) this.#ended(worker, reason)
    void worker?.terminate()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#restart)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): void {
    const { entry, setup, onMessage, youngGenerationMb } = this.#options
    const resourceLimits = youngGenerationMb && { maxYoungGenerationSizeMb: youngGenerationMb }
    const worker = new Worker(entry, { ...(resourceLimits && { resourceLimits }) })
    this.#worker = worker
    this.#startedAt = performance.now()
    worker.on('message', (message: Out) => {
      if (this.#worker === worker) onMessage(message)
    })
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', (code) => this.#ended(worker, new Error(`a thread ended with code ${code}`)))
    worker.postMessage(setup)
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#isStopped || this.#worker !== worker) return
    this.#worker = undefined
    this.#options.onEnd(error)
    const age = performance.now() - this.#startedAt
    this.#restart = setTimeout(
      () => {
        this.#start()
        this.#options.onStart()
      },
      age < platformLimits.THREAD_RESTART_MS ? platformLimits.THREAD_RESTART_MS : 0,
    )
  }
}
