import type { ServerResponse } from 'node:http'
import { type TablestoreError, encodeError, errors } from '@rowhouse/protocol'
import { authenticate, checkHead, replyKeyOf } from './authenticate.js'
import type { Incoming } from './body-budget.js'
import { deflateBody, inflateBody, inflatedSize, wantsDeflate } from './compression.js'
import type { DoorContext } from './door-context.js'
import type { DoorRequest } from './door-request.js'
import type { ReplyTarget } from './messages.js'
import type { Outgoing } from './reply-budget.js'
import type { ReadyReply } from './reply-queue.js'
import type { RequestHead } from './request-head.js'
import { type PreparedReply, prepareReply, writeReply } from './write-reply.js'

const EMPTY = Buffer.alloc(0)
/** A refused body up to this size is read and dropped, so that the client gets to read the answer. */
const DISCARDED_BYTES_MAX = 64 * 1024 * 1024

/** One request and its reply. */
export class Exchange implements ReplyTarget, Incoming, Outgoing, ReadyReply {
  received = 0
  replyBytes = 0
  readonly #door: DoorContext
  readonly #request: DoorRequest
  readonly #response: ServerResponse
  readonly #head: RequestHead
  readonly #operation: string
  readonly #requestId: string
  #chunk: Buffer = EMPTY
  #chunks: Buffer[] | undefined = undefined
  #prepared: PreparedReply | undefined = undefined
  #isAnswered = false
  #isFinished = false

  constructor(
    door: DoorContext,
    request: DoorRequest,
    response: ServerResponse,
    operation: string,
  ) {
    this.#door = door
    this.#request = request
    this.#response = response
    this.#operation = operation
    this.#head = request.head
    this.#requestId = door.stamps.requestId()
    door.active += 1
  }

  /** Checks what the head tells; true when the body is wanted. */
  begin(): boolean {
    const refused = this.#checkHead()
    if (refused === undefined) {
      this.#door.bodies.begin(this)
      return true
    }
    this.#refuse(refused)
    return false
  }

  /** The visible order: method, operation, headers, date, announced size. */
  #checkHead(): TablestoreError | undefined {
    if (this.#door.draining) return errors.serverBusy()
    if (this.#request.method !== 'POST') return errors.methodNotAllowed()
    const access = this.#door.operations.get(this.#operation)
    if (access === undefined || access === 'unsupported') {
      return errors.unsupportedOperation(this.#operation)
    }
    const refused = checkHead(this.#head, this.#door.policy, this.#door.clock.now())
    if (refused !== undefined) return refused
    const announced = Number(this.#head.contentLength ?? 0)
    return announced > this.#door.bounds.bodyBytesMax ? errors.requestBodyTooLarge() : undefined
  }

  take(chunk: Buffer): void {
    if (this.#isAnswered) return
    if (this.received + chunk.length > this.#door.bounds.bodyBytesMax) {
      this.#stopCollecting()
      this.#refuse(errors.requestBodyTooLarge())
      return
    }
    if (this.received === 0) this.#chunk = chunk
    else if (this.#chunks === undefined) this.#chunks = [this.#chunk, chunk]
    else this.#chunks.push(chunk)
    this.received += chunk.length
    this.#door.bodies.received(chunk.length)
  }

  /** The body is complete. */
  complete(): void {
    if (this.#isAnswered) return
    const body = this.#chunks === undefined ? this.#chunk : Buffer.concat(this.#chunks)
    this.#stopCollecting()
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
    if (verdict.tolerated !== undefined) this.#tell(verdict.tolerated, true)
    if (this.#head.requestCompressType === undefined) this.#submit(verdict.instance, body, started)
    else void this.#submitInflated(verdict.instance, body, started)
  }

  /** The connection went before the body was all there. */
  get isGone(): boolean {
    return this.#request.destroyed
  }

  giveUp(): void {
    this.#drop()
    if (this.isGone) this.#finish()
    else this.#refuse(errors.requestTimeout(), true)
  }

  cut(): void {
    this.#response.destroy()
  }

  reply(status: number, body: Buffer): void {
    if (this.#response.destroyed) {
      this.#finish()
      return
    }
    this.#isAnswered = true
    if (wantsDeflate(this.#head, body)) void this.#sendDeflated(status, body)
    else this.#send(status, body, undefined, false)
  }

  /** Answers whatever went wrong in our own code. */
  fail(error: unknown): void {
    if (this.#response.headersSent || this.#prepared !== undefined) {
      this.#prepared = undefined
      this.#finish()
      this.#response.destroy()
      return
    }
    const refused = errors.internalServerError()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#door.gate.refused({ ...this.#refusal(refused), message: text })
    this.reply(refused.status, encodeError(refused.code, refused.message))
  }

  #submit(instance: string, body: Buffer, started: number): void {
    const now = this.#door.clock.monotonic()
    this.#door.gate.submit(
      {
        requestId: this.#requestId,
        instance,
        operation: this.#operation,
        body,
        authentication: now - started,
        sentAt: now,
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
      this.#send(status, body, await deflateBody(body), false)
    } catch (error) {
      this.fail(error)
    }
  }

  #refuse(error: TablestoreError, close = false): void {
    this.#tell(error, false)
    if (this.#response.destroyed) {
      this.#finish()
      return
    }
    this.#isAnswered = true
    const announced = Number(this.#head.contentLength ?? 0)
    this.#send(
      error.status,
      encodeError(error.code, error.message),
      undefined,
      close || announced > DISCARDED_BYTES_MAX,
    )
  }

  #send(status: number, body: Buffer, compressed: Buffer | undefined, close: boolean): void {
    const door = this.#door
    this.replyBytes = body.length
    if (door.replies.begin(this)) {
      this.#response.once('close', () => door.replies.end(this))
    }
    this.#prepared = prepareReply({
      status,
      body,
      compressed,
      operation: this.#operation,
      requestId: this.#requestId,
      date: door.stamps.date(),
      key: replyKeyOf(this.#head, door.credentials),
      keyId: this.#head.accessKeyId ?? '',
      close: close || door.draining,
    })
    door.ready.add(this)
  }

  /** The queue's turn has come. */
  send(): void {
    if (this.#prepared !== undefined && !this.#response.destroyed) {
      writeReply(this.#response, this.#prepared)
    }
    this.#prepared = undefined
    this.#finish()
  }

  #tell(error: TablestoreError, tolerated: boolean): void {
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

  /** Nothing is to be done for this request any more. */
  #finish(): void {
    this.#isAnswered = true
    if (this.#isFinished) return
    this.#isFinished = true
    this.#door.active -= 1
    if (this.#door.active === 0 && this.#door.draining) this.#door.onQuiet()
  }

  #stopCollecting(): void {
    this.#door.bodies.end(this)
    this.#drop()
  }

  #drop(): void {
    this.#chunk = EMPTY
    this.#chunks = undefined
  }
}
