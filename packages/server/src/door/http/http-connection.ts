import type { Socket } from 'node:net'
import type { WorkTurns } from '@rowhouse/platform'
import { serverLimits } from '../../limits.js'
import type { HttpBounds, HttpHandler, RequestTaker } from './http-handler.js'
import type { HttpHead } from './http-head.js'
import { ownBytes } from './own-bytes.js'
import { type HeadEnds, type HttpReply, type PackedReply, packReply } from './pack-reply.js'
import type { ReadyReply, ReplyQueue } from './reply-queue.js'
import { type RequestEvents, RequestReader } from './request-reader.js'
import { BROKEN, type HeadLines } from './scan-head.js'

/** What all connections of one server share. */
export interface ConnectionPlace {
  readonly handler: HttpHandler
  readonly bounds: HttpBounds
  readonly lines: HeadLines
  readonly ends: HeadEnds
  readonly ready: ReplyQueue
  /** Sending large replies takes turns with other long work. */
  readonly turns: WorkTurns
  /** The time of the last tick: exact enough for bounds of seconds, and free. */
  now: number
  /** Set if the process stalled before the last tick. */
  isLate: boolean
  forget(connection: HttpConnection): void
}

/**
 * `fresh`: no request has begun on the connection. `idle`: the last request is answered. `head`, `body`: a
 * part of a request has come. `asked`: the whole request has come, and the client has not taken its reply.
 * `closing`: further bytes are dropped.
 */
type State = 'fresh' | 'idle' | 'head' | 'body' | 'asked' | 'closing'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** One connection: reads a request, waits until it is answered, reads the next one. */
export class HttpConnection implements RequestEvents, ReadyReply {
  readonly #socket: Socket
  readonly #place: ConnectionPlace
  readonly #reader: RequestReader
  #state: State = 'fresh'
  #deadline = 0
  #taker: RequestTaker | undefined = undefined
  #packed: PackedReply | undefined = undefined
  #isAnswered = false
  /** Set while the system has not taken all of the reply. */
  #isBackedUp = false
  /**
   * The bytes of a large body that are not written yet. It is empty while the system has the last piece.
   */
  #rest: Buffer | undefined = undefined
  #closesAfter = false
  /** Bytes that came during a request. The socket is paused meanwhile. */
  #held: Buffer | undefined = undefined
  /** Set once the client sends nothing more. */
  #isEnded = false
  #keepsAlive = true
  #hasBody = true
  #owesContinue = false

