import { abortTransaction, commitTransaction, startLocalTransaction } from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import { CallError, UsageError } from '../errors.js'
import { encodeKey } from '../rows/encode-typed-key.js'
import { type TableLayout, layoutOf } from '../rows/table-layout.js'
import type { Value } from '../schema/define-table.js'

/** Begins a local transaction on one partition-key value; returns its id. */
export async function startTransaction(
  { schema, tools }: TableLayout,
  call: Call,
  partitionKey: Value,
  options: CallOptions,
): Promise<string> {
  const [first] = Object.entries(schema.key)
  if (first === undefined) throw new UsageError(`table ${schema.name} has no key`)
  const [name, type] = first
  const partition = { name: schema.name, key: { [name]: type }, columns: {} }
  const key = encodeKey(layoutOf(partition, tools), { [name]: partitionKey })
  const request = { tableName: schema.name, key }
  return (await call(startLocalTransaction, request, options)).transactionId
}

export class Transaction {
  readonly #id: string
  readonly #call: Call

  constructor(id: string, call: Call) {
    this.#id = id
    this.#call = call
  }

  async commit(options: CallOptions): Promise<void> {
    await this.#call(commitTransaction, { transactionId: this.#id }, options)
  }

  /** Ignores errors: a transaction that is not aborted ends by itself, and the first error matters more. */
  async abandon(options: CallOptions): Promise<void> {
    try {
      await this.#call(abortTransaction, { transactionId: this.#id }, options)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
}
