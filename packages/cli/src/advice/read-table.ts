import { CallError } from '@rowhouse/client'
import { type Sample, createSampler, practicesLimits } from '@rowhouse/practices'
import { type FileRecord, TransferError, sampleTable } from '@rowhouse/transfer'
import { type ConnectionOptions, connect } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'
import { textOf } from './read-sample.js'

/** Rows of a table in the order in which they were written, by the times of their columns. */
export async function readTable(
  name: string,
  connection: ConnectionOptions,
  only: readonly string[] | undefined,
  rowsMax: number = practicesLimits.ADVICE_ROWS_MAX,
): Promise<Sample> {
  const client = connect(connection)
  try {
    const { keyNames, records } = await sampleTable(client, name, rowsMax)
    const names = [...new Set([...keyNames, ...records.flatMap((record) => record.names)])]
    const missing = only?.find((column) => !names.includes(column))
    if (missing !== undefined) throw new UseError(`the table has no column ${missing}`)
    const columns = only ?? names.slice(0, practicesLimits.ADVICE_COLUMNS_MAX)
    const sampler = createSampler(columns, rowsMax)
    for (const { names: own, values } of records.toSorted(byTime))
      sampler.add(columns.map((column) => textOf(values[own.indexOf(column)])))
    return sampler.finish()
  } catch (error) {
    if (error instanceof CallError) throw new TransferError(`${error.code}: ${error.message}`)
    throw error
  } finally {
    await client.close()
  }
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
