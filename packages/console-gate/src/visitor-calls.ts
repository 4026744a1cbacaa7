import type { Client } from '@rowhouse/client'
import type { Clock } from '@rowhouse/platform'
import {
  TablestoreError,
  type FieldSchema,
  addDefinedColumn,
  createSearchIndex,
  deleteDefinedColumn,
  updateSearchIndex,
} from '@rowhouse/protocol'
import { type SendMessage, sendRequest } from '@rowhouse/requests'
import {
  type ConsoleParts,
  type ReplyStamps,
  heatResult,
  operations,
  partitionResult,
} from '@rowhouse/server'
import type { Operation, Request } from '@rowhouse/snippets'
import { answerRequest, isOperation, searchIndexShape, tableShape } from './calls/answer-request.js'
import { type OnSpent, sendToEngine } from './calls/engine-calls.js'
import { SpentTime } from './calls/spent-time.js'
import { visitorClient } from './calls/visitor-client.js'
import { Refusal, ServiceRefusal, notOwn } from './refusal.js'
import { accessOf, mayOpen } from './sessions/sign-in.js'
import type { Visitor } from './sessions/session-store.js'
import {
  type Answered,
  type Asked,
  type DefinedColumnsChange,
  type SearchIndexChange,
  type SearchIndexOverview,
  type TableOverview,
  reindexOf,
} from './shapes/index.js'

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
  /** The request is one of a sample, which may read the instance that all share. */
  readonly readsShared?: boolean
}

