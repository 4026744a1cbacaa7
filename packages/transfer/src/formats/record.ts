/** A value in a file; CSV has only texts. */
export type FileValue = string | bigint | number | boolean | Uint8Array | null

/** One record of a file. A name is repeated for the versions of a column; `times` are their times. */
export interface FileRecord {
  /** The number of the record in its import, counted from 1 over all files. */
  readonly number: number
  /** The same array for all records of a file whose columns are fixed. */
  readonly names: readonly string[]
  readonly values: readonly FileValue[]
  /** Milliseconds since the epoch; undefined when the file has none. */
  readonly times?: readonly (bigint | undefined)[]
}

/** A piece of a file that is not a record, and the reason. */
export interface BadRecord {
  readonly number: number
  readonly problem: string
  readonly text: string
}

export type ReadRecord = FileRecord | BadRecord

export const isBad = (record: ReadRecord): record is BadRecord => 'problem' in record

/** What is read of a file. */
export interface RecordSource {
  /** Records in the order of the file, several at a time; their numbers begin at 1 in each file. */
  readonly records: AsyncGenerator<readonly ReadRecord[], void, undefined>
  /** The bytes of the file that were read so far. */
  readonly bytesRead: () => number
}
