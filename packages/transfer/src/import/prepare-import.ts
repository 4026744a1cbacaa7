import { type Client, isRefusal } from '@rowhouse/client'
import { nounFor } from '@rowhouse/platform'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { TransferError } from '../errors.js'
import { openRecords } from '../formats/read-records.js'
import { type FileRecord, type ReadRecord, isBad } from '../formats/record.js'
import { transferLimits } from '../limits.js'
import { peek } from '../sources/peek.js'
import { checkRejects } from './check-rejects.js'
import type { ImportOptions } from './import-options.js'
import { type ImportPlan, planImport, planNothing } from './import-plan.js'
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
  /** The first file with records, and which of the files that is. */
  readonly first: OpenedFile
  readonly firstFile: number
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
  const table = await describeTable(client, tableName)
  const keyNames =
    options.keyNames.length > 0
      ? options.keyNames
      : (table?.tableMeta.primaryKey.map(({ name }) => name) ?? [])
  const sample = await sampleOf(options, keyNames)
  const { inferred, first, firstFile } = sample
  if (inferred.length === 0 && (table === undefined || sample.problem !== undefined)) {
    const why = sample.problem === undefined ? '' : `: ${sample.problem}`
    const names = files.map(({ path }) => path).join(', ')
    throw new TransferError(
      `${names} ${nounFor(files.length, 'has', 'have')} no records that can be read${why}`,
    )
  }
  const isAsWritten = options.isAsWritten || options.reading.format === 'ts'
  const named = { tableName, table, keyNames, mappings, counter, madeKeys }
  const parts = { ...named, inferred, isAsWritten }
  const plan = inferred.length === 0 ? planNothing(parts) : planImport(parts)
  return { plan, inferred, first, firstFile }
}

type Sampled = Omit<PreparedImport, 'plan'> & {
  /** What is wrong with the first record, of those that cannot be read. */
  readonly problem: string | undefined
}

/** Samples the first file that has a record, for one of many may well be empty. */
async function sampleOf(options: ImportOptions, keyNames: readonly string[]): Promise<Sampled> {
  const { files, reading, input } = options
  let problem: string | undefined
  for (const [firstFile, { path }] of files.entries()) {
    const { records, bytesRead } = openRecords(path, { ...reading, keyNames, input })
    const { first, whole } = await peek(records, transferLimits.SAMPLE_RECORDS)
    const good = first.filter((record): record is FileRecord => !isBad(record))
    problem ??= first.find(isBad)?.problem
    const opened = { records: whole, bytesRead }
    if (good.length === 0 && firstFile < files.length - 1) {
      await whole.return()
      continue
    }
    const inferred = inferTypes(good, reading.format === 'csv')
    return { inferred, first: opened, firstFile, problem }
  }
  throw new TransferError('no file is named')
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
