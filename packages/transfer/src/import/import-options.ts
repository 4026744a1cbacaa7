import type { Client } from '@rowhouse/client'
import type { Readable } from 'node:stream'
import type { FileOptions } from '../formats/format.js'
import type { FoundFile } from '../sources/find-files.js'
import type { MadeKey } from './made-key.js'
import type { Mapping } from './parse-mapping.js'
import type { WantedOrder } from './order-choice.js'

export interface ImportOptions {
  readonly client: Client
  /** The target of the rows, for the journal. */
  readonly target: { readonly endpoint: string; readonly instance: string }
  readonly files: readonly FoundFile[]
  readonly reading: FileOptions
  /** Standard input, for the file `-`. */
  readonly input: Readable
  readonly tableName: string
  /** Empty for the key of the table. */
  readonly keyNames: readonly string[]
  readonly mappings: readonly Mapping[]
  /** A key column whose value is the number of the record in its file. */
  readonly counter: string | undefined
  /** Key columns that are made of others: spliced, or with a hash prefix. */
  readonly madeKeys: readonly MadeKey[]
  readonly isAsWritten: boolean
  /** The zone of times without one, such as `+08:00`. */
  readonly zone: string
  readonly keepsTimes: boolean
  readonly order: WantedOrder
  /** The maximum number of requests in flight. */
  readonly concurrency: number | undefined
  /** The versions of a table that is created. */
  readonly maxVersions: number
  readonly rejectsPath: string
  /** Undefined if the import need not be resumable. */
  readonly journalPath: string | undefined
  /** Whether the journal of an earlier, unfinished import is discarded. */
  readonly isRestart: boolean
  /** Whether everything is read and converted but nothing written. */
  readonly isDryRun: boolean
}

export interface ImportProgress {
  readonly written: number
  readonly rejected: number
  readonly bytesRead: number
  /** 0 when it is not known. */
  readonly bytes: number
}

export interface ImportResult {
  readonly written: number
  readonly rejected: number
  /** Rows that a later one with the same key in their window replaces. */
  readonly superseded: number
  /** Rows that an earlier, interrupted run had written. */
  readonly resumed: number
  readonly order: string
  readonly rejectsPath: string | undefined
}

/** What an import takes from outside, so that tests can replace it. */
export interface ImportSurroundings {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  readonly onProgress: (progress: ImportProgress) => void
}
