import type { HttpConnection } from './http-connection.js'
import type { HttpHead } from './http-head.js'
import type { HttpReply } from './pack-reply.js'

/** Takes one request, and answers it once with `HttpConnection.reply`. No method may throw. */
export interface RequestTaker {
  /** The next bytes of the body. */
  take(piece: Buffer): void
  /** The body is complete. */
  complete(): void
  /** No more of the body comes: the bytes are not HTTP, or the client ended too early. */
  broken(): void
  /** The reply is written. */
  written(): void
  /** The system has taken all of the reply. */
  taken(): void
  /** The connection is closed: no answer can be sent any more. */
  gone(): void
}

/** What a server serves. */
export interface HttpHandler {
  begin(head: HttpHead, connection: HttpConnection): RequestTaker
  /** Answers what never became a request: bytes that are not HTTP, or a head that came too late. */
  refuse(reason: 'broken' | 'late'): HttpReply
}

/** Times are milliseconds. */
export interface HttpBounds {
  readonly connectionsMax: number
  /** Until the head of a request has come. */
  readonly headTimeout: number
  /** Until the body has come, wanted or not. */
  readonly requestTimeout: number
  /** A connection that has a request and moves no bytes for this long is closed. */
  readonly silenceTimeout: number
  readonly keepAliveTimeout: number
  /** The interval between two ticks. */
  readonly sweepInterval: number
}
