import { counted } from '@rowhouse/platform'
import { type Sample, type Sampler, createSampler } from '@rowhouse/practices'
import {
  type FileOptions,
  TransferError,
  isBad,
  openRecords,
  textOfFileValue,
} from '@rowhouse/transfer'
import { UseError } from '../connection/use-error.js'

/** A sample of a file's rows, and the number of lines that are not rows. */
export interface FileSample {
  readonly sample: Sample
  readonly unreadable: number
}

/** Reads a whole file and keeps a sample spread over it. */
export async function readSample(
  path: string,
  reading: FileOptions,
  columns: readonly string[] | undefined,
  rowsMax: number | undefined,
): Promise<FileSample> {
  const { records } = openRecords(path, { ...reading, keyNames: [], input: process.stdin })
  let sampler: Sampler | undefined
  let unreadable = 0
  let firstProblem = ''
  for await (const several of records) {
    for (const record of several) {
      if (isBad(record)) {
        if (unreadable === 0) firstProblem = record.problem
        unreadable += 1
        continue
      }
      sampler ??= createSampler(chosen(record.names, columns), rowsMax)
      const { names, values } = record
      sampler.add(sampler.columns.map((name) => textOfFileValue(values[names.indexOf(name)])))
    }
  }
  if (sampler === undefined) {
    const why =
      unreadable === 0 ? '' : `: ${counted(unreadable, 'line')} cannot be read, ${firstProblem}`
    throw new TransferError(`${path} has no rows${why}`)
  }
  return { sample: sampler.finish(), unreadable }
}

function chosen(
  names: readonly string[],
  wanted: readonly string[] | undefined,
): readonly string[] {
  const missing = wanted?.find((name) => !names.includes(name))
  if (missing !== undefined) throw new UseError(`the file has no column ${missing}`)
  return wanted ?? names
}
