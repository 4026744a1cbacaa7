import { outOfRange } from '@rowhouse/platform'
import { type CursorRange, type SourceCursor, rangeFrom } from '../entry-cursor.js'
import type { OpenTable } from '../versions/store-version.js'

const NOTHING = Buffer.alloc(0)

/** The tables of a run, one after the other. */
export class RunCursor implements SourceCursor {
  bytes: Buffer = NOTHING
  keyAt = 0
  keyEnd = 0
  valueAt = 0
  valueEnd = 0
  isTombstone = false
  isOnEntry = false
  readonly #tables: readonly OpenTable[]
  #range: CursorRange
  #index = 0
  #cursor: SourceCursor | undefined

  /** The tables in the order of their keys, whatever the direction. */
  constructor(tables: readonly OpenTable[], range: CursorRange) {
    this.#tables = range.reverse ? tables.toReversed() : tables
    this.#range = range
  }

  first(): Promise<void> | undefined {
    return this.#open()
  }

  next(): Promise<void> | undefined {
    const cursor = this.#cursor ?? outOfRange()
    const waiting = cursor.next()
    return waiting === undefined ? this.#settle() : waiting.then(() => this.#settle())
  }

  /** Tables before the key are not looked at. */
  seek(key: Buffer): Promise<void> | undefined {
    this.close()
    this.#range = rangeFrom(this.#range, key)
    const isBefore = ({ record }: OpenTable): boolean =>
      this.#range.reverse ? record.firstKey.compare(key) >= 0 : record.lastKey.compare(key) < 0
    this.#index--
    while (this.#index < this.#tables.length && isBefore(this.#tables[this.#index] ?? outOfRange()))
      this.#index++
    return this.#open()
  }

  pause(): void {
    this.#cursor?.pause()
  }

  resume(): Promise<void> | undefined {
    const waiting = this.#cursor?.resume()
    return waiting === undefined ? this.#settle() : waiting.then(() => this.#settle())
  }

  close(): void {
    this.isOnEntry = false
    this.#cursor?.close()
    this.#cursor = undefined
  }

  #open(): Promise<void> | undefined {
    const table = this.#tables[this.#index++]
    if (table === undefined) return undefined
    const cursor = table.reader.cursor(this.#range)
    this.#cursor = cursor
    const waiting = cursor.first()
    return waiting === undefined ? this.#settle() : waiting.then(() => this.#settle())
  }

  /** Takes the entry under the table's cursor, or goes on to the next table. */
  #settle(): Promise<void> | undefined {
    const cursor = this.#cursor
    if (cursor === undefined) return undefined
    if (!cursor.isOnEntry) {
      this.close()
      return this.#open()
    }
    this.bytes = cursor.bytes
    this.keyAt = cursor.keyAt
    this.keyEnd = cursor.keyEnd
    this.valueAt = cursor.valueAt
    this.valueEnd = cursor.valueEnd
    this.isTombstone = cursor.isTombstone
    this.isOnEntry = true
    return undefined
  }
}
