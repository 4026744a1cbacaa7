import type { RowInBatchWriteRowRequest } from '@rowhouse/protocol'

/** A row that waits to be written. */
export interface PendingRow {
  readonly row: RowInBatchWriteRowRequest
  /** Rows with equal texts are written in the given order; a row with undefined waits for no other. */
  readonly order: string | undefined
  readonly bytes: number
  attempts: number
  /** The next row with the same order, which waits until this one is done. */
  next: PendingRow | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** How many taken rows may stay in the list of ready ones. */
const TAKEN_MAX = 512

/**
 * Rows in the given order. Of the rows that must keep their order at most one is in flight, and the later
 * ones wait until it is written: none overtakes it even when it is refused and sent again.
 */
export class RowQueue {
  /** The last of the rows with the same order; the first of them is ready or in flight. */
  readonly #lasts = new Map<string, PendingRow>()
  /** Rows that need not wait for others, from `#taken` on. */
  #ready: PendingRow[] = []
  #taken = 0
  #rows = 0
  #bytes = 0

  /** The number of all rows that wait. */
  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The number of rows that need not wait for others. */
  get ready(): number {
    return this.#ready.length - this.#taken
  }

  push(row: PendingRow): void {
    this.#count(row, 1)
    if (row.order === undefined) {
      this.#ready.push(row)
      return
    }
    const last = this.#lasts.get(row.order)
    this.#lasts.set(row.order, row)
    if (last === undefined) this.#ready.push(row)
    else last.next = row
  }

  /** The next rows for one request. Each is in flight until it is `done` or has to go `again`. */
  take(rowsMax: number, bytesMax: number): PendingRow[] {
    const batch: PendingRow[] = []
    let bytes = 0
    while (batch.length < rowsMax) {
      const row = this.#ready[this.#taken]
      if (row === undefined || (batch.length > 0 && bytes + row.bytes > bytesMax)) break
      this.#taken += 1
      bytes += row.bytes
      batch.push(row)
      this.#count(row, -1)
    }
    if (this.#taken > TAKEN_MAX || this.#taken === this.#ready.length) {
      this.#ready = this.#ready.slice(this.#taken)
      this.#taken = 0
    }
    return batch
  }

  /** The row is written or given up, so the next one that waits for it is ready. */
  done({ order, next }: PendingRow): void {
    if (next !== undefined) this.#ready.push(next)
    else if (order !== undefined) this.#lasts.delete(order)
  }

  /** The row has to be sent again. The rows behind it keep waiting. */
  again(row: PendingRow): void {
    this.#ready.push(row)
    this.#count(row, 1)
  }

  #count({ bytes }: PendingRow, by: 1 | -1): void {
    this.#rows += by
    this.#bytes += by * bytes
  }
}
