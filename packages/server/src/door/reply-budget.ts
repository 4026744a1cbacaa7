/** A large reply on its way to a client. */
export interface Outgoing {
  readonly replyBytes: number
  /** Drops the connection. */
  cut(): void
}

/** Smaller replies fit the socket's own buffer and are not worth counting. */
const COUNTED_BYTES_MIN = 65_536

/**
 * Bounds what clients that do not read their replies can hold: past the bound, the connection that
 * has waited longest is cut.
 */
export class ReplyBudget {
  readonly #outgoing = new Set<Outgoing>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Answers whether the reply is counted, so that its end must be told. */
  begin(reply: Outgoing): boolean {
    if (reply.replyBytes < COUNTED_BYTES_MIN) return false
    this.#outgoing.add(reply)
    this.#bytes += reply.replyBytes
    if (this.#bytes <= this.#bytesMax) return true
    for (const oldest of this.#outgoing) {
      if (this.#bytes <= this.#bytesMax || oldest === reply) break
      this.end(oldest)
      oldest.cut()
    }
    return true
  }

  end(reply: Outgoing): void {
    if (this.#outgoing.delete(reply)) this.#bytes -= reply.replyBytes
  }
}
