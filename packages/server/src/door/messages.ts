/**
 * What travels between a door and the engine's thread: plain data with byte bodies. The door knows
 * nothing of tables, the engine's side nothing of HTTP, so a door may stand in the engine's thread
 * or in one of its own (see door-threads.ts).
 */

/** One authenticated request. */
export interface Call {
  readonly requestId: string
  readonly instance: string
  /** The access key's id; empty when none of the instance was named. */
  readonly keyId: string
  readonly operation: string
  readonly body: Buffer
  /** Milliseconds that the door spent on checks, for the slow-request log. */
  readonly authentication: number
  /** When the door handed the call over, in monotonic milliseconds of the engine's thread. */
  readonly sentAt: number
  /** What it searches has to hold everything that was acknowledged before. */
  readonly waitsForIndex: boolean
  /** The header of that name, when requests are traced. */
  readonly traceParent?: string | undefined
}

/** Takes the answer to one call or page request, exactly once. */
export interface ReplyTarget {
  /** Nobody waits for the answer any more. */
  readonly isGone?: boolean
  /** `over`: see there; only with replies whose memory somebody waits for. */
  reply(status: number, body: Buffer, over?: ReplyOver): void
  /** The client does not take its reply, and others need the memory: drops the connection. */
  cut?(): void
}

/**
 * Called once when a reply is over: the system has all of its bytes, or never will because the client has
 * gone. Its memory may be used again in the first case only: in the other somebody may still look at it.
 */
export type ReplyOver = (isTaken: boolean) => void

/** The pages that are served by GET beside the operations. */
export type Page = 'metrics' | 'ready'

/** What a door needs of the engine's side. */
export interface EngineGate {
  submit(call: Call, target: ReplyTarget): void
  page(page: Page, target: ReplyTarget): void
  /** A request that the door itself refused: for the counters and the log. */
  refused(refusal: Refusal): void
  /** The client has gone before its answer came. */
  gone?(target: ReplyTarget): void
}

export interface Refusal {
  readonly requestId: string
  /** Empty when the path names no known operation, so that strangers cannot invent label values. */
  readonly operation: string
  readonly code: string
  /** Set when the request went on all the same (`--auth=warn`). */
  readonly tolerated: boolean
  readonly message: string
}
