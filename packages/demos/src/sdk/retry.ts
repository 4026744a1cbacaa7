/** What the SDK itself leaves to its caller: rows that failed inside a batch, and broken connections. */
export interface RetryPolicy {
  readonly attempts: number
  readonly firstDelayMs: number
  readonly longestDelayMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 12,
  firstDelayMs: 50,
  longestDelayMs: 5_000,
}

/** The SDK reads the body of a refused request as text and then knows its HTTP status alone. */
const RETRYABLE_STATUSES = ['429', '500', '502', '503'] as const

const RETRYABLE_CODES: ReadonlySet<string> = new Set([
  ...RETRYABLE_STATUSES,
  'NetworkingError',
  'TimeoutError',
  'OTSCapacityUnitExhausted',
  'OTSInternalServerError',
  'OTSNotEnoughCapacityUnit',
  'OTSOperationThrottled',
  'OTSPartitionUnavailable',
  'OTSRowOperationConflict',
  'OTSServerBusy',
  'OTSServerUnavailable',
  'OTSTableNotReady',
  'OTSTimeout',
])

export const isRetryable = (code: string): boolean => RETRYABLE_CODES.has(code)

/** The code of an error that the SDK rejected with; empty when it has none. */
export const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}

/**
 * Grows with every attempt and is drawn at random between half and whole, so that many writers that
 * were refused together do not come back together.
 */
export const delayBefore = (
  attempt: number,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number => {
  const ceiling = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.longestDelayMs)
  return ceiling / 2 + (ceiling / 2) * random()
}
