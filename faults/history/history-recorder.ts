import type { RecordedCall } from './operation.js'

/** Numbers the moments of one process in ascending order. */
export class MomentClock {
  #moment = 0

  tick(): number {
    return ++this.#moment
  }
}

/** Records the calls of many clients on one key. */
export class HistoryRecorder<Operation> {
  readonly #calls: RecordedCall<Operation>[] = []
  readonly #clock: MomentClock
  #underWay = 0

  constructor(clock: MomentClock) {
    this.#clock = clock
  }

  /** The number of calls, including those in flight. */
  get length(): number {
    return this.#calls.length + this.#underWay
  }

  get calls(): readonly RecordedCall<Operation>[] {
    return this.#calls
  }

  /** From now on, calls without an answer cannot take effect any more. */
  expireUnanswered(): void {
    const expiry = this.#clock.tick()
    for (const [index, call] of this.#calls.entries())
      if (call.end === undefined && call.expiry === undefined)
        this.#calls[index] = { ...call, expiry }
  }

  /**
   * Runs one call and records it with its answer. A call that throws is recorded as `unanswered`, without
   * an end; it is left out if `unanswered` is undefined, because it cannot have had an effect.
   */
  async record<Answer>(
    client: string,
    run: () => Promise<Answer>,
    answered: (answer: Answer) => Operation,
    unanswered: Operation | undefined,
  ): Promise<Answer> {
    const begin = this.#clock.tick()
    this.#underWay++
    try {
      const answer = await run()
      this.#calls.push({ client, operation: answered(answer), begin, end: this.#clock.tick() })
      return answer
    } catch (error) {
      if (unanswered !== undefined)
        this.#calls.push({ client, operation: unanswered, begin, end: undefined })
      throw error
    } finally {
      this.#underWay--
    }
  }
}
