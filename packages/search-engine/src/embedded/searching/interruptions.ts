import type { Clock } from '@rowhouse/platform'
import { searchEngineLimits } from '../../limits.js'

/**
 * Runs short work of other calls in the middle of a long search, since their callers would wait for
 * all of the long one otherwise. Interruptions get a bounded share of the time that the long search
 * has had, so that it comes to its end.
 */
export class Interruptions<Message> {
  readonly #clock: Clock
  readonly #receive: () => Message | undefined
  readonly #doNow: (message: Message) => boolean
  readonly #waiting: Message[] = []
  #startedAt: number | undefined
  /** The time of interruptions before the current work, and in it. */
  #othersMs = 0
  #othersBefore = 0
  #isInterrupted = false

  /** `receive` answers the next message, if any; `doNow` handles it, unless it has to wait. */
  constructor(
    clock: Clock,
    receive: () => Message | undefined,
    doNow: (message: Message) => boolean,
  ) {
    this.#clock = clock
    this.#receive = receive
    this.#doNow = doNow
  }

  /** The time spent on interruptions so far. */
  get othersMs(): number {
    return this.#othersBefore + this.#othersMs
  }

  /** A message that had to wait; one per call, in the order of arrival. */
  takeWaiting(): Message | undefined {
    return this.#waiting.shift()
  }

  /**
   * Runs work that may take long and calls `look` now and then. Interruptions are not interrupted.
   */
  during<Result>(work: () => Result): Result {
    if (this.#startedAt !== undefined) return work()
    this.#startedAt = this.#clock.monotonic()
    this.#othersBefore += this.#othersMs
    this.#othersMs = 0
    try {
      return work()
    } finally {
      this.#startedAt = undefined
    }
  }

  /** Handles messages that have arrived, if interruptions have time left. */
  readonly look = (): void => {
    const startedAt = this.#startedAt
    if (startedAt === undefined || this.#isInterrupted) return
    let now = this.#clock.monotonic()
    while (this.#isTime(now - startedAt)) {
      const message = this.#receive()
      if (message === undefined) return
      this.#interrupt(message)
      const before = now
      now = this.#clock.monotonic()
      this.#othersMs += now - before
    }
  }

  #isTime(sinceStart: number): boolean {
    const ownMs = sinceStart - this.#othersMs
    if (ownMs < searchEngineLimits.SEARCH_SHORT_MS) return false
    return this.#othersMs <= ownMs * searchEngineLimits.SEARCH_INTERRUPTED_SHARE
  }

  #interrupt(message: Message): void {
    this.#isInterrupted = true
    try {
      if (!this.#doNow(message)) this.#waiting.push(message)
    } finally {
      this.#isInterrupted = false
    }
  }
}
