import { type Clock, Thread } from '@rowhouse/platform'
import { searchEngineLimits } from '../../limits.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import type { Snapshot } from '../snapshot.js'
import type { Waiting } from './task-queue.js'
import type { FromQuery, QueryWork, ToQuery } from '../threads/thread-messages.js'
import { fromWire } from '../threads/wire-error.js'

/** A task for any one of the threads. */
export interface Task extends Waiting {
  readonly work: QueryWork
  /** Its deadline, in milliseconds of the monotonic clock. */
  readonly until: number
  readonly answer: (reply: Answer) => void
  /** Called with the time that the thread spent on it, however it ended. */
  readonly took: (ms: number) => void
}

export type Answer = Extract<FromQuery, { readonly kind: 'found' | 'hits' | QueryWork['kind'] }>

export interface QueryThreadEvents {
  /** The thread has room for more tasks. */
  free(): void
  /** The thread has ended before it began with these tasks. */
  again(tasks: readonly Task[]): void
  seen(index: number): void
  damaged(index: number, version: number, problem: Error): void
  /** A new thread has replaced one that ended; it must be sent all snapshots. */
  started(thread: QueryThread): void
}

export interface QueryThreadOptions {
  readonly entry: URL
  readonly cacheBytes: number
  readonly clock: Clock
  /** The time after a search's deadline. */
  readonly stuckMs: number
}

/** One search thread, as its owner sees it. */
export class QueryThread {
  readonly #thread: Thread<ToQuery, FromQuery>
  readonly #events: QueryThreadEvents
  /** In the order in which the thread takes them. */
  readonly #running = new Map<number, Task>()
  readonly #seen = new Map<number, number>()
  readonly #memory = new Map<number, number>()
  readonly #options: QueryThreadOptions
  #nextCall = 1
  #watch: NodeJS.Timeout | undefined

  constructor(options: QueryThreadOptions, events: QueryThreadEvents) {
    const { entry, cacheBytes } = options
    this.#options = options
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

  /** The number of its tasks. */
  get tasks(): number {
    return this.#running.size
  }

  /**
   * Whether it can be given another task. A short task may queue in the thread behind a short one,
   * so that the thread never idles. Long tasks do not queue there, since others that should go
   * first may arrive.
   */
  takes({ cost }: Task): boolean {
    if (!this.#thread.isRunning) return false
    if (this.#running.size === 0) return true
    return this.#hasRoom && cost <= searchEngineLimits.SEARCH_SHORT_MS && !this.#isAtLong
  }

  /**
   * Whether it can be given a task in the middle of its current one: a short task, absolutely or
   * relative to the current one. A task of unknown cost may be long.
   */
  takesBetween({ cost, work }: Task): boolean {
    if (!this.#thread.isRunning || !this.#hasRoom || !this.#isAtLong) return false
    const costMax = Math.max(
      searchEngineLimits.SEARCH_SHORT_MS,
      this.#cost * searchEngineLimits.SEARCH_BETWEEN_SHARE,
    )
    return work.kind === 'search' && work.isKnown && cost <= costMax
  }

  get #hasRoom(): boolean {
    return this.#running.size < searchEngineLimits.SEARCH_THREAD_SEARCHES_MAX
  }

  get #isAtLong(): boolean {
    return this.#cost > searchEngineLimits.SEARCH_SHORT_MS
  }

  /** The cost of its longest task. */
  get #cost(): number {
    let most = 0
    for (const { cost } of this.#running.values()) most = Math.max(most, cost)
    return most
  }

  give(task: Task): void {
    const call = this.#nextCall++
    this.#running.set(call, task)
    if (this.#running.size === 1) this.#watchFirst()
    this.#thread.send({ ...task.work, call, index: task.index })
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    this.#thread.send({ kind: 'show', index, layout, snapshot })
  }

  forget(index: number): void {
    this.#seen.delete(index)
    this.#memory.delete(index)
    this.#thread.send({ kind: 'forget', index })
  }

  /** The version of the last snapshot that it has opened; 0 for none. */
  seen(index: number): number {
    return this.#seen.get(index) ?? 0
  }

  /** The bytes that it holds of an index, by its last report. */
  memoryBytes(index: number): number {
    return this.#memory.get(index) ?? 0
  }

  async stop(): Promise<void> {
    await this.#thread.stop()
    clearTimeout(this.#watch)
    this.#failAll(new Error('the search engine is closed'))
  }

  #hear(message: FromQuery): void {
    switch (message.kind) {
      case 'seen':
        this.#seen.set(message.index, message.version)
        this.#events.seen(message.index)
        return
      case 'memory':
        if (this.#seen.has(message.index)) this.#memory.set(message.index, message.bytes)
        return
      case 'damaged':
        this.#events.damaged(message.index, message.version, fromWire(message.problem))
        return
      case 'failed':
        this.#ended(message)?.fail(fromWire(message.error))
        return
      default:
        this.#ended(message)?.answer(message)
    }
  }

  /** Gives the thread its next task before the answer of this one is delivered. */
  #ended({ call, ms }: { readonly call: number; readonly ms: number }): Task | undefined {
    const task = this.#take(call)
    task?.took(ms)
    this.#events.free()
    return task
  }

  #take(call: number): Task | undefined {
    const task = this.#running.get(call)
    this.#running.delete(call)
    this.#watchFirst()
    return task
  }

  /** Terminates a thread that is still at a task long after the task's deadline. */
  #watchFirst(): void {
    clearTimeout(this.#watch)
    const [first] = this.#running.values()
    if (first === undefined) return
    const { clock, stuckMs } = this.#options
    const left = Math.max(0, first.until - clock.monotonic())
    this.#watch = setTimeout(
      () => this.#thread.end(new Error('a search did not end in time')),
      left + stuckMs,
    )
  }

  #lose(error: Error): void {
    this.#seen.clear()
    this.#memory.clear()
    clearTimeout(this.#watch)
    // The first task had begun and may be the cause; an interrupting one is then the first.
    const [first, ...others] = this.#running.values()
    this.#running.clear()
    first?.fail(error)
    this.#events.again(others)
  }

  #failAll(error: Error): void {
    for (const call of this.#running.keys()) this.#take(call)?.fail(error)
  }
}
