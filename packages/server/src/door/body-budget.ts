import { LinkedList, type ListEntry } from '@rowhouse/platform'
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

interface Collected {
  readonly request: Incoming
  /** The time of the last tick before it began. */
  readonly startedAt: number
}

/** The place of a body among the incoming ones of its instance. */
export type BodyPlace = ListEntry<Collected>

interface Queue {
  bytes: number
  /** In order of arrival. */
  readonly incoming: LinkedList<Collected>
}

/**
 * Bounds the bytes and the time that incomplete requests may take. When the bytes run out, the oldest
 * request of the instance that holds most is evicted: so slow clients cannot block quick ones, nor one
 * instance another.
 */
export class BodyBudget implements Swept {
  /** By instance. An empty one stays until the next sweep, so that most requests find theirs. */
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

  begin(request: Incoming): BodyPlace {
    let queue = this.#queues.get(request.tenant)
    if (queue === undefined) {
      queue = { bytes: 0, incoming: new LinkedList() }
      this.#queues.set(request.tenant, queue)
    }
    return queue.incoming.add({ request, startedAt: this.#now })
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
  end(place: BodyPlace): void {
    const { tenant, received } = place.value.request
    const queue = this.#queues.get(tenant)
    if (queue === undefined || !queue.incoming.remove(place)) return
    queue.bytes -= received
    this.#bytes -= received
  }

  tick(now: number): void {
    this.#now = now
  }

  /** Aborts bodies that take too long, and those whose client has gone. */
  sweep(now: number): void {
    for (const [tenant, { incoming }] of this.#queues) {
      for (const place of incoming.entries()) {
        const { request, startedAt } = place.value
        if (request.isGone || now - startedAt >= this.#timeMax) this.#abort(place)
      }
      if (incoming.size === 0) this.#queues.delete(tenant)
    }
  }

  #abort(place: BodyPlace): void {
    this.end(place)
    place.value.request.abort()
  }

  #oldestOfLargest(): BodyPlace | undefined {
    let largest: Queue | undefined
    for (const queue of this.#queues.values()) {
      if (queue.bytes > (largest?.bytes ?? 0)) largest = queue
    }
    return largest?.incoming.find(({ request }) => request.received > 0)
  }
}
