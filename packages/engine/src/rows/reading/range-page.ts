import { type PlainBufferWriter, type Variant, limits } from '@rowhouse/protocol'
import { unitsOf } from '../../capacity/capacity-units.js'
import type { RowParts } from '../row-parts.js'
import { engineLimits } from '../../limits.js'
import type { ScanRange } from '../../partitions/partition-store.js'
import { RangeTraffic } from '../../capacity/partitions/range-traffic.js'
import { RowCursor } from '../../stored-rows/row-codec.js'
import { RowScan, type ScannedRow, decodeScannedRow } from '../../stored-rows/row-scan.js'
import { keyColumns } from './append-key.js'
import type { PageWriters } from './page-writers.js'
import { type AppendedRow, type RowReading, appendRow, appendStoredRow } from './append-row.js'

export interface PageRequest extends RowReading {
  readonly range: ScanRange
  /** Rows to return at the most. */
  readonly limit: number
}

export interface Page {
  /** A PlainBuffer of all rows; empty without rows. Of the engine's page writers. */
  readonly rows: Buffer
  /** Scanned bytes, of rows that were filtered out too. */
  readonly bytes: number
  /** The first row that was not read; undefined at the end of the range. */
  readonly next: readonly Variant[] | undefined
}

const NO_ROWS = Buffer.alloc(0)
const FIRST_PAGE_BYTES_MAX = 65_536
const ROW_BYTES_GUESS = 512
const CHUNK_ENTRIES = 4
/** Rows that are appended before the time is looked at, and roughly their bytes. */
const ROWS_PER_STEP = 32
const BYTES_PER_STEP = 32_768
/** Room for rows that are a little larger than those before them. */
const FORESEEN_MORE = 1.05
/** Of a page at once: the range may end sooner than its limit says. */
const GROWTH_MAX = 4

/**
 * One page of a range. It ends with the range, at `limit` returned rows, or before the row that would be the
 * 5,001st or take the page past 4 MiB, counted over all scanned rows; the first row always fits.
 */
export const readPage = async (engine: RowParts, request: PageRequest): Promise<Page> => {
  const { table, range } = request
  const first = range.reverse ? range.end : range.start
  const traffic = new RangeTraffic(engine.traffic, table, first, range.reverse)
  const { memory } = engine
  const held = memory.bytes
  await memory.take(firstMemory(request.limit))
  const page = new PageInProgress(request, engine.pageWriters, traffic)
  const scan = new RowScan(engine.store.scan(firstBatch(request)), range.reverse, memory)
  try {
    for (let rows = await scan.next(); rows.length > 0; rows = await scan.next()) {
      // Others go first now and then: a page of 5,000 rows must not hold up a read of one.
      const later = engine.rangeTurns.run(page.stepsOver(rows))
      if (later !== undefined) await later
      if (page.isFull) break
      const missing = page.bytesToHold - (memory.bytes - held)
      if (missing > 0) await memory.take(missing)
    }
    return page.finish()
  } finally {
    await scan.close()
  }
}

/** A page that is asked for is often short; what turns out to be longer asks for the rest at once. */
const firstMemory = (limit: number): number =>
  Math.min(
    2 * limit * ROW_BYTES_GUESS + 2 * engineLimits.ROW_INLINE_BYTES_MAX,
    engineLimits.PAGE_MEMORY_BYTES,
  )

/** Where rows are cut into chunks a batch of few entries may be large. */
const firstBatch = ({ table, range }: PageRequest): ScanRange => {
  if (!table.names.hasChunkedRows) return range
  return { ...range, expectedEntries: Math.min(range.expectedEntries, CHUNK_ENTRIES) }
}

class PageInProgress {
  readonly #request: PageRequest
  readonly #writers: PageWriters
  readonly #writer: PlainBufferWriter
  readonly #cursor: RowCursor
  readonly #traffic: RangeTraffic
  #scanned = 0
  #returned = 0
  #bytes = 0
  #next: Buffer | undefined

  constructor(request: PageRequest, writers: PageWriters, traffic: RangeTraffic) {
    this.#request = request
    this.#traffic = traffic
    this.#writers = writers
    this.#cursor = new RowCursor(request.table.names)
    // Grows from here on; a small page is not worth a large buffer.
    const { limit } = request
    this.#writer = writers.take(Math.min(limit * ROW_BYTES_GUESS, FIRST_PAGE_BYTES_MAX))
    this.#writer.header()
  }

  /** Whether the row after the last one that fits has been seen. */
  get isFull(): boolean {
    return this.#next !== undefined
  }

  /** The page and its reply, or what they may become. */
  get bytesToHold(): number {
    const bytes = 2 * this.#writer.size + 2 * engineLimits.ROW_INLINE_BYTES_MAX
    return bytes <= firstMemory(this.#request.limit)
      ? 0
      : Math.max(bytes, engineLimits.PAGE_MEMORY_BYTES)
  }

  /** Appends some of the rows with every call, and answers whether that was all that is wanted. */
  stepsOver(rows: readonly ScannedRow[]): () => boolean {
    let at = 0
    this.#reserveFor(rows.length)
    return () => {
      const end = Math.min(at + ROWS_PER_STEP, rows.length)
      for (let bytes = 0; at < end && !this.isFull && bytes < BYTES_PER_STEP; at++) {
        const row = rows[at]
        if (row === undefined) continue
        this.#take(row)
        bytes += row.value.length
      }
      return at === rows.length || this.isFull
    }
  }

  finish(): Page {
    const { table } = this.#request
    this.#traffic.finish(unitsOf(this.#bytes))
    return {
      rows: this.#returned === 0 ? NO_ROWS : this.#writers.finish(this.#writer),
      bytes: this.#bytes,
      next: this.#next === undefined ? undefined : keyColumns(table, this.#next),
    }
  }

  /** From what the rows so far took, room for all that may still come. */
  #reserveFor(rows: number): void {
    if (this.#scanned === 0) return
    const { limit } = this.#request
    const left = rows < engineLimits.SCAN_FIRST_ENTRIES_MAX ? rows : limits.RANGE_ROWS_MAX
    const wanted = Math.min(left, limit - this.#returned, limits.RANGE_ROWS_MAX - this.#scanned)
    const { size } = this.#writer
    const foreseen = Math.ceil((wanted * size * FORESEEN_MORE) / this.#scanned)
    this.#writer.reserve(Math.min(foreseen, size * GROWTH_MAX, limits.RANGE_BYTES_MAX))
  }

  #take(row: ScannedRow): void {
    const { limit } = this.#request
    const isEnough = this.#returned === limit || this.#scanned === limits.RANGE_ROWS_MAX
    if (isEnough || !this.#traffic.takes(row.key)) {
      this.#next = row.key
      return
    }
    const before = this.#writer.size
    const { found, bytes } = this.#append(row)
    if (this.#scanned > 0 && this.#bytes + bytes > limits.RANGE_BYTES_MAX) {
      this.#writer.cut(before)
      this.#next = row.key
      return
    }
    this.#traffic.add(row.key, bytes)
    this.#scanned++
    this.#bytes += bytes
    if (found) this.#returned++
  }

  #append(row: ScannedRow): AppendedRow {
    if (row.chunks === undefined) {
      this.#cursor.begin(row.value)
      return appendStoredRow(this.#writer, this.#request, row.key, this.#cursor)
    }
    const decoded = decodeScannedRow(row, this.#request.table.names)
    return appendRow(this.#writer, this.#request, row.key, decoded)
  }
}
