/**
 * What travels between a door and the engine's thread: plain data with byte bodies. The door knows nothing
 * of tables, and the engine's side nothing of HTTP, so a door may run in the engine's thread or in one of
 * its own (see door-threads.ts).
 */

import type { LentMemory } from '@rowhouse/platform'
import type { SearchTimes, StageTimes } from '../stages.js'

/** One authenticated request. */
export interface Call {
  readonly requestId: string
  readonly instance: string
  /** The access key's id; empty when the request named no key of the instance. */
  readonly keyId: string
  readonly operation: string
  readonly body: Buffer
  /** Milliseconds that the door spent on checks, for the slow-request log. */
  readonly authentication: number
  /** When the door handed the call over, in monotonic milliseconds of the engine's thread. */
  readonly sentAt: number
  /** Answers from indexes must include every write that was acknowledged before. */
  readonly waitsForIndex: boolean
  /** The `traceparent` header, when requests are traced. */
  readonly traceParent?: string | undefined
}

/** Takes the answer to one call or page request, exactly once. */
export interface ReplyTarget {
  /** True when the client has gone. */
  readonly isGone?: boolean
  /** `over` is given only with replies whose memory is counted. */
  reply(status: number, body: Buffer, over?: ReplyOver): void
  /** Told before the reply where its time went, if somebody wants to see it. */
  spent?(times: StageTimes, search: SearchTimes): void
  /**
   * Closes the connection, because the client does not take its reply and other requests need the memory.
   */
  cut?(): void
}

/**
 * Called once when a reply is over: the system has taken all of its bytes, or never will because the client
 * has gone. Only in the first case may its memory be reused; in the second it may still be read.
 */
export type ReplyOver = (isTaken: boolean) => void

/** The pages that are served by GET beside the operations. */
export type Page = 'metrics' | 'ready'

/** What a door needs of the engine's side. */
export interface EngineGate {
  /** The memory of bodies that come in pieces, which the gate gives back; none if it cannot. */
  readonly bodyMemory?: LentMemory | undefined
  submit(call: Call, target: ReplyTarget): void
  page(page: Page, target: ReplyTarget): void
  /** A request that the door itself refused, for the counters and the log. */
  refused(refusal: Refusal): void
  /** Called when the client has gone before its answer came. */
  gone?(target: ReplyTarget): void
}

export interface Refusal {
  readonly requestId: string
  /** Empty when the path names no known operation, so that strangers cannot make up label values. */
  readonly operation: string
  readonly code: string
  /** Set when the request was served all the same (`--auth=warn`). */
  readonly tolerated: boolean
  readonly message: string
}
