/** Why a call failed: the service's error, or why there was no answer. */
export class CallError extends Error {
  /**
   * The service's code (docs/errors.md), or one of the client's own: `ClientTimeout`, `ClientAborted`,
   * `ClientNetwork`, `ClientBadReply`.
   */
  readonly code: string
  readonly operation: string
  /** The HTTP status; undefined without a reply. */
  readonly status: number | undefined
  /** The id under which the server's log has the request. */
  readonly requestId: string | undefined
  /** How often the request was sent. */
  readonly attempts: number

  constructor(facts: CallFailure, attempts = 1) {
    super(facts.message, { cause: facts.cause })
    this.name = 'CallError'
    this.code = facts.code
    this.operation = facts.operation
    this.status = facts.status
    this.requestId = facts.requestId
    this.attempts = attempts
  }
}

/** Whether a call was refused with this code of the service. */
export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof CallError && error.code === code

/** Whether a call was refused for a missing table. GetRow and GetRange say so in their text only. */
export const isMissingTable = (error: unknown): boolean =>
  isRefusal(error, 'OTSObjectNotExist') ||
  (isRefusal(error, 'OTSParameterInvalid') &&
    error instanceof CallError &&
    error.message.includes('Requested table does not exist'))

export interface CallFailure {
  readonly code: string
  readonly message: string
  readonly operation: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly cause?: unknown
}

export const ClientCode = {
  /** The deadline passed before an answer came. It is unknown whether a write took effect. */
  TIMEOUT: 'ClientTimeout',
  /** The caller aborted the call. */
  ABORTED: 'ClientAborted',
  /** The connection failed. It is unknown whether a write took effect. */
  NETWORK: 'ClientNetwork',
  /** The reply is not from the service: its digest, signature or form is wrong. */
  BAD_REPLY: 'ClientBadReply',
} as const

/** A mistake of the caller, found before anything was sent. */
export class UsageError extends TypeError {
  override readonly name = 'UsageError'
}
