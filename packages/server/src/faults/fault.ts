/** Errors of the service that a test can ask for. */
export const FAULT_CODES = [
  'OTSServerBusy',
  'OTSPartitionUnavailable',
  'OTSTimeout',
  'OTSServerUnavailable',
  'OTSStorageServerBusy',
  'OTSOperationThrottled',
  'OTSNotEnoughCapacityUnit',
  'OTSQuotaExhausted',
  'OTSTableNotReady',
  'OTSRowOperationConflict',
  'OTSInternalServerError',
  'OTSRequestTimeout',
  'OTSFlowControl',
  'OTSConditionCheckFail',
  'OTSObjectNotExist',
  'OTSSessionNotExist',
  'OTSAuthFailed',
  'OTSNoPermissionAccess',
] as const

export type FaultCode = (typeof FAULT_CODES)[number]

/**
 * What a test asks a server to do wrong. It needs at least one of `code`, `cut` and `latencyMs`. Of several
 * faults, the one that was added first strikes a request.
 */
export interface Fault {
  /** Operations that it strikes, such as `'PutRow'`; all of them when left out. */
  readonly operation?: string | readonly string[] | undefined
  /** The share of their requests that it strikes, above 0 and up to 1; 1 when left out. */
  readonly rate?: number | undefined
  /** How many requests it strikes before it is over; left out, it goes on until it is removed. */
  readonly times?: number | undefined
  /** Answers this error, with the status and text of the service. */
  readonly code?: FaultCode | undefined
  /** Another text for that error. */
  readonly message?: string | undefined
  /** Closes the connection in the place of an answer. Not together with `code`. */
  readonly cut?: boolean | undefined
  /** Waits so many milliseconds first. Alone, it makes requests slow that then succeed. */
  readonly latencyMs?: number | undefined
  /** The request is carried out, and `code` or `cut` takes the place of its answer. */
  readonly afterWork?: boolean | undefined
}
