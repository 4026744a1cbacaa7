import type { Client } from '@rowhouse/client'
import { type Sample, createSampler } from '@rowhouse/practices'
import type { FileRecord, FileValue } from '../formats/record.js'
import { type SampleBounds, sampleTable } from './sample-table.js'

/**
 * Rows of a table for `advise`, in the order in which they were written, by the times of their columns.
 * `columnsOf` chooses columns of those that occur.
 */
export async function sampleRows(
  client: Client,
  tableName: string,
  bounds: SampleBounds,
  columnsOf: (names: readonly string[]) => readonly string[],
): Promise<Sample> {
  const { keyNames, records } = await sampleTable(client, tableName, bounds)
  const names = [...new Set([...keyNames, ...records.flatMap((record) => record.names)])]
  const columns = columnsOf(names)
  const sampler = createSampler(columns, bounds.rowsMax)
  for (const { names: own, values } of records.toSorted(byTime))
    sampler.add(columns.map((column) => textOfFileValue(values[own.indexOf(column)])))
  return sampler.finish()
}

/** Bytes as hexadecimal digits; no value as an empty text. */
export function textOfFileValue(value: FileValue | undefined): string {
  if (value === null || value === undefined) return ''
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

/**
 * The time of a row is that of its first column. Rows with equal times are not left in the order of keys.
 */
function byTime(a: FileRecord, b: FileRecord): number {
  const [first, second] = [writtenAt(a), writtenAt(b)]
  if (first !== second) return first < second ? -1 : 1
  return scattered(a) - scattered(b)
}

const scattered = ({ number }: FileRecord): number => Math.imul(number, 0x9e3779b1)

const writtenAt = ({ times = [] }: FileRecord): bigint =>
  times.reduce<bigint>(
    (first, time) => (time !== undefined && time < first ? time : first),
    BigInt(Number.MAX_SAFE_INTEGER),
  )
