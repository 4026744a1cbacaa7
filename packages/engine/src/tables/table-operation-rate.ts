import { errors, limits } from '@rowhouse/protocol'
import type { Clock } from '@rowhouse/platform'

/** Limits the rate of table operations, with a token bucket per instance. */
export interface TableOperationRate {
  /** Throws OTSQuotaExhausted "Too frequent table operations." past the limit. */
  admit(instance: string): void
}

interface Bucket {
  tokens: number
  filledAt: number
}

/**
 * The service allows an instance ten table operations a second, and SDKs recognise the refusal by its
 * exact text to retry it. A local server mostly serves test suites that create tables in bursts, so the
 * limit applies only when the engine's options ask for it.
 */
export const createTableOperationRate = (clock: Clock, enforced: boolean): TableOperationRate => {
  const buckets = new Map<string, Bucket>()
  const capacity = limits.TABLE_OPERATIONS_PER_SECOND_MAX
  return {
    admit: (instance) => {
      if (!enforced) return
      const now = clock.monotonic()
      const bucket = buckets.get(instance) ?? { tokens: capacity, filledAt: now }
      const gained = ((now - bucket.filledAt) / 1000) * capacity
      bucket.tokens = Math.min(capacity, bucket.tokens + gained)
      bucket.filledAt = now
      buckets.set(instance, bucket)
      if (bucket.tokens < 1) throw errors.tooFrequentTableOperations()
      bucket.tokens -= 1
    },
  }
}
