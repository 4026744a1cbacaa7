/** A reply as it arrived, with those `headers` that a client reads, by their names in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Why there is no reply. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** The request was not sent, so it cannot have taken effect. */
  readonly wasNotSent: boolean

  constructor(message: string, wasNotSent: boolean, cause: unknown) {
    super(message, { cause })
    this.wasNotSent = wasNotSent
  }
}

/** How a call hears that it has to end without its reply: its time is over, or its caller gave it up. */
export interface Ending {
  /** Undefined while the call goes on. */
  readonly reason: Error | undefined
  /** Called once, with the reason, when the call has to end. */
  onEnd: ((reason: Error) => void) | undefined
}

/**
 * Sends one request and brings its reply. Headers are names and values in turn.
 * Rejects with TransportError when there is no reply, or with the ending's reason once there is one.
 */
export interface Transport {
  send(operation: string, headers: string[], body: Buffer, ending: Ending): Promise<Reply>
  close(): Promise<void>
}
