import type { Client } from '@rowhouse/client'
import type { PlainBufferRow } from '@rowhouse/protocol'
import type { FileRecord } from '../formats/record.js'
import { fileValueOf } from '../formats/variant-value.js'
import { transferLimits } from '../limits.js'
import { encodeRange, wholeTable } from './key-range.js'
import { type Reading, partsOf, readPage } from './read-pages.js'
import { shapeOf } from './table-shape.js'

/** How much a sample may hold. */
export interface SampleBounds {
  readonly rowsMax: number
  readonly bytesMax?: number
  /** Told after each page how many rows there are. */
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
  const parts = await partsOf(reading, key, encodeRange(key, wholeTable))
  const places = spread(parts, Math.ceil(rowsMax / transferLimits.SAMPLE_PLACE_ROWS))
  const records: FileRecord[] = []
  let bytesRead = 0
  for (const [nth, { start, end }] of places.entries()) {
    // Later places may have more than their share if earlier ones have fewer rows.
    const shareOf = (left: number): number => Math.ceil(left / (places.length - nth))
    const wanted = records.length + shareOf(rowsMax - records.length)
    const bytesWanted = bytesRead + shareOf(bytesMax - bytesRead)
    let from: Buffer | undefined = start
    while (from !== undefined && records.length < wanted && bytesRead < bytesWanted) {
      const { rows, bytes, next } = await readPage(
        reading,
        { start: from, end },
        wanted - records.length,
      )
      for (const row of rows) records.push(recordOf(row, records.length + 1))
      bytesRead += bytes
      from = next
      onRows?.(records.length)
    }
  }
  return { keyNames: key.map(([name]) => name), records }
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
