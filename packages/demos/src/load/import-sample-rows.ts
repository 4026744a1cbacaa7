import { setImmediate as letOthersGo, setTimeout as wait } from 'node:timers/promises'
import { type AnyTable, type BulkWriter, type Client, isRefusal } from '@rowhouse/client'
import type { SampleTable } from '../sample/sample-shape.js'

/** Rows that are made without letting anything else of the thread go between. */
const SLICE_ROWS = 200
const SAVE_EVERY_MS = 2_000
const SAVE_AGAIN_MS = 100

export interface ImportRowsOptions {
  /** The first row that is not there yet. */
  readonly from: number
  /** Remembers that all rows below `rows` are written. */
  readonly save: (rows: number) => Promise<void>
  readonly onRows: (rows: number) => void
  readonly signal: AbortSignal
}

/** A run of rows that are on their way. */
interface Slice {
  readonly end: number
  pending: number
}

/**
 * Writes the rows of a table from row `from` on, many requests at once. Rows are puts of whole rows whose
 * content depends on their number alone, so one that is sent twice changes nothing.
 */
export async function importRows(
  client: Client,
  table: SampleTable,
  { from, save, onRows, signal }: ImportRowsOptions,
): Promise<void> {
  const writer = client.table(table.schema).bulkWriter({ order: 'none', mayRepeat: true })
  const progress = new ImportProgress(from)
  let savedAt = performance.now()
  let row = from
  while (row < table.rows && !signal.aborted) {
    const end = Math.min(table.rows, row + SLICE_ROWS)
    await writeSlice(writer, table, row, progress.begin(end, end - row), progress)
    onRows(progress.written)
    if (performance.now() - savedAt > SAVE_EVERY_MS) {
      await saveIfServed(save, progress.written)
      savedAt = performance.now()
    }
    row = end
    await letOthersGo()
  }
  await writer.close()
  progress.throwIfFailed()
  while (!(await saveIfServed(save, progress.written))) await wait(SAVE_AGAIN_MS)
  onRows(progress.written)
  signal.throwIfAborted()
}

/** While the server is busy with the rows, an older progress does as well; at the end it does not. */
async function saveIfServed(save: ImportRowsOptions['save'], rows: number): Promise<boolean> {
  try {
    await save(rows)
    return true
  } catch (error) {
    if (!isRefusal(error, 'OTSServerBusy')) throw error
    return false
  }
}

async function writeSlice(
  writer: BulkWriter<AnyTable>,
  table: SampleTable,
  from: number,
  slice: Slice,
  progress: ImportProgress,
): Promise<void> {
  for (let n = from; n < slice.end; n += 1) {
    if (!writer.hasRoom) await writer.room()
    progress.throwIfFailed()
    writer.write({ put: table.row(n) }).then(
      () => progress.done(slice),
      (error: unknown) => progress.failed(error),
    )
  }
}

/** Knows up to which row everything is written, although rows are acknowledged in any order. */
class ImportProgress {
  readonly #open: Slice[] = []
  #written: number
  #failure: { readonly error: unknown } | undefined

  constructor(from: number) {
    this.#written = from
  }

  get written(): number {
    return this.#written
  }

  begin(end: number, pending: number): Slice {
    const slice = { end, pending }
    this.#open.push(slice)
    return slice
  }

  done(slice: Slice): void {
    slice.pending -= 1
    for (let first = this.#open[0]; first?.pending === 0; first = this.#open[0]) {
      this.#written = first.end
      this.#open.shift()
    }
  }

  failed(error: unknown): void {
    this.#failure ??= { error }
  }

  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
