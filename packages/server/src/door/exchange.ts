import { type TablestoreError, contentMd5, encodeError, errors } from '@rowhouse/protocol'
import { authenticate, checkHead, replyKeyOf } from './authenticate.js'
import type { BodyPlace, Incoming } from './body-budget.js'
import { BodyCollector } from './body-collector.js'
import { deflateBody, inflateBody, inflatedSize, wantsDeflate } from './compression.js'
import type { DoorContext } from './door-context.js'
import type { HttpConnection } from './http/http-connection.js'
import type { RequestTaker } from './http/http-handler.js'
import type { HttpHead } from './http/http-head.js'
import type { ReplyOver, ReplyTarget } from './messages.js'
import { type RequestHead, readRequestHead } from './request-head.js'
import { signedReply } from './signed-reply.js'

/** A refused body up to this size is read and dropped, so that the client can read the answer. */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024

/** One request and its reply. */
export class Exchange implements RequestTaker, ReplyTarget, Incoming {
  readonly tenant: string
  received = 0
  readonly #door: DoorContext
  readonly #connection: HttpConnection
  readonly #http: HttpHead
  readonly #head: RequestHead
  readonly #operation: string
  readonly #requestId: string
  readonly #body: BodyCollector
  /** Set while the body is coming in. */
  #place: BodyPlace | undefined = undefined
  /** Set once the answer is known. */
  #isAnswered = false
  /** Set while the engine has the request or its body is being inflated. */
  #isInside = false
  /** Set once the connection has the answer. */
  #isSent = false
  #isFinished = false
  /** Called when the reply is over. */
  #over: ReplyOver | undefined = undefined

