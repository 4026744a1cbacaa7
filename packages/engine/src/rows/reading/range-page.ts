import { PlainBufferWriter, type Variant, limits } from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import { decodeRowKey } from '../../keys/decode-key.js'
import type { ScanRange } from '../../partitions/partition-store.js'
import { Slice } from '../../platform/slice.js'
import { type AppendedRow, type RowReading, appendRow, appendStoredRow } from './append-row.js'
import { decodeStoredRow } from '../stored/row-codec.js'
import { RowScan, type ScannedRow } from '../stored/row-scan.js'

export interface PageRequest extends RowReading {
  readonly range: ScanRange
  /** Rows to return at the most. */
  readonly limit: number
}

export interface Page {
  /** A PlainBuffer of all rows; empty without rows. */
  readonly rows: Buffer
  /** Scanned bytes, of rows that were filtered out too. */
  readonly bytes: number
  /** The first row that was not read; undefined at the end of the range. */
  readonly next: readonly Variant[] | undefined
}

const NO_ROWS = Buffer.alloc(0)
const FIRST_PAGE_BYTES_MAX = 262_144
const ROW_BYTES_GUESS = 512
/** How many rows pass before the time is looked at. */
const ROWS_BETWEEN_LOOKS = 32

/**
 * One page of a range. It ends with the range, at `limit` returned rows, or before the row that would be the
 * 5,001st or take the page past 4 MiB, counted over all scanned rows; the first row always fits.
 */
export const readPage = async (engine: Engine, request: PageRequest): Promise<Page> => {
  const { table } = request
  const columnCount = table.description.primaryKey.length
  const writer = new PlainBufferWriter(firstPageBytes(request))
  writer.header()
  const scan = new RowScan(engine.store.scan(request.range), request.range.reverse)
  const slice = new Slice(engine.clock)
  let scanned = 0
  let returned = 0
  let bytes = 0
  try {
    for (let rows = await scan.next(); rows.length > 0; rows = await scan.next()) {
      for (const row of rows) {
        const key = decodeRowKey(row.key, columnCount).columns
        const isFull = returned === request.limit || scanned === limits.RANGE_ROWS_MAX
        if (isFull) return page(writer, returned, bytes, key)
        const before = writer.size
        const appended = append(writer, request, key, row)
        if (scanned > 0 && bytes + appended.bytes > limits.RANGE_BYTES_MAX) {
          writer.cut(before)
          return page(writer, returned, bytes, key)
        }
        scanned++
        bytes += appended.bytes
        if (appended.found) returned++
        // Others go first now and then: a page of 5,000 rows must not hold up a read of one.
        if (scanned % ROWS_BETWEEN_LOOKS === 0 && slice.isOver()) await slice.next()
      }
    }
    return page(writer, returned, bytes, undefined)
  } finally {
    await scan.close()
  }
}

/** Grows from here on; a small page is not worth a large buffer. */
const firstPageBytes = ({ limit }: PageRequest): number =>
  Math.min(limit * ROW_BYTES_GUESS, FIRST_PAGE_BYTES_MAX)

const page = (
  writer: PlainBufferWriter,
  returned: number,
  bytes: number,
  next: readonly Variant[] | undefined,
): Page => ({ rows: returned === 0 ? NO_ROWS : writer.view(), bytes, next })

const append = (
  writer: PlainBufferWriter,
  reading: RowReading,
  key: readonly Variant[],
  row: ScannedRow,
): AppendedRow => {
  if (row.chunks === undefined) return appendStoredRow(writer, reading, key, row.value)
  const { names } = reading.table
  const head = decodeStoredRow(row.value, names)
  const cells = row.chunks.flatMap((chunk) => decodeStoredRow(chunk, names).cells)
  return appendRow(writer, reading, key, { ...head, cells })
}
