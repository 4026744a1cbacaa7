/** The client of a request has gone: its work ends without a reply. */
export class RequestGoneError extends Error {
  constructor() {
    super('the client has gone')
  }
}

/** The memory of one request beside its body. It is asked for before much of it is taken. */
export interface RequestMemory {
  /** What it has been given. */
  readonly bytes: number
  /** What there is for all requests. */
  readonly bytesMax: number
  /**
   * Asks for so many bytes more: undefined when they may be taken at once, else a promise that resolves when
   * they may. Rejects with the busy error, or with RequestGoneError.
   */
  take(bytes: number): Promise<void> | undefined
  /** So many bytes of it are free again. */
  giveBack(bytes: number): void
}

/** Of work that no client waits for, and of an engine without a server. */
export const UNCOUNTED_MEMORY: RequestMemory = {
  bytes: 0,
  bytesMax: Number.POSITIVE_INFINITY,
  take: () => undefined,
  giveBack: () => {},
}
