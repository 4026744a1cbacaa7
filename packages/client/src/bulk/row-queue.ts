import type { RowInBatchWriteRowRequest } from '@rowhouse/protocol'

/** A row that waits to be written. */
export interface PendingRow {
  readonly row: RowInBatchWriteRowRequest
  /** Rows that share it are written in the order in which they were given. */
  readonly order: string
  readonly bytes: number
  attempts: number
  /** The next of those that share its order; it waits until this one is done. */
  next: PendingRow | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The ready rows that have been taken stay in their list until they are so many. */
const TAKEN_MAX = 4096

/**
 * Rows in the order in which they were given. Of those that must keep their order one is under way at most,
 * and the later ones wait until it is written: even when it is refused and sent again, none overtakes it.
 */
export class RowQueue {
  /** The last of the rows that share an order; the first of them is ready, or under way. */
  readonly #lasts = new Map<string, PendingRow>()
  /** Rows that need not wait for others, from `#taken` on. */
  #ready: PendingRow[] = []
  #taken = 0
  #rows = 0
  #bytes = 0

  /** Of all that wait. */
  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Rows that need not wait for others. */
  get ready(): number {
    return this.#ready.length - this.#taken
  }

  push(row: PendingRow): void {
    const last = this.#lasts.get(row.order)
    this.#lasts.set(row.order, row)
    if (last === undefined) this.#ready.push(row)
    else last.next = row
    this.#count(row, 1)
  }

  /** The next rows for one request; each is under way until it is `done`, or has to go `again`. */
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

  /** The row is written, or given up: the next that waited for it may go. */
  done({ order, next }: PendingRow): void {
    if (next === undefined) this.#lasts.delete(order)
    else this.#ready.push(next)
  }

  /** The row has to be sent again; those behind it go on waiting. */
  again(row: PendingRow): void {
    this.#ready.push(row)
    this.#count(row, 1)
  }

  #count({ bytes }: PendingRow, by: 1 | -1): void {
    this.#rows += by
    this.#bytes += by * bytes
  }
}
