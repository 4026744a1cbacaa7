/** Why a call failed: the service's answer, or what kept it from being heard. */
export class CallError extends Error {
  /**
   * The service's code (docs/errors.md), or one of the client's own: `ClientTimeout`, `ClientAborted`,
   * `ClientNetwork`, `ClientBadReply`.
   */
  readonly code: string
  readonly operation: string
  /** The HTTP status; undefined when no reply came. */
  readonly status: number | undefined
  /** By which the server's log names the request. */
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

export interface CallFailure {
  readonly code: string
  readonly message: string
  readonly operation: string
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly cause?: unknown
}

export const ClientCode = {
  /** The deadline passed before an answer came; whether a write took effect is unknown. */
  TIMEOUT: 'ClientTimeout',
  /** The caller gave the call up. */
  ABORTED: 'ClientAborted',
  /** The connection failed; whether a write took effect is unknown. */
  NETWORK: 'ClientNetwork',
  /** The reply is not one of the service: its digest, signature or form is wrong. */
  BAD_REPLY: 'ClientBadReply',
} as const

/** What the caller got wrong, before anything was sent. */
export class UsageError extends TypeError {
  override readonly name = 'UsageError'
}
