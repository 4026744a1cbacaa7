import type { RecordedCall } from './operation.js'

/** Numbers the moments of one process: what happened first has the smaller one. */
export class MomentClock {
  #moment = 0

  tick(): number {
    return ++this.#moment
  }
}

/** The calls of many clients on one key. */
export class HistoryRecorder<Operation> {
  readonly #calls: RecordedCall<Operation>[] = []
  readonly #clock: MomentClock
  #underWay = 0

  constructor(clock: MomentClock) {
    this.#clock = clock
  }

  /** Those that are under way too. */
  get length(): number {
    return this.#calls.length + this.#underWay
  }

  get calls(): readonly RecordedCall<Operation>[] {
    return this.#calls
  }

  /** Whoever could still have carried out a call without an answer is gone. */
  expireUnanswered(): void {
    const expiry = this.#clock.tick()
    for (const [index, call] of this.#calls.entries())
      if (call.end === undefined && call.expiry === undefined)
        this.#calls[index] = { ...call, expiry }
  }

  /**
   * Runs one call and records it: with what it answered, or, when it threw, without an end and as
   * `unanswered` says. A call that can have had no effect is left out by `unanswered` undefined.
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
