import type { LimitName, TenantLimits } from './tenant-limits.js'

const SECOND = 1000

/** Counts what one instance or one access key has in flight against its limits. */
export class TenantShare {
  inFlight = 0
  bytes = 0
  /** Refusals by limit. */
  readonly refusals = new Map<LimitName, number>()
  #limits: TenantLimits
  /** A token bucket of requests that may begin at once, with the tokens of one second at most. */
  #tokens: number
  #filledAt: number

  /** Times are monotonic milliseconds. */
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

  /** The limit that one more request would exceed. A request that is alone never exceeds the bytes. */
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
