import { operationNames } from '@rowhouse/protocol'
import { ClientCode } from '../errors.js'

/** The service refuses with these before it does anything, whatever the operation. */
const REFUSED: ReadonlySet<string> = new Set([
  'OTSRowOperationConflict',
  'OTSNotEnoughCapacityUnit',
  'OTSTableNotReady',
  'OTSPartitionUnavailable',
  'OTSServerBusy',
  'OTSOperationThrottled',
  'OTSStorageServerBusy',
])

/** It is unknown whether the work was done, so only operations that may be done twice are retried. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'OTSTimeout',
  'OTSInternalServerError',
  'OTSServerUnavailable',
  ClientCode.NETWORK,
])

/** The one text of OTSQuotaExhausted that passes with time; the official SDKs compare it too. */
const TOO_FREQUENT = 'Too frequent table operations.'

/** What an error says about retries. `wasNotSent` is true for requests that never left. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly wasNotSent: boolean
}

/** Whether a call that failed like this may be made again. */
export function mayRetry(operation: string, failure: Failure): boolean {
  if (failure.wasNotSent || REFUSED.has(failure.code)) return true
  if (failure.code === 'OTSQuotaExhausted') return failure.message === TOO_FREQUENT
  return isOutcomeUnknown(failure.code) && IDEMPOTENT.has(operation)
}

/** Whether an error leaves open that the work was done. */
export const isOutcomeUnknown = (code: string): boolean => UNKNOWN.has(code)

/** Operations that read: doing them twice does no harm. */
const IDEMPOTENT: ReadonlySet<string> = new Set(
  operationNames.filter(({ kind }) => kind === 'read').map(({ name }) => name),
)
