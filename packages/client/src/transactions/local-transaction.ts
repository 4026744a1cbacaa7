import { abortTransaction, commitTransaction, startLocalTransaction } from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import { CallError, UsageError } from '../errors.js'
import { encodeGivenKey } from '../rows/encode-typed-key.js'
import type { TableLayout } from '../rows/table-layout.js'
import type { Value } from '../schema/define-table.js'

/** A local transaction that has begun. */
export interface OpenTransaction {
  readonly id: string
  /** The partition-key column with the value to which the transaction is bound. */
  readonly partition: Readonly<Record<string, Value>>
}

/** Begins a local transaction on one partition-key value. */
export async function startTransaction(
  layout: TableLayout,
  call: Call,
  partitionKey: Value,
  options: CallOptions,
): Promise<OpenTransaction> {
  const [first] = layout.key
  if (first === undefined) throw new UsageError(`table ${layout.name} has no key`)
  const partition = { [first.name]: partitionKey }
  const request = { tableName: layout.name, key: encodeGivenKey(layout, partition) }
  return { id: (await call(startLocalTransaction, request, options)).transactionId, partition }
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
