import type { Client } from '@rowhouse/client'
import type { PlainBufferRow } from '@rowhouse/protocol'
import type { FileRecord } from '../formats/record.js'
import { fileValueOf } from '../formats/variant-value.js'
import { encodeRange, wholeTable } from './key-range.js'
import { type Reading, partsOf, readPage } from './read-pages.js'
import { shapeOf } from './table-shape.js'

/** Reads the names of the key's columns, and a sample of rows: the first ones of each part of the table. */
export async function sampleTable(
  client: Client,
  tableName: string,
  rowsMax: number,
): Promise<{ readonly keyNames: readonly string[]; readonly records: readonly FileRecord[] }> {
  const { key } = await shapeOf(client, tableName)
  const reading: Reading = { client, tableName, columns: [], maxVersions: 1, filter: undefined }
  const parts = await partsOf(reading, key, encodeRange(key, wholeTable))
  const records: FileRecord[] = []
  for (const [nth, { start, end }] of parts.entries()) {
    // Later parts may have more than their share if earlier ones have fewer rows.
    const quota = Math.ceil((rowsMax - records.length) / (parts.length - nth))
    const wanted = records.length + quota
    for (let from: Buffer | undefined = start; from !== undefined && records.length < wanted; ) {
      const { rows, next } = await readPage(reading, { start: from, end })
      for (const row of rows.slice(0, wanted - records.length))
        records.push(recordOf(row, records.length + 1))
      from = next
    }
  }
  return { keyNames: key.map(([name]) => name), records }
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