  constructor(socket: Socket, place: ConnectionPlace) {
    this.#socket = socket
    this.#place = place
    this.#reader = new RequestReader(this, place.lines)
    this.#enter('fresh', place.bounds.headTimeout)
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.on('end', () => this.#end())
    socket.on('drain', () => this.#drained())
    socket.on('timeout', () => this.#silent())
    // The `close` event that follows handles it.
    socket.on('error', () => {})
    socket.on('close', () => this.#closed())
  }

  get isGone(): boolean {
    return this.#socket.destroyed
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? ''
  }

  /** Answers the current request. The reply is sent at the end of this turn of the event loop. */
  reply(reply: HttpReply): void {
    if (this.isGone) return
    // A client that waits for 100-continue may or may not send the body, so it is unknown where the next
    // request begins.
    const close = reply.close || !this.#keepsAlive || this.#owesContinue
    this.#packed = packReply({ ...reply, close }, this.#place.ends, this.#hasBody)
    this.#place.ready.add(this)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  closeIdle(): void {
    if (this.#state === 'idle' || this.#isSilentSinceOpen()) this.#socket.destroy()
  }

  /** A new connection may be about to send its first request. */
  #isSilentSinceOpen(): boolean {
    const { bounds, now } = this.#place
    return this.#state === 'fresh' && now >= this.#deadline - bounds.headTimeout
  }

  sweep(now: number): void {
    if (now < this.#deadline) return
    if (this.#state === 'fresh' || this.#state === 'head') this.#refuse('late')
    else this.#socket.destroy()
  }

  /** The next three methods implement RequestEvents. */
  head(head: HttpHead): void {
    this.#enter('body', this.#place.bounds.requestTimeout)
    this.#keepsAlive = head.keepsAlive
    this.#hasBody = head.method !== 'HEAD'
    this.#owesContinue = head.expectsContinue && head.bodyLength !== 0
    this.#taker = this.#place.handler.begin(head, this)
  }

  body(piece: Buffer): void {
    this.#owesContinue = false
    this.#taker?.take(piece)
  }

  complete(): void {
    this.#enter('asked', this.#place.bounds.silenceTimeout)
    this.#taker?.complete()
  }

  /** Implements ReadyReply. */
  send(): void {
    const packed = this.#packed
    this.#packed = undefined
    if (packed === undefined || this.isGone) return
    const isTaken = this.#socket.write(packed.head)
    this.#isAnswered = true
    this.#taker?.written()
    this.#closesAfter = packed.close
    if (packed.body === undefined) {
      this.#sent(isTaken)
      return
    }
    this.#rest = packed.body
    this.#waitForClient()
    void this.#place.turns.once(this.#writePiece)
  }

  #sent(isTaken: boolean): void {
    if (this.#closesAfter || this.#state === 'closing') this.#close()
    else if (isTaken) this.#afterReply()
    else this.#waitForClient()
  }

  /**
   * Writes one piece. Copying megabytes into the system takes milliseconds, so other work runs between the
   * pieces.
   */
  readonly #writePiece = (): void => {
    const bytes = this.#rest
    if (bytes === undefined || this.isGone) return
    this.#rest = bytes.subarray(serverLimits.REPLY_PIECE_BYTES)
    this.#socket.write(bytes.subarray(0, serverLimits.REPLY_PIECE_BYTES), this.#pieceTaken)
  }

  readonly #pieceTaken = (error: Error | null | undefined): void => {
    const rest = this.#rest
    if (error || rest === undefined || this.isGone) return
    if (rest.length > 0) {
      void this.#place.turns.large.once(this.#writePiece)
      return
    }
    this.#rest = undefined
    this.#stopWaiting()
    this.#sent(true)
  }

  #receive(bytes: Buffer): void {
    if (this.#state === 'closing') return
    if (this.#state === 'asked') this.#hold(bytes)
    else this.#read(bytes)
  }

  /** Keeps bytes that came too early, and pauses the socket. */
  #hold(bytes: Buffer): void {
    const kept = ownBytes(bytes)
    this.#held = this.#held === undefined ? kept : Buffer.concat([this.#held, kept])
    this.#socket.pause()
  }

  #read(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      at = this.#reader.read(bytes, at)
      if (at === BROKEN) {
        this.#broken()
        return
      }
      // A request that was refused early ends when the rest of its body has come.
      if (this.#state === 'asked' && !this.#finish()) {
        if (at < bytes.length) this.#hold(bytes.subarray(at))
        return
      }
    }
    if (this.#state === 'idle' && this.#reader.isInside) {
      this.#enter('head', this.#place.bounds.headTimeout)
    }
    if (this.#owesContinue && this.#packed === undefined) {
      this.#owesContinue = false
      this.#socket.write(CONTINUE, 'latin1')
    }
  }

  /** Makes the connection idle when the request is read and its reply is taken. */
  #finish(): boolean {
    if (this.#state !== 'asked' || !this.#isAnswered || this.#isBackedUp) return false
    this.#taker = undefined
    this.#isAnswered = false
    this.#enter('idle', this.#place.bounds.keepAliveTimeout)
    return true
  }

  #afterReply(): void {
    this.#taker?.taken()
    if (!this.#finish()) return
    const held = this.#held
    if (held !== undefined) {
      this.#held = undefined
      this.#read(held)
    }
    if (this.#held !== undefined || this.#state === 'closing') return
    if (this.#isEnded) this.#end()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  #waitForClient(): void {
    this.#isBackedUp = true
    this.#deadline = Number.POSITIVE_INFINITY
    this.#socket.setTimeout(this.#place.bounds.silenceTimeout)
  }

  #drained(): void {
    if (!this.#isBackedUp || this.#rest !== undefined) return
    this.#stopWaiting()
    this.#afterReply()
  }

  /** Closes a connection whose client reads nothing, unless this process stalled and sent nothing. */
  #silent(): void {
    if (this.#place.isLate) this.#socket.setTimeout(this.#place.bounds.silenceTimeout)
    else this.#socket.destroy()
  }

  #stopWaiting(): void {
    this.#isBackedUp = false
    this.#socket.setTimeout(0)
    this.#deadline = this.#soon(this.#place.bounds.requestTimeout)
  }

  /** Called when the client has ended its side. */
  #end(): void {
    this.#isEnded = true
    if (this.#state === 'asked' || this.#state === 'closing') return
    if (this.#reader.isInside) this.#broken()
    else this.#socket.end()
  }

  /** Called when the bytes are not HTTP. */
  #broken(): void {
    const taker = this.#state === 'body' ? this.#taker : undefined
    if (taker === undefined) {
      this.#refuse('broken')
      return
    }
    this.#enter('closing', this.#place.bounds.headTimeout)
    if (this.#isAnswered) this.#close()
    else if (this.#packed === undefined) taker.broken()
  }

  #refuse(reason: 'broken' | 'late'): void {
    this.#hasBody = true
    this.#enter('closing', this.#place.bounds.headTimeout)
    this.reply(this.#place.handler.refuse(reason))
  }

  /** Ends the connection once the system has taken the reply. */
  #close(): void {
    if (this.#rest !== undefined) {
      this.#closesAfter = true
      return
    }
    // A closed connection resets on further bytes, and the client could lose the reply. So the rest of a
    // request is read and dropped first.
    const isDone = this.#state === 'asked' && this.#held === undefined
    this.#enter('closing', this.#place.bounds.headTimeout)
    this.#held = undefined
    this.#deadline = Number.POSITIVE_INFINITY
    this.#socket.setTimeout(this.#place.bounds.silenceTimeout)
    this.#socket.end(() => {
      this.#taker?.taken()
      this.#socket.setTimeout(0)
      this.#deadline = this.#soon(this.#place.bounds.headTimeout)
      if (isDone) this.#socket.destroy()
      else this.#socket.resume()
    })
  }

  #closed(): void {
    this.#place.forget(this)
    this.#packed = undefined
    this.#rest = undefined
    this.#held = undefined
    this.#taker?.gone()
  }

  #enter(state: State, timeout: number): void {
    this.#state = state
    this.#deadline = this.#soon(timeout)
  }

  /** The deadline after a timeout; at most one tick late, and never early. */
  #soon(timeout: number): number {
    return this.#place.now + this.#place.bounds.sweepInterval + timeout
  }
}
