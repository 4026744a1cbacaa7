import type { Client } from '@rowhouse/client'
import type { KeyRange } from '../export/key-range.js'

/** A table of an instance somewhere. */
export interface CopySide {
  readonly client: Client
  readonly endpoint: string
  readonly instance: string
  readonly tableName: string
}

export interface CopyOptions {
  readonly source: CopySide
  readonly target: CopySide
  readonly range: KeyRange
  /** Every version with its time; else the newest, to which the target gives a time of its own. */
  readonly keepsTimes: boolean
  /** Parts of the table that are read at the same time. */
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
