/** A request whose body is still coming in. */
export interface Incoming {
  /** Bytes of its body so far. */
  readonly received: number
  /** Whether its client has gone. */
  readonly isGone: boolean
  /** Stops collecting, and answers that it took too long if anyone is there. */
  giveUp(): void
}

/**
 * Bounds what half-sent requests may hold, in bytes and in time. When the bytes run out, the one that
 * has taken longest gives way: a crowd of slow clients then cannot keep quick ones out.
 */
export class BodyBudget {
  /** In order of arrival, each with the time of the last sweep before it. */
  readonly #incoming = new Map<Incoming, number>()
  readonly #bytesMax: number
  readonly #timeMax: number
  #bytes = 0
  #now: number

  /** Times in monotonic milliseconds. */
  constructor(bytesMax: number, timeMax: number, now: number) {
    this.#bytesMax = bytesMax
    this.#timeMax = timeMax
    this.#now = now
  }

  begin(request: Incoming): void {
    this.#incoming.set(request, this.#now)
  }

  /** Must follow every chunk that the request counts as received. */
  received(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > this.#bytesMax) {
      const oldest = this.#oldest()
      if (oldest === undefined) return
      this.#giveUp(oldest)
    }
  }

  /** The body is complete or refused; may be called twice. */
  end(request: Incoming): void {
    if (this.#incoming.delete(request)) this.#bytes -= request.received
  }

  /** Gives up what has taken too long, and what nobody waits for any more. */
  sweep(now: number): void {
    this.#now = now
    for (const [request, startedAt] of this.#incoming) {
      if (request.isGone || now - startedAt >= this.#timeMax) this.#giveUp(request)
    }
  }

  #giveUp(request: Incoming): void {
    this.end(request)
    request.giveUp()
  }

  #oldest(): Incoming | undefined {
    for (const request of this.#incoming.keys()) {
      if (request.received > 0) return request
    }
    return undefined
  }
}
