import { operationNames } from '@rowhouse/protocol'
import { ClientCode } from '../errors.js'

/** The service has refused these before it did anything, whatever the operation. */
const REFUSED: ReadonlySet<string> = new Set([
  'OTSRowOperationConflict',
  'OTSNotEnoughCapacityUnit',
  'OTSTableNotReady',
  'OTSPartitionUnavailable',
  'OTSServerBusy',
  'OTSOperationThrottled',
  'OTSStorageServerBusy',
])

/** Whether the work was done is unknown: only what may be done twice is tried again. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'OTSTimeout',
  'OTSInternalServerError',
  'OTSServerUnavailable',
  ClientCode.NETWORK,
])

/** The one text of OTSQuotaExhausted that passes with time, as the official SDKs compare it. */
const TOO_FREQUENT = 'Too frequent table operations.'

/** What an error says of trying again; `wasNotSent` is of requests that never left. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly wasNotSent: boolean
}

/** Whether a call that failed so may be made again. */
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
