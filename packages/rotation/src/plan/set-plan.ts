import type { ColumnType, KeyColumnType, NewIndex, NewSearchIndex } from '@rowhouse/client'

/** Reserved capacity units of a table, a second. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** What is done with a month past retention. */
export type Expired = 'keep' | 'archive' | 'delete'

/** A set of tables of which each holds the rows of one month. */
export interface SetPlan {
  readonly name: string
  /** With {yyyy} and {MM}, such as orders_{yyyy}{MM}. */
  readonly tableName: string
  /** Where months begin and end, such as Asia/Shanghai. */
  readonly timeZone: string
  readonly key: Readonly<Record<string, KeyColumnType>>
  readonly columns: Readonly<Record<string, ColumnType>>
  /** The column that says when a row was: milliseconds since the epoch. */
  readonly timeColumn: string | undefined
  readonly maxVersions: number
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
  readonly localTransactions: boolean
  /** Their names have {yyyy} and {MM} too, since they are unique in an instance. */
  readonly indexes: readonly NewIndex[]
  readonly searchIndexes: Readonly<Record<string, NewSearchIndex>>
  readonly units: { readonly current: Units; readonly recent: Units; readonly old: Units }
  /** So many months after the current one are recent; what is older is old. */
  readonly recentMonths: number
  /** Tables that are made before their month begins. */
  readonly monthsAhead: number
  /** Months that are kept beside the current one; undefined keeps all. */
  readonly retentionMonths: number | undefined
  readonly expired: Expired
  /** The table of the journal and the lock; several sets may share it. */
  readonly journalTable: string
}
