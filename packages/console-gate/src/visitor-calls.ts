import type { Clock } from '@rowhouse/platform'
import { TablestoreError } from '@rowhouse/protocol'
import { type SendMessage, sendRequest } from '@rowhouse/requests'
import { type ConsoleParts, type ReplyStamps, operations, partitionResult } from '@rowhouse/server'
import type { Operation, Request } from '@rowhouse/snippets'
import { answerRequest, isOperation, tableShape } from './calls/answer-request.js'
import { sendToEngine } from './calls/engine-calls.js'
import { Refusal, ServiceRefusal } from './refusal.js'
import { accessOf } from './sessions/sign-in.js'
import type { Visitor } from './sessions/session-store.js'
import type { Answered, Asked, TableOverview } from './shapes/index.js'

export interface CallParts extends ConsoleParts {
  readonly clock: Clock
  readonly stamps: ReplyStamps
}

/** One visitor's request to one instance. */
export interface Asking {
  readonly visitor: Visitor
  readonly instance: string
  /** Aborted when the browser has gone. */
  readonly signal: AbortSignal
}

/** Makes calls in the name of visitors. */
export class VisitorCalls {
  readonly #parts: CallParts

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  /** Rejects with Refusal, or with ServiceRefusal. */
  async ask(asking: Asking, { request, cut, waitsForIndex = false }: Asked) {
    const operation = operationOf(request)
    this.#mayCall(asking, operation)
    const { clock, stamps } = this.#parts
    const requestId = stamps.requestId()
    const send = this.#sender(asking, requestId, waitsForIndex)
    const began = clock.monotonic()
    const answer = await this.#answer(send, request, cut ?? Number.POSITIVE_INFINITY)
    const answered: Answered<Operation> = { answer, requestId, took: clock.monotonic() - began }
    return answered
  }

  /** All tables of an instance, as far as it is known without reading rows. */
  async tables(asking: Asking): Promise<readonly TableOverview[]> {
    this.#mayCall(asking, 'ListTable')
    const send = this.#sender(asking, this.#parts.stamps.requestId(), false)
    const { tableNames } = await sendRequest(send, { operation: 'ListTable' })
    const { indices } = await sendRequest(send, { operation: 'ListSearchIndex', table: undefined })
    const overviews: TableOverview[] = []
    for (const table of tableNames) {
      const shape = tableShape(await sendRequest(send, { operation: 'DescribeTable', table }))
      const { partitions } = await this.#partitions(asking.instance, table)
      overviews.push({
        ...shape,
        bytes: sum(partitions, ({ bytes }) => bytes),
        partitions: partitions.length,
        unitsRead: sum(partitions, ({ rates }) => rates.unitsRead),
        unitsWritten: sum(partitions, ({ rates }) => rates.unitsWritten),
        searchIndexes: indices
          .filter(({ tableName }) => tableName === table)
          .map(({ indexName }) => indexName),
      })
    }
    return overviews
  }

  /** The partitions of a table, with the load of each minute of the last hour. */
  partitions(asking: Asking, table: string) {
    this.#mayCall(asking, 'DescribeTable')
    return this.#partitions(asking.instance, table)
  }

  async #partitions(instance: string, table: string) {
    const { administer } = this.#parts
    return partitionResult.parse(await administer({ action: 'partitions', instance, table }))
  }

  #sender(
    { visitor, instance, signal }: Asking,
    requestId: string,
    waitsForIndex: boolean,
  ): SendMessage {
    const keyId = visitor.kind === 'key' ? visitor.keyId : ''
    const caller = { instance, keyId, requestId, waitsForIndex }
    const send = sendToEngine(this.#parts.gate, this.#parts.clock, caller, signal)
    return (codec, message) =>
      send(codec, message).catch((error: unknown) => {
        throw error instanceof TablestoreError ? new ServiceRefusal(error, requestId) : error
      })
  }

  #mayCall({ visitor, instance }: Asking, operation: Operation): void {
    const isOwn = visitor.kind === 'operator' || visitor.instance === instance
    if (!isOwn) throw new Refusal(403, `the session is not of the instance ${instance}`)
    const isRead = operations.get(operation)?.access === 'read'
    if (!isRead && accessOf(this.#parts, visitor) === 'read-only')
      throw new Refusal(403, `${operation} needs an access key that may write`)
  }

  /** A request that cannot be encoded does not have the form of its operation. */
  async #answer(send: SendMessage, request: Request, cut: number) {
    let isSent = false
    const noting: SendMessage = (codec, message) => {
      const sent = send(codec, message)
      isSent = true
      return sent
    }
    try {
      return await answerRequest(noting, request, cut)
    } catch (error) {
      if (isSent) throw error
      throw new Refusal(400, `the request does not have the form of ${request.operation}`)
    }
  }
}

function operationOf(request: Request): Operation {
  // The request comes from outside, so it may be anything.
  const operation: unknown = request?.operation
  if (isOperation(operation)) return operation
  throw new Refusal(400, 'the request names no operation')
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
