/** A reply as it was received. `headers` has those that a client reads, by name in lower case. */
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

/** How a transport learns that a call ends without a reply: it timed out, or its caller aborted it. */
export interface Ending {
  /** Undefined while the call continues. */
  readonly reason: Error | undefined
  /** Called once with the reason when the call ends. */
  onEnd: ((reason: Error) => void) | undefined
}

/**
 * Sends one request and returns its reply. Headers are names and values in turn. Rejects with
 * TransportError when there is no reply, or with the reason when the call ends.
 */
export interface Transport {
  send(operation: string, headers: string[], body: Buffer, ending: Ending): Promise<Reply>
  close(): Promise<void>
}
