import type { FileHandle } from '@rowhouse/platform'
import type { BlockHandle } from './block-handle.js'

/** A file of blocks. Its number is never used for another. */
export interface BlockFile {
  readonly file: FileHandle
  readonly number: number
  readonly name: string
}

/** A block of a read, and the slot that waits for it. */
export interface BlockPlace {
  readonly handle: BlockHandle
  readonly slot: number
}

/** What went wrong with the blocks of a read, by slot. */
export type ReadErrors = ReadonlyMap<number, unknown>

export const NO_ERRORS: ReadErrors = new Map()

/** Brings blocks, which lie one behind the other in a file, to their slots. */
export interface BlockReads {
  /** Never rejects. */
  read(source: BlockFile, places: readonly BlockPlace[]): Promise<ReadErrors>
  close(): Promise<void>
  figures(): Readonly<Record<string, number>>
}
