import type { AnyTable, BulkWriter, RowChange, Table, Value } from '@rowhouse/client'
import { transferLimits } from '../limits.js'
import type { ReadyRow } from './make-row.js'
import type { OrderChoice } from './order-choice.js'
import { orderRows, shareKey } from './order-rows.js'
import { failureOf, reasonOf } from './write-failure.js'

/** The end of a window: all records before it are in this or an earlier window. */
export interface Position {
  /** The index of the file in the import. */
  readonly file: number
  /** The number of the record in that file, from 1. */
  readonly record: number
}

export interface Reject {
  readonly record: number
  readonly reason: string
  /** The content of the file at that record. */
  readonly content: unknown
}

export interface Window {
  readonly rows: readonly ReadyRow[]
  readonly rejects: Reject[]
  readonly end: Position
}

/** A window whose rows are all written or refused. */
export interface DoneWindow {
  readonly end: Position
  readonly written: number
  readonly superseded: number
  readonly rejects: readonly Reject[]
}

interface OpenWindow {
  readonly window: Window
  readonly rows: readonly ReadyRow[]
  /** The same rows sorted by key. */
  readonly sorted: readonly ReadyRow[]
  readonly superseded: number
  /** Rows whose request was refused as a whole, which are written again one by one. */
  readonly doubtful: ReadyRow[]
  refused: number
  pending: number
}

export interface WindowWriterParts {
  readonly table: Table<AnyTable>
  readonly writer: BulkWriter<AnyTable>
  readonly choice: OrderChoice
  /** From 0 to 1. */
  readonly random: () => number
  readonly now: () => number
  /** Called for each window in the order of the file. */
  readonly onDone: (window: DoneWindow) => Promise<void>
}

/**
 * Writes rows window by window. A few windows are in flight at a time. They are reported as done in their
 * order, so that everything before the end of the last one is written.
 */
export class WindowWriter {
  readonly #parts: WindowWriterParts
  readonly #open: OpenWindow[] = []
  readonly #waiters: (() => void)[] = []
  #failure: { readonly error: unknown } | undefined

  constructor(parts: WindowWriterParts) {
    this.#parts = parts
  }

  /** Resolves when the window is in flight and another may follow. Rejects with the import's error. */
  async write(window: Window): Promise<void> {
    const { choice, random, now } = this.#parts
    const isTrial = choice.isTrying
    if (isTrial) await this.#settle(0)
    const order = choice.next()
    const begin = now()
    const ordered = orderRows(window.rows, order, random)
    const { rows, sorted } = ordered
    // Rows with equal keys must be written one after the other.
    if (this.#open.some((other) => shareKey(other.sorted, sorted))) await this.#settle(0)
    const open = { ...ordered, window, doubtful: [], refused: 0, pending: rows.length }
    this.#open.push(open)
    await this.#feed(open)
    await this.#settle(isTrial ? 0 : transferLimits.WINDOWS_OPEN - 1)
    if (isTrial) choice.measured(order, rows.length, now() - begin)
  }

  /** Resolves when all windows are done. */
  async close(): Promise<void> {
    await this.#settle(0)
  }

  async #feed(open: OpenWindow): Promise<void> {
    const { writer } = this.#parts
    for (const row of open.rows) {
      if (!writer.hasRoom) await writer.room()
      if (this.#failure !== undefined) return
      this.#send(open, row)
    }
  }

  #send(open: OpenWindow, row: ReadyRow): void {
    try {
      this.#parts.writer.write(changeOf(row)).then(
        () => this.#answered(open),
        (error: unknown) => this.#refused(open, row, error),
      )
    } catch (error) {
      this.#refused(open, row, error)
    }
  }

  #answered(open: OpenWindow): void {
    open.pending -= 1
    if (open.pending === 0) this.#wake()
  }

  #refused(open: OpenWindow, row: ReadyRow, error: unknown): void {
    const failure = failureOf(error)
    if (failure === 'row') this.#reject(open, row, error)
    else if (failure === 'request') open.doubtful.push(row)
    else this.#failure ??= { error }
    this.#answered(open)
    if (this.#failure !== undefined) this.#wake()
  }

  #reject(open: OpenWindow, { record, row, cells }: ReadyRow, error: unknown): void {
    open.refused += 1
    const content: Record<string, Value> = { ...row }
    for (const { name, value } of cells ?? []) content[name] = value
    open.window.rejects.push({ record, reason: reasonOf(error), content })
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve()
  }

  /** Reports finished windows until at most so many are open. */
  async #settle(most: number): Promise<void> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error
      const [first] = this.#open
      if (first === undefined) return
      if (first.pending === 0) await this.#finish(first)
      else if (this.#open.length <= most) return
      else if (most === 0) await this.#parts.writer.flush()
      else await new Promise<void>((resolve) => this.#waiters.push(resolve))
    }
  }

  async #finish(open: OpenWindow): Promise<void> {
    for (const row of open.doubtful) await this.#writeAlone(open, row)
    this.#open.shift()
    const { window, rows, superseded } = open
    // In the order of the file.
    window.rejects.sort((a, b) => a.record - b.record)
    const written = rows.length - open.refused
    await this.#parts.onDone({ end: window.end, written, superseded, rejects: window.rejects })
  }

  async #writeAlone(open: OpenWindow, row: ReadyRow): Promise<void> {
    try {
      const [result] = await this.#parts.table.writeMany([changeOf(row)])
      if (result?.isOk === false)
        this.#reject(open, row, new Error(`${result.error.code}: ${result.error.message}`))
    } catch (error) {
      if (failureOf(error) === 'fatal') throw error
      this.#reject(open, row, error)
    }
  }
}

const changeOf = ({ row, cells }: ReadyRow): RowChange<AnyTable> =>
  cells === undefined ? { put: row } : { put: row, cells }
