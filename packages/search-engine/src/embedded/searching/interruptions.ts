import type { Clock } from '@rowhouse/platform'
import { searchEngineLimits } from '../../limits.js'

/**
 * What comes to a thread in the middle of a search that takes long. What is short goes first, for who asked
 * for it would wait for all of the long one otherwise; together it gets a share of the time that the long one
 * has had itself, so that this comes to its end.
 */
export class Interruptions<Message> {
  readonly #clock: Clock
  readonly #receive: () => Message | undefined
  readonly #doNow: (message: Message) => boolean
  readonly #waiting: Message[] = []
  #startedAt: number | undefined
  /** Of the work that was last begun, and of all before it. */
  #othersMs = 0
  #othersBefore = 0
  #isInterrupted = false

  /** `receive` answers what has come next; `doNow` does it, unless it has to wait. */
  constructor(
    clock: Clock,
    receive: () => Message | undefined,
    doNow: (message: Message) => boolean,
  ) {
    this.#clock = clock
    this.#receive = receive
    this.#doNow = doNow
  }

  /** What others have had of the time of all work so far. */
  get othersMs(): number {
    return this.#othersBefore + this.#othersMs
  }

  /** What had to wait, one at a time, in the order in which it came. */
  takeWaiting(): Message | undefined {
    return this.#waiting.shift()
  }

  /** Does work that may take long and that looks now and then. What interrupts it is not interrupted. */
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

  /** Does what has come meanwhile, if it is time for it. */
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
