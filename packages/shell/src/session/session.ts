import type { Client, ClientOptions } from '@rowhouse/client'
import { operations } from '@rowhouse/client'
import type { OperationCodec } from '@rowhouse/protocol'
import { type Replies, keySchemaOf, sendRequest } from '@rowhouse/requests'
import type { KeyColumn, Operation, Request, RequestOf } from '@rowhouse/snippets'
import { UseError } from '../errors.js'
import { type Writable, writeJson } from '../json/write-json.js'
import { drawBox } from '../output/box.js'
import type { Terminal } from './terminal.js'

/** The known parts of a connection, which may be set one by one. */
export interface Connection {
  readonly endpoint?: string
  readonly instance?: string
  readonly id?: string
  readonly secret?: string
  readonly token?: string
  /** Signs V4 for this region. */
  readonly region?: string
}

export interface SessionParts {
  readonly terminal: Terminal
  readonly connection: Connection
  readonly connect: (options: ClientOptions) => Client
  readonly output: Output
}

export type Output = 'table' | 'json'

/** The state between commands: the connection, the used table, and the last request. */
export class Session {
  readonly terminal: Terminal
  readonly #connect: SessionParts['connect']
  readonly #keys = new Map<string, readonly KeyColumn[]>()
  #connection: Connection
  #client: Client | undefined
  output: Output
  usedTable: string | undefined
  lastRequest: Request | undefined
  isOver = false
  /** Ends the running command. */
  signal: AbortSignal | undefined

  constructor({ terminal, connection, connect, output }: SessionParts) {
    this.terminal = terminal
    this.#connection = connection
    this.#connect = connect
    this.output = output
  }

  get connection(): Connection {
    return this.#connection
  }

  /** Changes parts of the connection, which the next request opens. */
  async configure(change: Connection): Promise<void> {
    this.#connection = { ...this.#connection, ...change }
    this.#keys.clear()
    this.usedTable = undefined
    await this.close()
  }

  get client(): Client {
    this.#client ??= this.#connect(optionsOf(this.#connection))
    return this.#client
  }

  /** Sends a request, and keeps it for the command `code`. */
  send<O extends Operation>(
    request: RequestOf<O> & { readonly operation: O },
    headers?: Readonly<Record<string, string>>,
  ): Promise<Replies[O]> {
    this.lastRequest = request
    return sendRequest<O>((codec, wire) => this.call(codec, wire, headers), request)
  }

  /** Makes an internal call, which is not kept for `code`. */
  call<Wire, Reply>(
    codec: OperationCodec<Wire, Reply>,
    wire: Wire,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply> {
    return this.client.call(codec, wire, {
      ...(this.signal !== undefined && { signal: this.signal }),
      ...(headers !== undefined && { headers }),
    })
  }

  /** The key of a table or of a secondary index, which is read once. */
  async keyOf(table: string): Promise<readonly KeyColumn[]> {
    const known = this.#keys.get(table)
    if (known !== undefined) return known
    const key = keySchemaOf(await this.call(operations.describeTable, { tableName: table }))
    this.#keys.set(table, key)
    return key
  }

  /** Forgets the key of a table, which may change. */
  forget(table: string): void {
    this.#keys.delete(table)
    if (this.usedTable === table) this.usedTable = undefined
  }

  write(text: string): void {
    this.terminal.write(text)
  }

  writeJson(value: Writable): void {
    this.write(`${writeJson(value)}\n`)
  }

  /** Shows a table, or one JSON value. */
  show(
    titles: readonly string[],
    rows: readonly (readonly string[])[],
    json: () => Writable,
  ): void {
    if (this.output === 'json') this.writeJson(json())
    else this.write(drawBox(titles, rows))
  }

  done(): void {
    if (this.output === 'json') this.writeJson({ done: true })
    else this.write('done\n')
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.close()
  }
}

function optionsOf({ endpoint, instance, id, secret, token, region }: Connection): ClientOptions {
  if (endpoint === undefined) throw lacking('endpoint')
  if (instance === undefined) throw lacking('instance')
  if (id === undefined) throw lacking('id')
  if (secret === undefined) throw lacking('key')
  return {
    endpoint,
    instance,
    accessKey: { id, secret, ...(token !== undefined && { token }) },
    ...(region !== undefined && { signature: { version: 'v4', region } }),
  }
}

const lacking = (flag: string): UseError =>
  new UseError(`there is no connection yet: "config --${flag} ..." is missing`)