  constructor(door: DoorContext, connection: HttpConnection, http: HttpHead, operation: string) {
    this.#door = door
    this.#connection = connection
    this.#http = http
    this.#operation = operation
    this.#body = new BodyCollector(door.gate.bodyMemory)
    this.#head = readRequestHead(http.headers)
    this.tenant = door.credentials.instanceName(this.#head.instanceName ?? '') ?? ''
    this.#requestId = door.stamps.requestId()
    door.active += 1
  }

  /** Checks the head. */
  begin(): void {
    const refused = this.#checkHead()
    if (refused !== undefined) this.#refuse(refused)
    else this.#place = this.#door.bodies.begin(this)
  }

  /** Clients see the order of these checks: method, operation, headers, date, announced size. */
  #checkHead(): TablestoreError | undefined {
    if (this.#door.draining) return errors.serverBusy()
    if (this.#http.method !== 'POST') return errors.methodNotAllowed()
    const access = this.#door.operations.get(this.#operation)
    if (access === undefined || access === 'unsupported') {
      return errors.unsupportedOperation(this.#operation)
    }
    const refused = checkHead(this.#head, this.#door.policy, this.#door.clock.now())
    if (refused !== undefined) return refused
    return this.#http.bodyLength > this.#door.bounds.bodyBytesMax
      ? errors.requestBodyTooLarge()
      : undefined
  }

  take(piece: Buffer): void {
    if (this.#isAnswered) return
    const { bodies, bounds } = this.#door
    if (this.received + piece.length > bounds.bodyBytesMax) {
      this.#stopCollecting()
      this.#refuse(errors.requestBodyTooLarge())
      return
    }
    this.#body.add(piece, Math.max(this.#http.bodyLength, 0))
    this.received += piece.length
    bodies.received(this, piece.length)
  }

  complete(): void {
    if (this.#isAnswered) return
    const body = this.#body.finish()
    this.#stopCollecting()
    this.#isInside = true
    try {
      this.#admit(body)
    } catch (error) {
      this.fail(error)
    }
  }

  broken(): void {
    if (this.#isAnswered) return
    this.#stopCollecting()
    this.#refuse(errors.cannotDeserialize(), true)
  }

  written(): void {
    this.#finish()
  }

  taken(): void {
    this.#endReply(true)
  }

  gone(): void {
    this.#stopCollecting()
    if (this.#isSent) this.#endReply(false)
    if (this.#isInside) this.#door.gate.gone?.(this)
    else this.#finish()
  }

  get isGone(): boolean {
    return this.#connection.isGone
  }

  /** Called when the body took too long. */
  abort(): void {
    this.#body.drop()
    this.#refuse(errors.requestTimeout(), true)
  }

  cut(): void {
    this.#connection.destroy()
  }

  reply(status: number, body: Buffer, over?: ReplyOver): void {
    this.#isAnswered = true
    this.#over = over
    if (wantsDeflate(this.#head, body)) void this.#sendDeflated(status, body)
    else this.#door.digests.sum(body, (md5) => this.#sendSummed(status, body, md5))
  }

  /** Answers a request on which the door's own code has failed. */
  fail(error: unknown): void {
    if (this.#isSent) {
      this.#connection.destroy()
      return
    }
    this.#isAnswered = true
    const refused = errors.internalServerError()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#door.gate.refused({ ...this.#refusal(refused), message: text })
    this.#sendError(refused, false)
  }

  #admit(body: Buffer): void {
    const started = this.#door.clock.monotonic()
    const verdict = authenticate(
      this.#head,
      this.#operation,
      this.#door.operations.get(this.#operation) === 'write',
      body,
      this.#door.credentials,
      this.#door.policy,
      this.#door.clock.now(),
    )
    if (verdict.error !== undefined) {
      this.#refuse(verdict.error)
      return
    }
    if (verdict.tolerated !== undefined) this.#report(verdict.tolerated, true)
    if (this.#head.requestCompressType === undefined) this.#submit(verdict.instance, body, started)
    else void this.#submitInflated(verdict.instance, body, started)
  }

  #submit(instance: string, body: Buffer, started: number): void {
    const now = this.#door.clock.monotonic()
    this.#door.gate.submit(
      {
        requestId: this.#requestId,
        instance,
        keyId: this.#door.credentials.keyId(instance, this.#head.accessKeyId),
        operation: this.#operation,
        body,
        authentication: now - started,
        sentAt: now,
        waitsForIndex: this.#head.waitsForIndex,
        traceParent: this.#head.traceParent,
      },
      this,
    )
  }

  async #submitInflated(instance: string, body: Buffer, started: number): Promise<void> {
    try {
      const size = inflatedSize(this.#head, this.#door.bounds.bodyBytesMax)
      if (typeof size === 'object') this.#refuse(size)
      else if (size === undefined) this.#submit(instance, body, started)
      else this.#submitOrRefuse(instance, await inflateBody(body, size), started)
    } catch (error) {
      this.fail(error)
    }
  }

  #submitOrRefuse(instance: string, body: Buffer | undefined, started: number): void {
    if (body === undefined) this.#refuse(errors.cannotDeserialize())
    else this.#submit(instance, body, started)
  }

  async #sendDeflated(status: number, body: Buffer): Promise<void> {
    try {
      this.#send(status, body, contentMd5(body), await deflateBody(body), false)
    } catch (error) {
      this.fail(error)
    }
  }

  #sendSummed(status: number, body: Buffer, md5: string): void {
    try {
      this.#send(status, body, md5, undefined, false)
    } catch (error) {
      this.fail(error)
    }
  }

  #sendError({ code, message, status }: TablestoreError, close: boolean): void {
    const body = encodeError(code, message)
    this.#send(status, body, contentMd5(body), undefined, close)
  }

  #refuse(error: TablestoreError, close = false): void {
    this.#isAnswered = true
    this.#report(error, false)
    this.#sendError(error, close || this.#http.bodyLength > DISCARDED_BYTES_MAX)
  }

  #send(
    status: number,
    body: Buffer,
    md5: string,
    compressed: Buffer | undefined,
    close: boolean,
  ): void {
    const door = this.#door
    this.#isInside = false
    if (this.#connection.isGone) {
      this.#endReply(false)
      this.#finish()
      return
    }
    this.#isSent = true
    this.#connection.reply(
      signedReply({
        status,
        body,
        md5,
        compressed,
        operation: this.#operation,
        requestId: this.#requestId,
        date: door.stamps.date(),
        key: replyKeyOf(this.#head, door.credentials),
        keyId: this.#head.accessKeyId ?? '',
        close: close || door.draining,
      }),
    )
  }

  #report(error: TablestoreError, tolerated: boolean): void {
    this.#door.gate.refused({ ...this.#refusal(error), tolerated })
  }

  #refusal(error: TablestoreError) {
    return {
      requestId: this.#requestId,
      operation: this.#door.operations.has(this.#operation) ? this.#operation : '',
      code: error.code,
      tolerated: false,
      message: error.message,
    }
  }

  #endReply(isTaken: boolean): void {
    const over = this.#over
    this.#over = undefined
    over?.(isTaken)
  }

  /** Called when the request is answered, or its client has gone. */
  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#door.active -= 1
    if (this.#door.active === 0 && this.#door.draining) this.#door.onQuiet()
  }

  #stopCollecting(): void {
    if (this.#place !== undefined) this.#door.bodies.end(this.#place)
    this.#place = undefined
    this.#body.drop()
  }
}
