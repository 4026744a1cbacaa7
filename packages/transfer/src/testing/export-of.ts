import { PassThrough } from 'node:stream'
import type { ExportOptions, ExportProgress, ExportResult } from '../export/export-options.js'
import { wholeTable } from '../export/key-range.js'
import { runExport } from '../export/run-export.js'
import { commonCsv } from '../formats/csv/csv-parser.js'
import { formatOf } from '../formats/format.js'
import { TEST_INSTANCE, type TestPlace } from './transfer-place.js'

/** Exports a table like the command without options. */
export function exportTable(
  place: TestPlace,
  tableName: string,
  outputPath: string,
  more: Partial<ExportOptions> = {},
  onProgress: (progress: ExportProgress) => void = () => undefined,
): Promise<ExportResult> {
  const options: ExportOptions = {
    client: place.client,
    source: { endpoint: place.endpoint, instance: TEST_INSTANCE },
    tableName,
    range: wholeTable,
    columns: [],
    filter: undefined,
    found: undefined,
    filterText: '',
    format: more.format ?? formatOf(outputPath),
    csv: commonCsv,
    hasVersions: false,
    outputPath,
    output: new PassThrough(),
    parallel: 4,
    isRestart: false,
    ...more,
  }
  let now = 0
  return runExport(options, { now: () => (now += 600), onProgress })
}
