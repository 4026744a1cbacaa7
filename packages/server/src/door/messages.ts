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
  reply(status: number, body: Buffer): void
}

/** The pages that are served by GET beside the operations. */
export type Page = 'metrics' | 'ready'

/** What a door needs of the engine's side. */
export interface EngineGate {
  submit(call: Call, target: ReplyTarget): void
  page(page: Page, target: ReplyTarget): void
  /** A request that the door itself refused: for the counters and the log. */
  refused(refusal: Refusal): void
  /** The system has all bytes of a reply: its memory may be used again. Not told of every reply. */
  readonly taken?: ((body: Buffer) => void) | undefined
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
