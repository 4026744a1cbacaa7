import {
  type HmacKey,
  type OperationCodec,
  type TablestoreError,
  decodeError,
} from '@rowhouse/protocol'
import { CallError, type CallFailure, ClientCode, UsageError } from '../errors.js'
import { type Settings, timeoutOf } from '../client-options.js'
import { replyProblem } from '../transport/verify-reply.js'
import { RequestSigner, type SignedRequest } from '../transport/sign-request.js'
import { type Reply, type Transport, TransportError } from '../transport/transport.js'
import { backoffMs } from './backoff.js'
import { CallEnded, Deadline } from './deadline.js'
import type { RetryBudget } from './retry-budget.js'
import { type Failure, mayRetry } from './retry-policy.js'

export interface CallOptions {
  /** Milliseconds, retries included. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** Headers beside the service's own, such as Rowhouse's `x-rowhouse-wait-for-index`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Is told the request id of the answer. A call that fails has it in its CallError. */
  readonly onRequestId?: (requestId: string) => void
}

/** What a client takes from outside, so that tests can replace it. */
export interface Surroundings {
  readonly now: () => Date
  /** From 0 to 1. */
  readonly random: () => number
}

/** Makes calls: signs, sends, checks and decodes them, and retries failures that may be retried. */
export class Caller {
  readonly #settings: Settings
  readonly #transport: Transport
  readonly #signer: RequestSigner
  readonly #surroundings: Surroundings
  readonly #budget: RetryBudget
  #isClosed = false

  constructor(
    settings: Settings,
    transport: Transport,
    surroundings: Surroundings,
    budget: RetryBudget,
  ) {
    this.#settings = settings
    this.#budget = budget
    this.#transport = transport
    this.#signer = new RequestSigner(settings)
    this.#surroundings = surroundings
  }

  /** Calls in progress fail and are not retried. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#transport.close()
  }

  /** Rejects with CallError. */
  async call<Request, Answer>(
    codec: OperationCodec<Request, Answer>,
    request: Request,
    options: CallOptions = {},
  ): Promise<Answer> {
    if (this.#isClosed) throw new UsageError('the client is closed')
    const timeoutMs =
      options.timeoutMs === undefined ? this.#settings.timeoutMs : timeoutOf(options.timeoutMs)
    const body = codec.encodeRequest(request)
    const deadline = new Deadline(timeoutMs, options.signal)
    let attempts = 0
    let failure: CallFailure | undefined
    try {
      for (;;) {
        deadline.throwIfEnded()
        attempts += 1
        const { headers, replyKey } = this.#sign(codec.name, body, options)
        const outcome = await this.#transport.send(codec.name, headers, body, deadline).then(
          (reply) => this.#read(codec, reply, replyKey, options),
          (error: unknown): Failed => ({
            isOk: false,
            failure: networkFailure(codec.name, error),
          }),
        )
        if (outcome.isOk) {
          this.#budget.succeeded(attempts > 1)
          return outcome.answer
        }
        failure = outcome.failure
        if (!this.#isTriedAgain(codec.name, outcome.failure, attempts))
          throw new CallError(failure, attempts)
        await deadline.wait(backoffMs(attempts, this.#surroundings.random()))
      }
    } catch (error) {
      throw error instanceof CallEnded ? ended(codec.name, error, attempts, failure) : error
    } finally {
      deadline.clear()
    }
  }

  #isTriedAgain(operation: string, failure: CallFailure & Failure, attempts: number): boolean {
    if (this.#isClosed || attempts > this.#settings.retries || !mayRetry(operation, failure))
      return false
    return this.#budget.take()
  }

  #sign(operation: string, body: Buffer, { headers: more }: CallOptions): SignedRequest {
    const signed = this.#signer.sign(operation, body, this.#surroundings.now())
    if (more !== undefined) signed.headers.push(...Object.entries(more).flat())
    return signed
  }

  #read<Answer>(
    { name: operation, decodeReply }: Replies<Answer>,
    reply: Reply,
    replyKey: HmacKey,
    { onRequestId }: CallOptions,
  ): Outcome<Answer> {
    if (reply.status !== 200) return { isOk: false, failure: refusal(operation, reply) }
    const problem = this.#settings.verifyReplies
      ? replyProblem(reply, operation, this.#settings.accessKey.id, replyKey)
      : undefined
    if (problem !== undefined) return { isOk: false, failure: badReply(operation, reply, problem) }
    const requestId = onRequestId && reply.headers.get('x-ots-requestid')
    if (requestId !== undefined) onRequestId?.(requestId)
    try {
      return { isOk: true, answer: decodeReply(reply.body) }
    } catch (error) {
      return { isOk: false, failure: badReply(operation, reply, 'the reply cannot be read', error) }
    }
  }
}

/** The part of an operation that its reply is read by. */
type Replies<Answer> = Pick<OperationCodec<never, Answer>, 'name' | 'decodeReply'>

type Outcome<Answer> = { readonly isOk: true; readonly answer: Answer } | Failed

interface Failed {
  readonly isOk: false
  readonly failure: CallFailure & Failure
}

/** A call that ended after failures tells the last of them: it is why there was no answer in time. */
function ended(
  operation: string,
  { code, message, cause }: CallEnded,
  attempts: number,
  last: CallFailure | undefined,
): CallError {
  const why = last && `; before, ${last.code}: ${last.message}`
  const facts = { code, message: message + (why ?? ''), operation, status: undefined }
  const { requestId, cause: earlier } = last ?? { requestId: undefined }
  return new CallError({ ...facts, requestId, cause: cause ?? earlier }, attempts)
}

/** Classifies a network error. Rethrows any other one, such as the call's timeout. */
function networkFailure(operation: string, error: unknown): CallFailure & Failure {
  if (!(error instanceof TransportError)) throw error
  const { message, wasNotSent } = error
  const none = { status: undefined, requestId: undefined }
  return { code: ClientCode.NETWORK, message, operation, ...none, wasNotSent, cause: error }
}

function refusal(operation: string, { status, headers, body }: Reply): CallFailure & Failure {
  const requestId = headers.get('x-ots-requestid')
  const facts = { operation, status, requestId, wasNotSent: false }
  const told = errorOf(body)
  if (told !== undefined) return { ...facts, ...told }
  const message = `the server answered status ${status} without an error of the service`
  return { ...facts, code: ClientCode.BAD_REPLY, message }
}

function errorOf(body: Buffer): Pick<TablestoreError, 'code' | 'message'> | undefined {
  try {
    return decodeError(body)
  } catch {
    return undefined
  }
}

function badReply(
  operation: string,
  { status, headers }: Reply,
  message: string,
  cause?: unknown,
): CallFailure & Failure {
  const requestId = headers.get('x-ots-requestid')
  const code = ClientCode.BAD_REPLY
  return { code, message, operation, status, requestId, wasNotSent: false, cause }
}