/** The instance whose samples everybody may read who is signed in. The operator makes it. */
export const SHARED_SAMPLES = 'shared-samples'

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
    const spent = new SpentTime()
    const send = this.#sender(asking, requestId, waitsForIndex, spent.add)
    const began = clock.monotonic()
    const answer = await this.#answer(send, request, cut ?? Number.POSITIVE_INFINITY)
    const took = clock.monotonic() - began
    const answered: Answered<Operation> = { answer, requestId, took, spent: spent.of(took) }
    return answered
  }

  /** All tables of an instance, as far as it is known without reading rows. */
  async tables(asking: Asking): Promise<readonly TableOverview[]> {
    this.#mayCall(asking, 'ListTable')
    const send = this.#sender(asking, this.#parts.stamps.requestId(), false)
    const list = () => sendRequest(send, { operation: 'ListTable' })
    const { tableNames } = await list()
    const { indices } = await sendRequest(send, { operation: 'ListSearchIndex', table: undefined })
    const overviews: TableOverview[] = []
    for (const table of tableNames) {
      const isListed = async () => (await list()).tableNames.includes(table)
      const overview = await unlessDropped(async (): Promise<TableOverview> => {
        const shape = tableShape(await sendRequest(send, { operation: 'DescribeTable', table }))
        const { partitions } = await this.#partitions(asking.instance, table)
        return {
          ...shape,
          bytes: sum(partitions, ({ bytes }) => bytes),
          partitions: partitions.length,
          unitsRead: sum(partitions, ({ rates }) => rates.unitsRead),
          unitsWritten: sum(partitions, ({ rates }) => rates.unitsWritten),
          hotKeys: partitions.flatMap(({ hotKey }) => hotKey ?? []),
          bigValues: partitions.flatMap(({ bigValues }) => bigValues),
          searchIndexes: indices
            .filter(({ tableName }) => tableName === table)
            .map(({ indexName }) => indexName),
        }
      }, isListed)
      if (overview !== undefined) overviews.push(overview)
    }
    return overviews
  }

  /** All search indexes of an instance, and how far each is behind its table. */
  async searchIndexes(asking: Asking): Promise<readonly SearchIndexOverview[]> {
    this.#mayCall(asking, 'ListSearchIndex')
    const send = this.#sender(asking, this.#parts.stamps.requestId(), false)
    const list = () => sendRequest(send, { operation: 'ListSearchIndex', table: undefined })
    const { indices } = await list()
    const overviews: SearchIndexOverview[] = []
    for (const { tableName: table, indexName: index } of indices) {
      const place = { operation: 'DescribeSearchIndex', table, index } as const
      const describe = async () => searchIndexShape(await sendRequest(send, place))
      const isListed = async () =>
        (await list()).indices.some((each) => each.tableName === table && each.indexName === index)
      const shape = await unlessDropped(describe, isListed)
      if (shape === undefined) continue
      const { phase, syncedTo } = shape
      const isFollowing = phase === 'INCR' && syncedTo !== undefined
      const lag = isFollowing ? Math.max(0, this.#parts.clock.now() - syncedTo) : undefined
      overviews.push({ ...shape, table, index, lag })
    }
    return overviews
  }

  /** Changes the time to live or the fields of a search index, or swaps them with those of another. */
  async changeSearchIndex(asking: Asking, change: SearchIndexChange): Promise<object> {
    this.#mayCall(asking, 'UpdateSearchIndex')
    const send = this.#sender(asking, this.#parts.stamps.requestId(), false)
    const { otherFields, swapWith } = change
    if (otherFields !== undefined) {
      await createReindex(send, change, otherFields)
      return {}
    }
    await send(updateSearchIndex, {
      tableName: change.table,
      indexName: change.index,
      switchIndexName: swapWith,
      queryFlowWeight: [],
      timeToLive: change.timeToLive,
      addedFieldSchemas: change.addedFields ?? [],
    })
    return {}
  }

  /** Adds columns to the schema of a table, and takes some out of it. */
  async changeDefinedColumns(asking: Asking, change: DefinedColumnsChange): Promise<object> {
    this.#mayCall(asking, 'AddDefinedColumn')
    const send = this.#sender(asking, this.#parts.stamps.requestId(), false)
    const { table: tableName, added, removed } = change
    const columns = added.map(({ name, type }) => ({
      name,
      type: type === 'BINARY' ? ('BLOB' as const) : type,
    }))
    if (removed.length > 0) await send(deleteDefinedColumn, { tableName, columns: removed })
    if (columns.length > 0) await send(addDefinedColumn, { tableName, columns })
    return {}
  }

  /** The partitions of a table, with the load of each minute of the last hour. */
  partitions(asking: Asking, table: string) {
    this.#mayCall(asking, 'DescribeTable')
    return this.#partitions(asking.instance, table)
  }

  /** Holds a table to the units of its partitions until it is dropped or the server ends. */
  async holdPartitions(asking: Asking, table: string): Promise<void> {
    this.mayChange(asking)
    await this.#parts.administer({ action: 'throttle', instance: asking.instance, table })
  }

  /** How often the columns of a table are read and written, by a sample of the calls. */
  async columns(asking: Asking, table: string) {
    this.#mayCall(asking, 'DescribeTable')
    const { administer } = this.#parts
    const { instance } = asking
    return heatResult.parse(await administer({ action: 'columns', instance, table }))
  }

  /** Sends an operation's messages, several in turn. Throws Refusal when the visitor may not call it. */
  sender(asking: Asking, operation: Operation): SendMessage {
    this.#mayCall(asking, operation)
    return this.#sender(asking, this.#parts.stamps.requestId(), false)
  }

  /** A typed client with the visitor's rights; `onSent` sees each call that it makes. */
  client(asking: Asking, onSent: (operation: string, body: Buffer) => void): Client {
    const { visitor, instance, signal } = asking
    return visitorClient(this.#parts, {
      instance,
      // The key of another instance is unknown in the one that all share.
      keyId: visitor.kind === 'key' && visitor.instance === instance ? visitor.keyId : '',
      signal,
      onCall: (operation, body) => {
        this.#mayCall(asking, operation)
        onSent(operation, body)
      },
    })
  }

  /** Throws Refusal unless the visitor may ask the samples of the instance. */
  mayRead(asking: Asking): void {
    this.#mayCall({ ...asking, readsShared: true }, 'GetRow')
  }

  /** Throws Refusal unless the visitor may write to the instance. */
  mayChange(asking: Asking): void {
    this.#mayCall({ ...asking, readsShared: false }, 'PutRow')
  }

  /** Everybody who is signed in may read the shared samples; all else is the instance's own. */
  isShared(instance: string): boolean {
    return instance === SHARED_SAMPLES && this.#parts.registry.find(instance) !== undefined
  }

  async #partitions(instance: string, table: string) {
    const { administer } = this.#parts
    return partitionResult.parse(await administer({ action: 'partitions', instance, table }))
  }

  #sender(
    { visitor, instance, signal }: Asking,
    requestId: string,
    waitsForIndex: boolean,
    onSpent?: OnSpent,
  ): SendMessage {
    const keyId = visitor.kind === 'key' ? visitor.keyId : ''
    const caller = { instance, keyId, requestId, waitsForIndex, onSpent }
    const send = sendToEngine(this.#parts.gate, this.#parts.clock, caller, signal)
    return (codec, message) =>
      send(codec, message).catch((error: unknown) => {
        throw error instanceof TablestoreError ? new ServiceRefusal(error, requestId) : error
      })
  }

  #mayCall({ visitor, instance, readsShared = false }: Asking, operation: string): void {
    const isRead = operations.get(operation)?.access === 'read'
    const isOpen = isRead && readsShared && this.isShared(instance)
    if (!mayOpen(visitor, instance) && !isOpen) throw notOwn(instance)
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

/** Makes an index with other fields beside one, and else with all that it has. */
async function createReindex(
  send: SendMessage,
  { table: tableName, index }: SearchIndexChange,
  fieldSchemas: readonly FieldSchema[],
): Promise<void> {
  const describe = { operation: 'DescribeSearchIndex', table: tableName, index } as const
  const { schema, timeToLive } = searchIndexShape(await sendRequest(send, describe))
  await send(createSearchIndex, {
    tableName,
    indexName: reindexOf(index),
    schema: { ...schema, fieldSchemas },
    sourceIndexName: index,
    timeToLive,
  })
}

function operationOf(request: Request): Operation {
  // The request comes from outside, so it may be anything.
  const operation: unknown = request?.operation
  if (isOperation(operation)) return operation
  throw new Refusal(400, 'the request names no operation')
}

/** Undefined when asking fails and what is asked for is no longer listed: it was dropped meanwhile. */
async function unlessDropped<Answer>(
  ask: () => Promise<Answer>,
  isListed: () => Promise<boolean>,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (await isListed()) throw error
    return undefined
  }
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
