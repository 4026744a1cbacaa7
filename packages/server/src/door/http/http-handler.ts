import type { HttpConnection } from './connection.js'
import type { HttpHead } from './http-head.js'
import type { HttpReply } from './pack-reply.js'

/** Takes one request, and answers it with `HttpConnection.reply`, once. None of this may throw. */
export interface RequestTaker {
  /** The next bytes of the body. */
  take(piece: Buffer): void
  /** The body is all there. */
  complete(): void
  /** No more of the body comes: what came is no HTTP, or the client ended before it was done. */
  broken(): void
  /** The reply is written. */
  written(): void
  /** The system has taken all of the reply. */
  taken(): void
  /** The connection is closed: no answer can go any more. */
  gone(): void
}

/** What is served. */
export interface HttpHandler {
  begin(head: HttpHead, connection: HttpConnection): RequestTaker
  /** The answer to what never became a request: bytes that are no HTTP, or a head that is late. */
  refuse(reason: 'broken' | 'late'): HttpReply
}

/** Times in milliseconds. */
export interface HttpBounds {
  readonly connectionsMax: number
  /** Until the head of a request is there. */
  readonly headTimeout: number
  /** Until the body is there, wanted or not. */
  readonly requestTimeout: number
  /** A connection with a request that moves nothing for so long is cut. */
  readonly silenceTimeout: number
  readonly keepAliveTimeout: number
  /** Between two ticks. */
  readonly sweepInterval: number
}
