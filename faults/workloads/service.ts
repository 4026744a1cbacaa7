/** The key columns of every table here: partitions of numbered rows. */
export interface RowKey {
  readonly partition: string
  readonly row: number
}

export type Columns = Readonly<Record<string, string | number>>

export interface FoundRow {
  readonly key: RowKey
  readonly columns: Columns
}

export interface BatchedWrite {
  readonly table: string
  readonly key: RowKey
  /** Undefined deletes the row. */
  readonly columns: Columns | undefined
}

/** What a table has besides its two key columns. */
export interface TableExtras {
  /** Whether the number of a row is an auto-increment column. */
  readonly generated?: boolean
  readonly localTransactions?: boolean
  /** When false, rows are only put and deleted whole, and a search index may have a time to live. */
  readonly allowUpdate?: boolean
  /** The columns of the indexes: the first is their key, the others are in one index less each. */
  readonly indexed?: readonly (readonly [name: string, type: 'STRING' | 'INTEGER'])[]
  readonly indexes?: readonly ('GLOBAL' | 'LOCAL')[]
}

/**
 * The table service as the workloads use it, over a socket or inside the process. A call that throws may or
 * may not have had its effect; everything else is an answer.
 */
export interface Service extends Transactions {
  createTable(name: string, extras?: TableExtras): Promise<void>
  deleteTable(name: string): Promise<void>
  listTables(): Promise<readonly string[]>
  put(table: string, key: RowKey, columns: Columns): Promise<void>
  /** Returns the number of the new row. */
  putGenerated(table: string, partition: string, columns: Columns): Promise<number>
  /** Puts columns if a column has a value; returns whether it did. */
  putIf(
    table: string,
    key: RowKey,
    condition: readonly [name: string, value: string | number],
    columns: Columns,
  ): Promise<boolean>
  /** Adds one to a counter and returns its new value. */
  increment(table: string, key: RowKey, name: string): Promise<number>
  delete(table: string, key: RowKey): Promise<void>
  batch(writes: readonly BatchedWrite[]): Promise<void>
  get(table: string, key: RowKey): Promise<Columns | undefined>
  scan(table: string): Promise<readonly FoundRow[]>
  /** The differences that `rowhouse index verify` finds in the indexes of a table. */
  indexDifferences(table: string): Promise<readonly string[]>
}

/** Local transactions. One that has timed out is over and had no effect. */
export interface Transactions {
  /** Locks a partition-key value; returns the transaction's id. */
  begin(table: string, partition: string): Promise<string>
  /** Returns false when the transaction is over. */
  writeIn(transaction: string, write: BatchedWrite): Promise<boolean>
  /** Returns false when the transaction was already over. */
  end(transaction: string, how: 'commit' | 'abort'): Promise<boolean>
}
