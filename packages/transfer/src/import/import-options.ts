import type { Client } from '@rowhouse/client'
import type { Readable } from 'node:stream'
import type { FileOptions } from '../formats/format.js'
import type { FoundFile } from '../sources/find-files.js'
import type { MadeKey } from './made-key.js'
import type { Mapping } from './parse-mapping.js'
import type { WantedOrder } from './order-choice.js'

export interface ImportOptions {
  readonly client: Client
  /** Where the client writes, as the journal names it. */
  readonly target: { readonly endpoint: string; readonly instance: string }
  readonly files: readonly FoundFile[]
  readonly reading: FileOptions
  /** Standard input, for the file `-`. */
  readonly input: Readable
  readonly tableName: string
  /** Empty: the key of the table. */
  readonly keyNames: readonly string[]
  readonly mappings: readonly Mapping[]
  /** A key column that is the number of the record in its file. */
  readonly counter: string | undefined
  /** Key columns that are made of others: spliced, or behind a hash. */
  readonly madeKeys: readonly MadeKey[]
  readonly isAsWritten: boolean
  /** Of times without a zone, such as `+08:00`. */
  readonly zone: string
  readonly keepsTimes: boolean
  readonly order: WantedOrder
  /** Requests under way at most. */
  readonly concurrency: number | undefined
  /** Of a table that is created. */
  readonly maxVersions: number
  readonly rejectsPath: string
  /** Undefined: the import cannot be resumed. */
  readonly journalPath: string | undefined
  /** Whether a journal of an earlier, unfinished import is thrown away. */
  readonly isRestart: boolean
  /** Everything is read and converted, nothing is written. */
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
  /** Rows of which a later one in the same window has the key. */
  readonly superseded: number
  /** Rows that an earlier, interrupted run had written. */
  readonly resumed: number
  readonly order: string
  readonly rejectsPath: string | undefined
}

/** What the outside may decide: a test, above all. */
export interface ImportSurroundings {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  readonly onProgress: (progress: ImportProgress) => void
}
