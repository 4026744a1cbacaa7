import type { ColumnType, KeyColumnType, NewIndex, NewSearchIndex } from '@rowhouse/client'

/** Reserved capacity units of a table per second. */
export interface Units {
  readonly read: number
  readonly write: number
}

/** What happens to a month past retention. */
export type Expired = 'keep' | 'archive' | 'delete'

/** A set of tables, each of which has the rows of one month. */
export interface SetPlan {
  readonly name: string
  /** With {yyyy} and {MM}, such as orders_{yyyy}{MM}. */
  readonly tableName: string
  /** The time zone in which months begin and end, such as Asia/Shanghai. */
  readonly timeZone: string
  readonly key: Readonly<Record<string, KeyColumnType>>
  readonly columns: Readonly<Record<string, ColumnType>>
  /** The column with the time of a row, in milliseconds since the epoch. */
  readonly timeColumn: string | undefined
  readonly maxVersions: number
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
  readonly localTransactions: boolean
  /** Their names have {yyyy} and {MM} too, because they are unique in an instance. */
  readonly indexes: readonly NewIndex[]
  readonly searchIndexes: Readonly<Record<string, NewSearchIndex>>
  readonly units: { readonly current: Units; readonly recent: Units; readonly old: Units }
  /** The number of months before the current one that are recent; older ones are old. */
  readonly recentMonths: number
  /** How many tables are created before their month begins. */
  readonly monthsAhead: number
  /** How many months are kept besides the current one; undefined keeps all. */
  readonly retentionMonths: number | undefined
  readonly expired: Expired
  /** The table of the journal and the lock; several sets may share it. */
  readonly journalTable: string
}
