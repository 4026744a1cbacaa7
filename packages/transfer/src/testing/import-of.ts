import { Readable } from 'node:stream'
import { commonCsv } from '../formats/csv/csv-parser.js'
import { formatOf } from '../formats/format.js'
import type { ImportOptions, ImportProgress, ImportResult } from '../import/import-options.js'
import { prepareImport } from '../import/prepare-import.js'
import { runImport } from '../import/run-import.js'
import { findFiles } from '../sources/find-files.js'
import { TEST_INSTANCE, type TestPlace } from './transfer-place.js'

/** Imports files like the command without options. */
export async function importFiles(
  place: TestPlace,
  tableName: string,
  paths: readonly string[],
  more: Partial<ImportOptions> = {},
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<ImportResult> {
  const [first = ''] = paths
  const format = formatOf(first)
  const options: ImportOptions = {
    client: place.client,
    target: { endpoint: place.endpoint, instance: TEST_INSTANCE },
    files: await findFiles(paths),
    reading: { format, encoding: 'utf-8', csv: commonCsv, header: true },
    input: Readable.from([]),
    tableName,
    keyNames: [],
    mappings: [],
    counter: undefined,
    madeKeys: [],
    isAsWritten: false,
    zone: 'Z',
    keepsTimes: true,
    order: 'auto',
    concurrency: undefined,
    maxVersions: 1,
    rejectsPath: place.path(`${tableName}.rejects.ndjson`),
    journalPath: place.path(`${tableName}.journal`),
    isRestart: false,
    isDryRun: false,
    ...more,
  }
  const prepared = await prepareImport(options)
  let now = 0
  return runImport(options, prepared, { now: () => (now += 600), random: () => 0.5, onProgress })
}
