import type { LimitName, TenantLimits } from './tenant-limits.js'

const SECOND = 1000

/** What one instance or one access key has in flight, held against its limits. */
export class TenantShare {
  inFlight = 0
  bytes = 0
  /** Requests refused by each limit. */
  readonly refusals = new Map<LimitName, number>()
  #limits: TenantLimits
  /** Requests that may begin at once: a second's worth at most. */
  #tokens: number
  #filledAt: number

  /** Times in monotonic milliseconds. */
  constructor(limits: TenantLimits, now: number) {
    this.#limits = limits
    this.#tokens = limits.requestsPerSecond ?? 0
    this.#filledAt = now
  }

  setLimits(limits: TenantLimits, now: number): void {
    if (limits.requestsPerSecond !== this.#limits.requestsPerSecond) {
      this.#tokens = limits.requestsPerSecond ?? 0
      this.#filledAt = now
    }
    this.#limits = limits
  }

  /** The limit that one more request would pass. A request alone never has too many bytes. */
  passes(bytes: number, now: number): LimitName | undefined {
    const { requestsPerSecond, concurrent, bytesInFlight } = this.#limits
    if (concurrent !== undefined && this.inFlight >= concurrent) return 'concurrent'
    if (bytesInFlight !== undefined && this.inFlight > 0 && this.bytes + bytes > bytesInFlight) {
      return 'bytesInFlight'
    }
    if (requestsPerSecond === undefined) return undefined
    this.#fill(requestsPerSecond, now)
    return this.#tokens < 1 ? 'requestsPerSecond' : undefined
  }

  refuse(limit: LimitName): void {
    this.refusals.set(limit, (this.refusals.get(limit) ?? 0) + 1)
  }

  enter(bytes: number): void {
    this.inFlight += 1
    this.bytes += bytes
    this.#tokens -= 1
  }

  leave(bytes: number): void {
    this.inFlight -= 1
    this.bytes -= bytes
  }

  #fill(rate: number, now: number): void {
    this.#tokens = Math.min(rate, this.#tokens + ((now - this.#filledAt) * rate) / SECOND)
    this.#filledAt = now
  }
}
