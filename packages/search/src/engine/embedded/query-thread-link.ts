import { limits } from '@rowhouse/protocol'
import type { IndexLayout } from '../../schema/index-layout.js'
import type { Snapshot } from './snapshot.js'
import { Thread } from './thread.js'
import type { FromQuery, QueryWork, ToQuery } from './thread-messages.js'
import { fromWire } from './wire-error.js'

/** Something that is asked of one thread, whichever. */
export interface Task {
  readonly index: number
  readonly work: QueryWork
  /** Nobody waits for it any more. */
  isLate: boolean
  readonly answer: (reply: Answer) => void
  readonly fail: (error: Error) => void
}

export type Answer = Extract<FromQuery, { readonly kind: 'found' | 'hits' | 'keys' }>

export interface QueryThreadEvents {
  /** It has room for more. */
  free(): void
  seen(index: number): void
  damaged(index: number, problem: Error): void
  /** A new one in the place of one that ended: it must be shown everything. */
  started(thread: QueryThread): void
}

/** One thread that searches, as its owner sees it. */
export class QueryThread {
  readonly #thread: Thread<ToQuery, FromQuery>
  readonly #events: QueryThreadEvents
  readonly #running = new Map<number, RunningTask>()
  readonly #seen = new Map<number, number>()
  #nextCall = 1

  constructor(entry: URL, cacheBytes: number, events: QueryThreadEvents) {
    this.#events = events
    this.#thread = new Thread({
      entry,
      setup: { kind: 'start', cacheBytes },
      onMessage: (message) => this.#hear(message),
      onEnd: (error) => this.#lose(error),
      onStart: () => {
        events.started(this)
        events.free()
      },
    })
  }

  /** How many more tasks may be given. */
  get room(): number {
    if (!this.#thread.isRunning) return 0
    return limits.SEARCH_THREAD_SEARCHES_MAX - this.#running.size
  }

  give(task: Task): void {
    const call = this.#nextCall++
    const timer = setTimeout(
      () => this.#thread.end(new Error('a search did not end in time')),
      limits.SEARCH_TIMEOUT_MS_MAX + limits.SEARCH_STUCK_MS,
    )
    timer.unref()
    this.#running.set(call, { task, timer })
    this.#thread.send({ ...task.work, call, index: task.index })
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    this.#thread.send({ kind: 'show', index, layout, snapshot })
  }

  forget(index: number): void {
    this.#seen.delete(index)
    this.#thread.send({ kind: 'forget', index })
  }

  /** The version of the last snapshot that it has opened; 0 for none. */
  seen(index: number): number {
    return this.#seen.get(index) ?? 0
  }

  async stop(): Promise<void> {
    await this.#thread.stop()
    this.#failAll(new Error('the search engine is closed'))
  }

  #hear(message: FromQuery): void {
    switch (message.kind) {
      case 'seen':
        this.#seen.set(message.index, message.version)
        this.#events.seen(message.index)
        return
      case 'damaged':
        this.#events.damaged(message.index, fromWire(message.problem))
        return
      case 'failed':
        this.#take(message.call)?.fail(fromWire(message.error))
        this.#events.free()
        return
      default:
        this.#take(message.call)?.answer(message)
        this.#events.free()
    }
  }

  #take(call: number): Task | undefined {
    const running = this.#running.get(call)
    this.#running.delete(call)
    clearTimeout(running?.timer)
    return running?.task
  }

  #lose(error: Error): void {
    this.#seen.clear()
    this.#failAll(error)
  }

  #failAll(error: Error): void {
    for (const call of this.#running.keys()) this.#take(call)?.fail(error)
  }
}

interface RunningTask {
  readonly task: Task
  readonly timer: NodeJS.Timeout
}
