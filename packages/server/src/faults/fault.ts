/** The errors of the service that a test can request. */
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
 * A fault that a test injects into a server. It needs at least one of `code`, `cut` and `latencyMs`. Of
 * several faults, the one that was added first hits a request.
 */
export interface Fault {
  /** The operations that it hits, such as `'PutRow'`; all by default. */
  readonly operation?: string | readonly string[] | undefined
  /** The share of their requests that it hits, above 0 and up to 1; 1 by default. */
  readonly rate?: number | undefined
  /** The number of requests that it hits before it ends; without it, it stays until it is removed. */
  readonly times?: number | undefined
  /** Answers this error, with the status and text of the service. */
  readonly code?: FaultCode | undefined
  /** Another text for the error. */
  readonly message?: string | undefined
  /** Closes the connection instead of answering. Not together with `code`. */
  readonly cut?: boolean | undefined
  /** Waits this many milliseconds first. Alone, it slows down requests that then succeed. */
  readonly latencyMs?: number | undefined
  /** Executes the request, and then replaces its answer by `code` or `cut`. */
  readonly afterWork?: boolean | undefined
}
