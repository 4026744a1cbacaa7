import { operationNames } from '@rowhouse/protocol'
import { ClientCode } from '../errors.js'

/** With these codes the service refuses any operation before it does anything. */
const REFUSED: ReadonlySet<string> = new Set([
  'OTSRowOperationConflict',
  'OTSNotEnoughCapacityUnit',
  'OTSTableNotReady',
  'OTSPartitionUnavailable',
  'OTSServerBusy',
  'OTSOperationThrottled',
  'OTSStorageServerBusy',
])

/** With these codes the outcome is unknown, so only idempotent operations are retried. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'OTSTimeout',
  'OTSInternalServerError',
  'OTSServerUnavailable',
  ClientCode.NETWORK,
  ClientCode.TIMEOUT,
])

/** The only text of OTSQuotaExhausted that is temporary; the official SDKs compare it too. */
const TOO_FREQUENT = 'Too frequent table operations.'

/** What retries depend on in an error. `wasNotSent` is true for requests that were never sent. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly wasNotSent: boolean
  /** The HTTP status of the reply, if there was one. */
  readonly status?: number | undefined
}

/** Whether a call that failed like this may be made again. */
export function mayRetry(operation: string, failure: Failure): boolean {
  if (failure.wasNotSent || REFUSED.has(failure.code)) return true
  if (failure.code === 'OTSQuotaExhausted') return failure.message === TOO_FREQUENT
  return isOutcomeUnknown(failure) && IDEMPOTENT.has(operation)
}

/** A proxy before the service answers such a status without an error of the service. */
const SERVER_FAULT = 500

/** Whether it is unknown after an error if the work was done. */
export const isOutcomeUnknown = ({ code, status = 0 }: Pick<Failure, 'code' | 'status'>): boolean =>
  UNKNOWN.has(code) || status >= SERVER_FAULT

/** Operations that only read, so they can be repeated. */
const IDEMPOTENT: ReadonlySet<string> = new Set(
  operationNames.filter(({ kind }) => kind === 'read').map(({ name }) => name),
)
