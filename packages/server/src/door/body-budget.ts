import type { Swept } from './sweeping.js'

/** A request whose body is still coming in. */
export interface Incoming {
  /** The instance that the request names, before authentication; empty when there is none of that name. */
  readonly tenant: string
  /** Bytes of the body so far. */
  readonly received: number
  /** True when the client has gone. */
  readonly isGone: boolean
  /** Stops collecting the body, and answers a client that is still there that it took too long. */
  abort(): void
}

interface Queue {
  bytes: number
  /** In order of arrival, each with the time of the last tick before it. */
  readonly incoming: Map<Incoming, number>
}

/**
 * Bounds the bytes and the time that incomplete requests may take. When the bytes run out, the oldest
 * request of the instance that holds most is evicted: so slow clients cannot block quick ones, nor one
 * instance another.
 */
export class BodyBudget implements Swept {
  readonly #queues = new Map<string, Queue>()
  readonly #bytesMax: number
  readonly #timeMax: number
  #bytes = 0
  #now: number

  /** Times are monotonic milliseconds. */
  constructor(bytesMax: number, timeMax: number, now: number) {
    this.#bytesMax = bytesMax
    this.#timeMax = timeMax
    this.#now = now
  }

  begin(request: Incoming): void {
    const queue = this.#queues.get(request.tenant)
    if (queue !== undefined) queue.incoming.set(request, this.#now)
    else {
      const incoming = new Map([[request, this.#now]])
      this.#queues.set(request.tenant, { bytes: 0, incoming })
    }
  }

  /** Call it after every chunk that the request counts as received. */
  received(request: Incoming, bytes: number): void {
    const queue = this.#queues.get(request.tenant)
    if (queue === undefined) return
    queue.bytes += bytes
    this.#bytes += bytes
    while (this.#bytes > this.#bytesMax) {
      const oldest = this.#oldestOfLargest()
      if (oldest === undefined) return
      this.#abort(oldest)
    }
  }

  /** The body is complete or refused. A second call does nothing. */
  end(request: Incoming): void {
    const queue = this.#queues.get(request.tenant)
    if (queue === undefined || !queue.incoming.delete(request)) return
    queue.bytes -= request.received
    this.#bytes -= request.received
    if (queue.incoming.size === 0) this.#queues.delete(request.tenant)
  }

  tick(now: number): void {
    this.#now = now
  }

  /** Aborts bodies that take too long, and those whose client has gone. */
  sweep(now: number): void {
    for (const { incoming } of this.#queues.values()) {
      for (const [request, startedAt] of incoming) {
        if (request.isGone || now - startedAt >= this.#timeMax) this.#abort(request)
      }
    }
  }

  #abort(request: Incoming): void {
    this.end(request)
    request.abort()
  }

  #oldestOfLargest(): Incoming | undefined {
    let largest: Queue | undefined
    for (const queue of this.#queues.values()) {
      if (queue.bytes > (largest?.bytes ?? 0)) largest = queue
    }
    for (const request of largest?.incoming.keys() ?? []) {
      if (request.received > 0) return request
    }
    return undefined
  }
}
