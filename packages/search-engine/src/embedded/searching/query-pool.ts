import { expectDefined } from '@rowhouse/platform'
import type { Clock } from '@rowhouse/platform'
import { type SearchHit, type SearchQuery, errors, limits } from '@rowhouse/protocol'
import { searchEngineLimits } from '../../limits.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import type {
  AskedSearch,
  CompletedRow,
  FoundRows,
  RowFingerprint,
  RowImage,
} from '../../search-engine.js'
import { decodeFound } from '../threads/found-message.js'
import { encodeImages } from '../../images/image-batch.js'
import { unpackKeys } from '../threads/packed-keys.js'
import { pack, unpack } from '../threads/packed-value.js'
import { isPlainlyShort } from './plainly-short.js'
import { QueryThread, type Task } from './query-thread-link.js'
import { SearchCosts } from './search-costs.js'
import { searchShape } from './search-shape.js'
import type { SearchingEvents, SearchingSide } from '../writing/sides.js'
import type { Snapshot } from '../snapshot.js'
import { TaskQueue } from './task-queue.js'
import type { QueryWork } from '../threads/thread-messages.js'

export interface QueryPoolOptions {
  readonly entry: URL
  readonly threads: number
  /** The budget of each thread. */
  readonly cacheBytes: number
  readonly clock: Clock
  /** A thread that has not ended a search this long after its deadline is terminated. */
  readonly stuckMs?: number
}

/** What a search's cost is known from. */
interface SearchKind {
  readonly shape: number
  /** In milliseconds, where it can be told before one of the shape has been seen. */
  readonly guess: number | undefined
}

interface Shown {
  readonly layout: IndexLayout
  readonly snapshot: Snapshot
}

/** The searching side in threads of its own. */
export class QueryPool implements SearchingSide {
  readonly #clock: Clock
  readonly #events: SearchingEvents
  readonly #threads: readonly QueryThread[]
  readonly #shown = new Map<number, Shown>()
  readonly #queue = new TaskQueue<Task>(searchEngineLimits.SEARCH_QUEUE_MAX)
  readonly #costs = new SearchCosts()

