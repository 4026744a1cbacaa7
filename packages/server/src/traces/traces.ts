import type { Call } from '../door/messages.js'
import type { Stages } from '../stages.js'

/** One request that has its answer. */
export interface TracedRequest {
  readonly call: Call
  /** Undefined when it was refused before it ran. */
  readonly stages: Stages | undefined
  /** `OK`, or the code of the error that it was answered with. */
  readonly code: string
  /** Monotonic milliseconds of the engine's thread. */
  readonly endedAt: number
}

/** Takes what is worth a trace. */
export interface Traces {
  record(request: TracedRequest): void
  /** Sends what has not been sent yet, as long as that does not take long. */
  close(): Promise<void>
}
