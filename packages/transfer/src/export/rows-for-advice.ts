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
  const timed = records.map((record) => ({ record, writtenAt: writtenAt(record) }))
  for (const { record } of timed.toSorted(byTime)) {
    const { names: own, values } = record
    sampler.add(columns.map((column) => textOfFileValue(values[own.indexOf(column)])))
  }
  return sampler.finish()
}

/** Bytes as hexadecimal digits; no value as an empty text. */
export function textOfFileValue(value: FileValue | undefined): string {
  if (value === null || value === undefined) return ''
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

interface Timed {
  readonly record: FileRecord
  /** The time of a row is that of its first column. */
  readonly writtenAt: bigint
}

/** Rows with equal times are not left in the order of keys. */
function byTime(a: Timed, b: Timed): number {
  if (a.writtenAt !== b.writtenAt) return a.writtenAt < b.writtenAt ? -1 : 1
  return scattered(a.record) - scattered(b.record)
}

const scattered = ({ number }: FileRecord): number => Math.imul(number, 0x9e3779b1)

const writtenAt = ({ times = [] }: FileRecord): bigint =>
  times.reduce<bigint>(
    (first, time) => (time !== undefined && time < first ? time : first),
    BigInt(Number.MAX_SAFE_INTEGER),
  )
