import type { BatchWriteBody } from '@rowhouse/protocol'
import { PendingRow } from './pending-row.js'

/** The rows of one request, and its body with them in the same order. */
export interface RowBatch {
  readonly body: BatchWriteBody
  readonly rows: PendingRow[]
}

/** What a queue needs to make requests of rows. */
export interface BatchMaker<Change> {
  readonly rowsMax: number
  readonly bytesMax: number
  newBody(): BatchWriteBody
  /** Adds a row to a body. What it throws is the row's failure. */
  add(body: BatchWriteBody, change: Change): void
}

/**
 * Rows in the given order, each encoded at once: into the body of the next request, or aside when it has to
 * wait. Of the rows that must keep their order at most one is in a request, and the later ones wait until it
 * is written: none overtakes it even when it is refused and sent again.
 */
export class RowQueue<Change> {
  readonly #maker: BatchMaker<Change>
  /** The last of the rows with the same order; the first of them is in a request. */
  readonly #lasts = new Map<string, PendingRow>()
  /** Requests that are full. */
  readonly #full: RowBatch[] = []
  /** The request that the next row goes to. */
  #open: RowBatch | undefined
  /** Where rows that have to wait are encoded. */
  #aside: BatchWriteBody | undefined
  #rows = 0
  #ready = 0
  #bytes = 0

  constructor(maker: BatchMaker<Change>) {
    this.#maker = maker
  }

  /** The number of all rows that wait. */
  get rows(): number {
    return this.#rows
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The number of rows that need not wait for others. */
  get ready(): number {
    return this.#ready
  }

  /** Whether there is a request that takes no more rows. */
  get hasFull(): boolean {
    return this.#full.length > 0
  }

  push(order: string | undefined, change: Change): PendingRow {
    const row = new PendingRow(order)
    const last = order === undefined ? undefined : this.#lasts.get(order)
    if (last === undefined) {
      const batch = this.#batch()
      const before = batch.body.rowBytes
      this.#encode(batch.body, change)
      this.#bytes += batch.body.rowBytes - before
      this.#added(batch, row)
    } else {
      this.#aside ??= this.#maker.newBody()
      this.#encode(this.#aside, change)
      row.field = this.#aside.takeRow()
      this.#bytes += row.field.length
      last.next = row
    }
    if (order !== undefined) this.#lasts.set(order, row)
    this.#rows += 1
    return row
  }

  /** The rows of the next request. Each is in flight until it is `done` or has to go `again`. */
  take(): RowBatch | undefined {
    const batch = this.#full.shift() ?? this.#open
    if (batch === undefined) return undefined
    if (batch === this.#open) this.#open = undefined
    this.#rows -= batch.rows.length
    this.#ready -= batch.rows.length
    this.#bytes -= batch.body.rowBytes
    return batch
  }

  /** The row is written or given up, so the next one that waits for it is ready. */
  done({ order, next }: PendingRow): void {
    if (next !== undefined) this.#append(next)
    else if (order !== undefined) this.#lasts.delete(order)
  }

  /** The row, whose encoded form this is, has to be sent again. The rows behind it keep waiting. */
  again(row: PendingRow, field: Buffer): void {
    row.field = field
    this.#rows += 1
    this.#bytes += field.length
    this.#append(row)
  }

  #batch(): RowBatch {
    this.#open ??= { body: this.#maker.newBody(), rows: [] }
    return this.#open
  }

  #encode(body: BatchWriteBody, change: Change): void {
    try {
      this.#maker.add(body, change)
    } catch (error) {
      body.dropRow()
      throw error
    }
  }

  #append(row: PendingRow): void {
    const { field } = row
    if (field === undefined) throw new RangeError('a row that waits is encoded')
    row.field = undefined
    const batch = this.#batch()
    batch.body.append(field)
    this.#added(batch, row)
  }

  /** Counts a row that is in the body already, and closes the request when it is full. */
  #added(batch: RowBatch, row: PendingRow): void {
    const { rowsMax, bytesMax } = this.#maker
    this.#ready += 1
    if (batch.body.rowBytes > bytesMax && batch.rows.length > 0) {
      const field = batch.body.takeRow()
      this.#close(batch)
      const next = this.#batch()
      next.body.append(field)
      next.rows.push(row)
      return
    }
    batch.rows.push(row)
    if (batch.rows.length === rowsMax) this.#close(batch)
  }

  #close(batch: RowBatch): void {
    this.#full.push(batch)
    this.#open = undefined
  }
}