  constructor(options: QueryPoolOptions, events: SearchingEvents) {
    const { clock, threads, stuckMs = searchEngineLimits.SEARCH_STUCK_MS } = options
    this.#clock = clock
    this.#events = events
    this.#threads = Array.from(
      { length: threads },
      () =>
        new QueryThread(
          { ...options, stuckMs },
          {
            free: () => this.#dispatch(),
            again: (tasks) => {
              this.#queue.pushFirst(tasks)
              this.#dispatch()
            },
            seen: (index) => this.#seen(index),
            damaged: (index, version, problem) => events.damaged(index, version, problem),
            started: (thread) => {
              for (const [index, { layout, snapshot }] of this.#shown) {
                thread.show(index, layout, snapshot)
              }
            },
          },
        ),
    )
  }

  show(index: number, layout: IndexLayout, snapshot: Snapshot): void {
    this.#shown.set(index, { layout, snapshot })
    for (const thread of this.#threads) thread.show(index, layout, snapshot)
  }

  forget(index: number): void {
    this.#shown.delete(index)
    for (const thread of this.#threads) thread.forget(index)
  }

  async search(index: number, search: AskedSearch, timeoutMs: number): Promise<FoundRows> {
    if (timeoutMs <= 0) throw errors.timeout()
    const time = Math.min(timeoutMs, limits.SEARCH_TIMEOUT_MS_MAX)
    const deadline = performance.timeOrigin + this.#clock.monotonic() + time
    const shape = searchShape(index, search)
    const guess = isPlainlyShort(search) ? searchEngineLimits.SEARCH_SHORT_MS : undefined
    const isKnown = (this.#costs.expected(shape) ?? guess) !== undefined
    const work = { kind: 'search', search: pack(search), isKnown, deadline } as const
    const reply = await this.#ask(index, work, time, { shape, guess })
    if (reply.kind !== 'found') throw new Error('a search answers what it found')
    return decodeFound(reply)
  }

  async highlight(
    index: number,
    search: SearchQuery,
    rows: readonly CompletedRow[],
  ): Promise<readonly SearchHit[]> {
    const work = { kind: 'highlight', search: pack(search), rows: pack(rows) } as const
    const reply = await this.#ask(index, work, limits.SEARCH_TIMEOUT_MS_MAX)
    if (reply.kind !== 'hits') throw new Error('highlighting answers hits')
    return unpack(reply.hits)
  }

  async keys(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
    every?: number,
  ): Promise<readonly Uint8Array[]> {
    const work = { kind: 'keys', after, limit, every } as const
    const reply = await this.#ask(index, work, limits.SEARCH_TIMEOUT_MS_MAX)
    if (reply.kind !== 'keys') throw new Error('keys are answered with keys')
    return unpackKeys(reply.keys)
  }

  async fingerprints(
    index: number,
    after: Uint8Array | undefined,
    limit: number,
  ): Promise<readonly RowFingerprint[]> {
    const work = { kind: 'fingerprints', after, limit } as const
    const reply = await this.#ask(index, work, limits.SEARCH_TIMEOUT_MS_MAX)
    if (reply.kind !== 'fingerprints') throw new Error('fingerprints are answered with their rows')
    const { fingerprints } = reply
    return unpackKeys(reply.keys).map((key, row) => ({
      key,
      fingerprint: expectDefined(fingerprints[row], 'every key has a fingerprint'),
    }))
  }

  async fingerprintsOf(index: number, images: readonly RowImage[]): Promise<readonly bigint[]> {
    const work = { kind: 'fingerprintsOf', images: encodeImages(images) } as const
    const reply = await this.#ask(index, work, limits.SEARCH_TIMEOUT_MS_MAX)
    if (reply.kind !== 'fingerprintsOf') throw new Error('images are answered with fingerprints')
    return [...reply.fingerprints]
  }

  memoryBytes(index: number): number {
    return this.#threads.reduce((sum, thread) => sum + thread.memoryBytes(index), 0)
  }

  async close(): Promise<void> {
    for (const task of this.#queue.clear()) task.fail(new Error('the search engine is closed'))
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  /** Work without a shape is a small part of something larger and takes its turn at once. */
  #costOf(kind: SearchKind | undefined): number {
    if (kind === undefined) return 0
    return this.#costs.expected(kind.shape) ?? kind.guess ?? searchEngineLimits.SEARCH_UNKNOWN_MS
  }

  #ask(index: number, work: QueryWork, timeoutMs: number, kind?: SearchKind): Promise<TaskReply> {
    const cost = this.#costOf(kind)
    const now = this.#clock.monotonic()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.remove(task)
        reject(errors.timeout())
      }, timeoutMs)
      const task: Task = {
        index,
        due: now + overtakenFor(cost),
        cost,
        work,
        until: now + timeoutMs,
        answer: (reply) => {
          clearTimeout(timer)
          resolve(reply)
        },
        fail: (error) => {
          clearTimeout(timer)
          reject(error)
        },
        took: (ms) => {
          if (kind !== undefined) this.#costs.learn(kind.shape, ms, kind.guess)
        },
      }
      if (this.#queue.push(task)) this.#dispatch()
      else task.fail(errors.serverBusy())
    })
  }

  /** Gives tasks to the threads with the least to do. */
  #dispatch(): void {
    for (let task = this.#queue.peek(); task !== undefined; task = this.#queue.peek()) {
      let best: QueryThread | undefined
      for (const thread of this.#threads) {
        if (thread.takes(task) && thread.tasks < (best?.tasks ?? Infinity)) best = thread
      }
      if (best === undefined) break
      this.#queue.shift()
      best.give(task)
    }
    this.#dispatchBetween()
    if (this.#threads.every(({ tasks }) => tasks === 0)) this.#queue.rest()
  }

  /** Gives short tasks to threads that are in the middle of long ones. */
  #dispatchBetween(): void {
    for (const thread of this.#threads) {
      const task = this.#queue.shiftFitting((one) => thread.takesBetween(one))
      if (task !== undefined) thread.give(task)
    }
  }

  /** A snapshot is seen when every thread has opened it or a later one. */
  #seen(index: number): void {
    let least = Number.POSITIVE_INFINITY
    for (const thread of this.#threads) least = Math.min(least, thread.seen(index))
    if (least > 0 && least < Number.POSITIVE_INFINITY) this.#events.seen(index, least)
  }
}

/**
 * How long later tasks can overtake a task: in proportion to its own cost, so that short goes
 * before long and nothing starves.
 */
function overtakenFor(cost: number): number {
  return Math.min(
    cost * searchEngineLimits.SEARCH_OVERTAKEN_TIMES,
    searchEngineLimits.SEARCH_OVERTAKEN_MS_MAX,
  )
}

type TaskReply = Parameters<Task['answer']>[0]
