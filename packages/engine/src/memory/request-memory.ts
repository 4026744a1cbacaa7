/** Thrown when the client of a request has gone: its work ends without a reply. */
export class RequestGoneError extends Error {
  constructor() {
    super('the client has gone')
  }
}

/** The memory of one request beside its body. Large amounts are asked for before they are taken. */
export interface RequestMemory {
  /** The bytes that the request holds. */
  readonly bytes: number
  /** The budget of all requests together. */
  readonly bytesMax: number
  /**
   * Asks for more bytes: undefined when they may be taken at once, otherwise a promise that resolves when
   * they may. Rejects with the busy error, or with RequestGoneError.
   */
  take(bytes: number): Promise<void> | undefined
  /** Gives bytes back. */
  giveBack(bytes: number): void
  /**
   * Called when only the decoded request refers to the bytes of its body: they are used again once the
   * operation has ended. A request that does not call it leaves them to the collector.
   */
  bodyDone(): void
}

/** For work that no client waits for, and for an engine without a server. */
export const UNCOUNTED_MEMORY: RequestMemory = {
  bytes: 0,
  bytesMax: Number.POSITIVE_INFINITY,
  take: () => undefined,
  giveBack: () => {},
  bodyDone: () => {},
}
