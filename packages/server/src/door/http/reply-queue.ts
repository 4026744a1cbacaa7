import type { WorkTurns } from '@rowhouse/platform'

/** A reply that is ready to be sent. It must not throw. */
export interface ReadyReply {
  send(): void
}

/**
 * Sends the replies of one turn of the event loop together at its end. A write wakes the client, and a
 * client on the same machine then takes the processor in the middle of the turn: consecutive writes cost
 * half of writes with other work in between. Long work comes behind them.
 */
export class ReplyQueue {
  readonly #turns: WorkTurns
  #waiting: ReadyReply[] = []

  constructor(turns: WorkTurns) {
    this.#turns = turns
  }

  add(reply: ReadyReply): void {
    this.#waiting.push(reply)
    if (this.#waiting.length === 1) this.#turns.first(this.#flush)
  }

  readonly #flush = (): void => {
    const ready = this.#waiting
    this.#waiting = []
    for (const reply of ready) reply.send()
  }
}
