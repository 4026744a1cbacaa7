import type { Client } from '@rowhouse/client'
import type { PlainBufferRow } from '@rowhouse/protocol'
import type { FileRecord } from '../formats/record.js'
import { fileValueOf } from '../formats/variant-value.js'
import { transferLimits } from '../limits.js'
import { type EncodedRange, type KeySchema, encodeRange, wholeTable } from './key-range.js'
import { type Reading, partsOf, readPage } from './read-pages.js'
import { shapeOf } from './table-shape.js'

/** How much a sample may hold. */
export interface SampleBounds {
  readonly rowsMax: number
  readonly bytesMax?: number
  /** Told now and then how many rows there are. */
  readonly onRows?: (rows: number) => void
}

/**
 * Reads the names of the key's columns, and a sample of rows: the first ones of places all over the table. It
 * reads no other rows, so it takes as long for a large table as for a small one.
 */
export async function sampleTable(
  client: Client,
  tableName: string,
  { rowsMax, bytesMax = transferLimits.SAMPLE_BYTES_MAX, onRows }: SampleBounds,
): Promise<{ readonly keyNames: readonly string[]; readonly records: readonly FileRecord[] }> {
  const { key } = await shapeOf(client, tableName)
  const reading: Reading = { client, tableName, columns: [], maxVersions: 1, filter: undefined }
  const places = await placesOf(reading, key, Math.ceil(rowsMax / transferLimits.SAMPLE_PLACE_ROWS))
  const records: FileRecord[] = []
  let bytesRead = 0
  const isFull = (): boolean => records.length >= rowsMax || bytesRead >= bytesMax
  let open = places
  // Places that have more rows give what others of them lack.
  while (open.length > 0 && !isFull()) {
    const left: EncodedRange[] = []
    for (let nth = 0; nth < open.length && !isFull(); nth += transferLimits.SAMPLE_PLACES_AT_ONCE) {
      const shareOf = (wanted: number): number => Math.ceil(wanted / (open.length - nth))
      const share = {
        rows: shareOf(rowsMax - records.length),
        bytes: shareOf(bytesMax - bytesRead),
      }
      const some = open.slice(nth, nth + transferLimits.SAMPLE_PLACES_AT_ONCE)
      const found = await Promise.all(some.map((place) => readShare(reading, place, share)))
      for (const { rows, bytes, next } of found) {
        const room = rowsMax - records.length
        for (const row of rows.slice(0, room)) records.push(recordOf(row, records.length + 1))
        bytesRead += bytes
        if (next !== undefined) left.push(next)
      }
      onRows?.(records.length)
    }
    open = left
  }
  return { keyNames: key.map(([name]) => name), records }
}

/**
 * At most so many parts of a table. A few large parts tell first how large it is: the service looks for the
 * end of each part, so a large table is not split into more than are wanted.
 */
async function placesOf(
  reading: Reading,
  key: KeySchema,
  most: number,
): Promise<readonly EncodedRange[]> {
  const all = encodeRange(key, wholeTable)
  const mebibytes = transferLimits.PART_MEBIBYTES
  const large = await partsOf(reading, key, all, mebibytes * most)
  return spread(await partsOf(reading, key, all, mebibytes * large.length), most)
}

interface Share {
  readonly rows: number
  readonly bytes: number
}

/** Reads the first rows of a place, and where it goes on if there are more. */
async function readShare(reading: Reading, { start, end }: EncodedRange, wanted: Share) {
  const rows: PlainBufferRow[] = []
  let bytes = 0
  let from: Buffer | undefined = start
  while (from !== undefined && rows.length < wanted.rows && bytes < wanted.bytes) {
    const page = await readPage(reading, { start: from, end }, wanted.rows - rows.length)
    rows.push(...page.rows)
    bytes += page.bytes
    from = page.next
  }
  return { rows, bytes, next: from === undefined ? undefined : { start: from, end } }
}

/** At most so many of the items, at equal distances from the first on. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const placeOf = (at: number): number => Math.floor((at * most) / items.length)
  return items.filter((_, at) => placeOf(at) !== placeOf(at - 1))
}

function recordOf({ primaryKey, cells }: PlainBufferRow, number: number): FileRecord {
  const all = [...primaryKey, ...cells]
  return {
    number,
    names: all.map(({ name }) => name),
    values: all.map(({ value }) => (value === undefined ? null : fileValueOf(value))),
    times: all.map(({ timestamp }) => timestamp),
  }
}
