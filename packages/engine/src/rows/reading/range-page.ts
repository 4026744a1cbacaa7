import type { WorkLane } from '@rowhouse/platform'
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
  /** The most rows to return. */
  readonly limit: number
}

export interface Page {
  /** A PlainBuffer of all rows, in memory of the engine's page writers; empty without rows. */
  readonly rows: Buffer
  /** Scanned bytes, including those of rows that were filtered out. */
  readonly bytes: number
  /** The first row that was not read; undefined at the end of the range. */
  readonly next: readonly Variant[] | undefined
}

const NO_ROWS = Buffer.alloc(0)
const FIRST_PAGE_BYTES_MAX = 65_536
const ROW_BYTES_GUESS = 512
const CHUNK_ENTRIES = 4
/** The clock is read after so many rows, or roughly so many bytes. */
const ROWS_PER_STEP = 32
const BYTES_PER_STEP = 32_768
/** Leaves room for rows that are a little larger than the earlier ones. */
const GROWTH_MARGIN = 1.05
/** Bounds the growth of a page in one step, because the range may end before its limit. */
const GROWTH_MAX = 4

/**
 * Reads one page of a range. The page ends with the range, at `limit` returned rows, or before the
 * 5,001st row or the row that would pass 4 MiB, counted over all scanned rows. The first row always fits.
 */
export const readPage = async (engine: RowParts, request: PageRequest): Promise<Page> => {
  const { limit } = request
  const held = engine.memory.bytes
  await engine.memory.take(firstMemory(limit))
  const { turns } = engine
  if (limit <= engineLimits.SCAN_FIRST_ENTRIES_MAX) return readRows(engine, request, held, turns)
  await engine.pageWriters.largePages.enter()
  try {
    return await readRows(engine, request, held, turns.large)
  } finally {
    engine.pageWriters.largePages.leave()
  }
}

/** `held` are the bytes of the request's memory that are for other things. */
const readRows = async (
  engine: RowParts,
  request: PageRequest,
  held: number,
  turns: Pick<WorkLane, 'run'>,
): Promise<Page> => {
  const { table, range } = request
  const first = range.reverse ? range.end : range.start
  const traffic = new RangeTraffic(engine.traffic, table, first, range.reverse)
  const { memory } = engine
  const page = new PageInProgress(request, engine, traffic)
  // Chunks would be copied once more. The page has copied all that it needs before the scan is closed.
  const reusesMemory = !table.names.hasChunkedRows
  const entries = engine.store.scan({ ...firstBatch(request), reusesMemory })
  const scan = new RowScan(entries, range.reverse, memory, reusesMemory)
  try {
    for (let rows = await scan.next(); rows.length > 0; rows = await scan.next()) {
      // The page yields to other requests in between, because 5,000 rows must not delay a read of one.
      const later = turns.run(page.stepsOver(rows))
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

/**
 * The memory that a page asks for first. Most pages are short; a longer one then asks for the rest at
 * once.
 */
const firstMemory = (limit: number): number =>
  Math.min(
    2 * limit * ROW_BYTES_GUESS + 2 * engineLimits.ROW_INLINE_BYTES_MAX,
    engineLimits.PAGE_MEMORY_BYTES,
  )

/** A table with chunked rows begins with small batches, because few entries may be large. */
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
  readonly #isVerified: boolean
  #scanned = 0
  #returned = 0
  #bytes = 0
  #next: Buffer | undefined

  constructor(request: PageRequest, { store, pageWriters }: RowParts, traffic: RangeTraffic) {
    this.#request = request
    this.#traffic = traffic
    this.#writers = pageWriters
    this.#isVerified = store.capabilities.verifiedValues
    this.#cursor = new RowCursor(request.table.names)
    // The buffer grows when needed; a small page is not worth a large one.
    const { limit } = request
    this.#writer = pageWriters.take(Math.min(limit * ROW_BYTES_GUESS, FIRST_PAGE_BYTES_MAX))
    this.#writer.header()
  }

  /** Whether the row after the last one that fits has been seen. */
  get isFull(): boolean {
    return this.#next !== undefined
  }

  /** The memory to hold for the page and its reply, with what they may grow to. */
  get bytesToHold(): number {
    const bytes = 2 * this.#writer.size + 2 * engineLimits.ROW_INLINE_BYTES_MAX
    return bytes <= firstMemory(this.#request.limit)
      ? 0
      : Math.max(bytes, engineLimits.PAGE_MEMORY_BYTES)
  }

  /** The function appends some of the rows with every call, and returns whether it is done. */
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

  /** Reserves room for the rows that may still come, by the average size of the rows so far. */
  #reserveFor(rows: number): void {
    if (this.#scanned === 0) return
    const { limit } = this.#request
    const left = rows < engineLimits.SCAN_FIRST_ENTRIES_MAX ? rows : limits.RANGE_ROWS_MAX
    const wanted = Math.min(left, limit - this.#returned, limits.RANGE_ROWS_MAX - this.#scanned)
    const { size } = this.#writer
    const expected = Math.ceil((wanted * size * GROWTH_MARGIN) / this.#scanned)
    this.#writer.reserve(Math.min(expected, size * GROWTH_MAX, limits.RANGE_BYTES_MAX))
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
      this.#cursor.begin(row.value, this.#isVerified)
      return appendStoredRow(this.#writer, this.#request, row.key, this.#cursor)
    }
    const decoded = decodeScannedRow(row, this.#request.table.names)
    return appendRow(this.#writer, this.#request, row.key, decoded)
  }
}
