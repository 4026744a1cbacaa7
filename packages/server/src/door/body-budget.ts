/** A request whose body is still coming in. */
export interface Incoming {
  /** When its head arrived, in monotonic milliseconds. */
  readonly startedAt: number
  /** Bytes of its body so far. */
  readonly received: number
  /** Answers that it took too long and stops collecting. */
  giveUp(): void
}

/**
 * Bounds what half-sent requests may hold, in bytes and in time. When the bytes run out, the one that
 * has taken longest gives way: a crowd of slow clients then cannot keep quick ones out.
 */
export class BodyBudget {
  readonly #incoming = new Set<Incoming>()
  readonly #bytesMax: number
  readonly #timeMax: number
  #bytes = 0

  constructor(bytesMax: number, timeMax: number) {
    this.#bytesMax = bytesMax
    this.#timeMax = timeMax
  }

  begin(request: Incoming): void {
    this.#incoming.add(request)
  }

  /** Must follow every chunk that the request counts as received. */
  received(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#bytesMax) {
      const oldest = this.#oldest()
      if (oldest === undefined) return
      oldest.giveUp()
      this.end(oldest)
    }
  }

  /** The body is complete or will never be; may be called twice. */
  end(request: Incoming): void {
    if (this.#incoming.delete(request)) this.#bytes -= request.received
  }

  /** Gives up what has taken too long. */
  sweep(now: number): void {
    for (const request of this.#incoming) {
      // In order of arrival, so the first young one ends it.
      if (now - request.startedAt < this.#timeMax) return
      request.giveUp()
      this.end(request)
    }
  }

  #oldest(): Incoming | undefined {
    for (const request of this.#incoming) {
      if (request.received > 0) return request
    }
    return undefined
  }
}
