/** A reply as it came; `headers` by their names in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Why no reply came. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** The request was not sent, so it cannot have taken effect. */
  readonly wasNotSent: boolean

  constructor(message: string, wasNotSent: boolean, cause: unknown) {
    super(message, { cause })
    this.wasNotSent = wasNotSent
  }
}

/**
 * Sends one request and brings its reply. Headers are names and values in turn.
 * Rejects with TransportError when there is no reply, or with the signal's reason once it is aborted.
 */
export interface Transport {
  send(
    operation: string,
    headers: string[],
    body: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<Reply>
  close(): Promise<void>
}
