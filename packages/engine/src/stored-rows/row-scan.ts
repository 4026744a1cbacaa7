import type { EntryScan } from '../partitions/partition-store.js'
import type { Entry } from '@rowhouse/store'
import { type RequestMemory, UNCOUNTED_MEMORY } from '../memory/request-memory.js'
import type { ColumnNames } from './column-names.js'
import { RowKind, decodeStoredRow, rowKind } from './row-codec.js'
import type { StoredRow } from './stored-row.js'

/** A row as a scan finds it: its stored form, or its head and its chunks in column order. */
export interface ScannedRow {
  readonly key: Buffer
  readonly value: Buffer
  readonly chunks?: readonly Buffer[] | undefined
}

/** All cells of a scanned row as objects. */
export const decodeScannedRow = ({ value, chunks }: ScannedRow, names: ColumnNames): StoredRow => {
  const row = decodeStoredRow(value, names)
  if (chunks === undefined) return row
  return { ...row, cells: chunks.flatMap((chunk) => decodeStoredRow(chunk, names).cells) }
}

/**
 * Assembles rows from the entries of a scan in either direction: chunks come after their head, or before it
 * in reverse.
 */
export class RowScan {
  readonly #scan: EntryScan
  readonly #isReverse: boolean
  /** In a forward scan: the head whose chunks are being read. */
  #head: Entry | undefined
  #chunks: Buffer[] = []
  #isDone = false
  readonly #memory: RequestMemory
  readonly #reusesMemory: boolean
  /** Memory held for chunks of assembled rows, until the next rows are requested. */
  #bytes = 0

  /** `reusesMemory`: as the scan was told. The rows then stay until the next ones are asked for. */
  constructor(
    scan: EntryScan,
    isReverse: boolean,
    memory: RequestMemory = UNCOUNTED_MEMORY,
    reusesMemory = false,
  ) {
    this.#scan = scan
    this.#reusesMemory = reusesMemory
    this.#isReverse = isReverse
    this.#memory = memory
  }

  /** The next whole rows in the direction of the scan; empty at the end. */
  async next(): Promise<readonly ScannedRow[]> {
    const rows: ScannedRow[] = []
    if (this.#bytes > 0) this.#forgetChunks()
    while (rows.length === 0 && !this.#isDone) {
      const entries = await this.#scan.next()
      if (entries.length > 0 && this.#areWhole(entries)) return entries
      // The next read may bring as many bytes again.
      await this.#reserve(chunkBytesOf(entries))
      if (entries.length === 0) {
        this.#isDone = true
        this.#finishHead(rows)
      }
      for (const entry of entries) this.#take(entry, rows)
    }
    return rows
  }

  async #reserve(bytes: number): Promise<void> {
    if (bytes === 0) return
    await this.#memory.take(bytes)
    this.#bytes += bytes
  }

  #forgetChunks(): void {
    this.#memory.giveBack(this.#bytes)
    this.#bytes = 0
  }

  close(): Promise<void> {
    if (this.#bytes > 0) this.#forgetChunks()
    return this.#scan.close()
  }

  /** The common case: only rows in one piece, and no unfinished row before them. */
  #areWhole(entries: readonly Entry[]): boolean {
    if (this.#head !== undefined || this.#chunks.length > 0) return false
    for (const { value } of entries) if (value[0] !== RowKind.WHOLE) return false
    return true
  }

  #take(entry: Entry, rows: ScannedRow[]): void {
    switch (rowKind(entry.value)) {
      case RowKind.CHUNK:
        this.#chunks.push(this.#kept(entry.value))
        return
      case RowKind.WHOLE:
        this.#finishHead(rows)
        rows.push({ key: entry.key, value: entry.value, chunks: undefined })
        return
      case RowKind.CHUNKED:
        if (this.#isReverse) {
          rows.push({ key: entry.key, value: entry.value, chunks: this.#chunks.reverse() })
          this.#chunks = []
          return
        }
        this.#finishHead(rows)
        this.#head = { key: this.#kept(entry.key), value: this.#kept(entry.value) }
    }
  }

  /** What is needed beyond the next batch. */
  #kept(bytes: Buffer): Buffer {
    return this.#reusesMemory ? Buffer.from(bytes) : bytes
  }

  #finishHead(rows: ScannedRow[]): void {
    const head = this.#head
    if (head === undefined) return
    rows.push({ key: head.key, value: head.value, chunks: this.#chunks })
    this.#head = undefined
    this.#chunks = []
  }
}

const chunkBytesOf = (entries: readonly Entry[]): number => {
  let bytes = 0
  for (const { value } of entries) if (value[0] === RowKind.CHUNK) bytes += value.length
  return bytes
}
