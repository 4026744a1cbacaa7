import type { Call } from '../door/messages.js'
import type { Stages } from '../stages.js'

/** One answered request. */
export interface TracedRequest {
  readonly call: Call
  /** Undefined when the request was refused before it ran. */
  readonly stages: Stages | undefined
  /** `OK`, or the code of the error that was answered. */
  readonly code: string
  /** Monotonic milliseconds of the engine's thread. */
  readonly endedAt: number
}

/** Records spans. */
export interface Traces {
  record(request: TracedRequest): void
  /** Sends the spans that are still waiting, for a bounded time. */
  close(): Promise<void>
}
