import { type Client, isRefusal } from '@rowhouse/client'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { TransferError } from '../errors.js'
import { openRecords } from '../formats/read-records.js'
import { type FileRecord, type ReadRecord, isBad } from '../formats/record.js'
import { transferLimits } from '../limits.js'
import { peek } from '../sources/peek.js'
import { checkRejects } from './check-rejects.js'
import type { ImportOptions } from './import-options.js'
import { type ImportPlan, planImport } from './import-plan.js'
import { type InferredColumn, inferTypes } from './infer-types.js'
import { timeParser } from './time-format.js'

/** An open file, with the records that were sampled. */
export interface OpenedFile {
  readonly records: AsyncGenerator<readonly ReadRecord[], void, undefined>
  readonly bytesRead: () => number
}

export interface PreparedImport {
  readonly plan: ImportPlan
  readonly inferred: readonly InferredColumn[]
  readonly first: OpenedFile
}

/** The zone is checked also when no column is mapped to a time. */
const noFormat = { timeFormat: undefined }

/**
 * Reads the table's description and a sample of the first file, and makes the plan. What is wrong with the
 * options alone is told before anything is read.
 */
export async function prepareImport(options: ImportOptions): Promise<PreparedImport> {
  const { client, files, tableName, counter, madeKeys, mappings } = options
  await checkRejects(options)
  for (const { timeFormat } of [noFormat, ...mappings]) timeParser(timeFormat, options.zone)
  const [file] = files
  if (file === undefined) throw new TransferError('no file is named')
  const table = await describeTable(client, tableName)
  const keyNames =
    options.keyNames.length > 0
      ? options.keyNames
      : (table?.tableMeta.primaryKey.map(({ name }) => name) ?? [])
  const { records, bytesRead } = openRecords(file.path, {
    ...options.reading,
    keyNames,
    input: options.input,
  })
  const { first, whole } = await peek(records, transferLimits.SAMPLE_RECORDS)
  const good = first.filter((record): record is FileRecord => !isBad(record))
  const inferred = inferTypes(good, options.reading.format === 'csv')
  if (inferred.length === 0) {
    const [bad] = first
    const why = bad !== undefined && isBad(bad) ? `: ${bad.problem}` : ''
    throw new TransferError(`${file.path} has no records that can be read${why}`)
  }
  const isAsWritten = options.isAsWritten || options.reading.format === 'ts'
  const named = { tableName, table, keyNames, mappings, counter, madeKeys }
  const parts = { ...named, inferred, isAsWritten }
  return { plan: planImport(parts), inferred, first: { records: whole, bytesRead } }
}

/** Undefined if the table does not exist. */
export async function describeTable(
  client: Client,
  tableName: string,
): Promise<DescribeTableReply | undefined> {
  try {
    return await client.describeTable(tableName)
  } catch (error) {
    if (isRefusal(error, 'OTSObjectNotExist')) return undefined
    throw error
  }
}
