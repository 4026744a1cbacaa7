/** A value as a file has it: CSV knows texts alone. */
export type FileValue = string | bigint | number | boolean | Uint8Array | null

/** One record of a file. Names may come again, for the versions of a column; `times` are theirs. */
export interface FileRecord {
  /** From 1, over all files of one import. */
  readonly number: number
  /** The same array for all records of a file whose columns are fixed. */
  readonly names: readonly string[]
  readonly values: readonly FileValue[]
  /** Milliseconds since the epoch; undefined where the file has none. */
  readonly times?: readonly (bigint | undefined)[]
}

/** A piece of a file that is no record, and why. */
export interface BadRecord {
  readonly number: number
  readonly problem: string
  readonly text: string
}

export type ReadRecord = FileRecord | BadRecord

export const isBad = (record: ReadRecord): record is BadRecord => 'problem' in record
