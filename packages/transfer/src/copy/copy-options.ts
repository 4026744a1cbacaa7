import type { Client } from '@rowhouse/client'
import type { KeyRange } from '../export/key-range.js'

/** A table of an instance somewhere. */
export interface CopySide {
  readonly client: Client
  readonly endpoint: string
  readonly instance: string
  readonly tableName: string
}

/** Large columns that few requests want, which go to a second table. */
export interface SideColumns {
  readonly columns: readonly string[]
  /** The name of that table; the target's with `_side` by default. */
  readonly tableName: string | undefined
}

export interface CopyOptions {
  readonly source: CopySide
  readonly target: CopySide
  readonly range: KeyRange
  /** Copies every version with its time; otherwise only the newest, with a new time from the target. */
  readonly keepsTimes: boolean
  /** Makes the copy a table with a side table, which has no versions and no times of its own. */
  readonly side?: SideColumns | undefined
  /** How many parts of the table are read at the same time. */
  readonly parallel: number
  readonly concurrency: number | undefined
  readonly journalPath: string
  readonly isRestart: boolean
}

export interface CopyResult {
  readonly rows: number
  /** Rows that an earlier, interrupted run had written. */
  readonly resumed: number
  readonly hasCreatedTable: boolean
}
