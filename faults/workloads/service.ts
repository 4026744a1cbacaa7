/** Key columns of every table here: a partition of numbered rows. */
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

/** What a table has beyond its two key columns. */
export interface TableExtras {
  /** The number of a row is an auto-increment column. */
  readonly generated?: boolean
  readonly localTransactions?: boolean
  /** False: rows are put and deleted whole, so that a search index may have a time to live. */
  readonly allowUpdate?: boolean
  /** Columns of rows that indexes are made of: the first is their key. */
  readonly indexed?: readonly (readonly [name: string, type: 'STRING' | 'INTEGER'])[]
  readonly indexes?: readonly ('GLOBAL' | 'LOCAL')[]
}

/**
 * The table service as the workloads use it, over a socket or inside the process. A call that
 * throws may have had its effect or not; everything else is an answer.
 */
export interface Service extends Transactions {
  createTable(name: string, extras?: TableExtras): Promise<void>
  deleteTable(name: string): Promise<void>
  listTables(): Promise<readonly string[]>
  put(table: string, key: RowKey, columns: Columns): Promise<void>
  /** Answers the number that the row was given. */
  putGenerated(table: string, partition: string, columns: Columns): Promise<number>
  /** Puts columns if a column holds a value; answers whether it did. */
  putIf(
    table: string,
    key: RowKey,
    condition: readonly [name: string, value: string | number],
    columns: Columns,
  ): Promise<boolean>
  /** Adds one to a counter and answers what it holds then. */
  increment(table: string, key: RowKey, name: string): Promise<number>
  delete(table: string, key: RowKey): Promise<void>
  batch(writes: readonly BatchedWrite[]): Promise<void>
  get(table: string, key: RowKey): Promise<Columns | undefined>
  scan(table: string): Promise<readonly FoundRow[]>
  /** What is wrong with the indexes of a table, as `rowhouse index verify` finds it. */
  indexDifferences(table: string): Promise<readonly string[]>
}

/** Local transactions. One that has timed out is over, and nothing of it is left. */
export interface Transactions {
  /** Takes a partition-key value; answers the transaction's id. */
  begin(table: string, partition: string): Promise<string>
  /** Answers false when the transaction is over. */
  writeIn(transaction: string, write: BatchedWrite): Promise<boolean>
  /** Answers false when the transaction was over before. */
  end(transaction: string, how: 'commit' | 'abort'): Promise<boolean>
}
