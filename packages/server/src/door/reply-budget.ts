/** A large reply on its way to a client. */
export interface Outgoing {
  /** The instance that it is an answer of. */
  readonly tenant: string
  readonly replyBytes: number
  /** Drops the connection. */
  cut(): void
}

/** Smaller replies fit the socket's own buffer and are not worth counting. */
const COUNTED_BYTES_MIN = 65_536

interface Queue {
  bytes: number
  readonly outgoing: Set<Outgoing>
}

/**
 * Bounds what clients that do not read their replies can hold: past the bound, the connection that
 * has waited longest is cut, of the instance that holds most.
 */
export class ReplyBudget {
  readonly #queues = new Map<string, Queue>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Answers whether the reply is counted, so that its end must be told. */
  begin(reply: Outgoing): boolean {
    if (reply.replyBytes < COUNTED_BYTES_MIN) return false
    const queue = this.#queueOf(reply.tenant)
    queue.outgoing.add(reply)
    queue.bytes += reply.replyBytes
    this.#bytes += reply.replyBytes
    while (this.#bytes > this.#bytesMax) {
      const [oldest] = this.#largest()?.outgoing ?? []
      if (oldest === undefined || oldest === reply) break
      this.end(oldest)
      oldest.cut()
    }
    return true
  }

  end(reply: Outgoing): void {
    const queue = this.#queues.get(reply.tenant)
    if (queue === undefined || !queue.outgoing.delete(reply)) return
    queue.bytes -= reply.replyBytes
    this.#bytes -= reply.replyBytes
    if (queue.outgoing.size === 0) this.#queues.delete(reply.tenant)
  }

  #queueOf(tenant: string): Queue {
    const known = this.#queues.get(tenant)
    if (known !== undefined) return known
    const queue = { bytes: 0, outgoing: new Set<Outgoing>() }
    this.#queues.set(tenant, queue)
    return queue
  }

  #largest(): Queue | undefined {
    let largest: Queue | undefined
    for (const queue of this.#queues.values()) {
      if (queue.bytes > (largest?.bytes ?? 0)) largest = queue
    }
    return largest
  }
}
