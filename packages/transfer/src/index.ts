export type { CopyOptions, CopyResult, CopySide } from './copy/copy-options.js'
export { runCopy } from './copy/run-copy.js'
export { type CopyVerdict, type Difference, verifyCopy } from './copy/verify-copy.js'
export { TransferError, TransferFailure } from './errors.js'
export { type CsvDialect, commonCsv } from './formats/csv/csv-parser.js'
export { writeCsvRow } from './formats/csv/write-csv-row.js'
export { writeNdjsonRow } from './formats/json/write-ndjson-row.js'
export {
  type ColumnRows,
  type ParquetColumn,
  parquetPieces,
} from './formats/parquet/write-parquet.js'
export { type TableRow, newestCells, tableRowOf } from './formats/table-row.js'
export { type FileOptions, type FormatName, formatNames, formatOf } from './formats/format.js'
export { type ReadingOptions, openRecords } from './formats/read-records.js'
export type { RecordSource } from './formats/record.js'
export { type FileRecord, type FileValue, isBad } from './formats/record.js'
export type {
  ExportOptions,
  ExportProgress,
  ExportResult,
  ExportSurroundings,
} from './export/export-options.js'
export { columnTypeOf } from './export/export-state.js'
export { type KeyRange, wholeTable } from './export/key-range.js'
export { parseKey } from './export/parse-key.js'
export { runExport } from './export/run-export.js'
export { sampleRows, textOfFileValue } from './export/rows-for-advice.js'
export { sampleTable } from './export/sample-table.js'
export type {
  ImportOptions,
  ImportProgress,
  ImportResult,
  ImportSurroundings,
} from './import/import-options.js'
export type { ImportPlan } from './import/import-plan.js'
export type { InferredColumn } from './import/infer-types.js'
export type { WantedOrder } from './import/order-choice.js'
export { type MadeKey, parseHashPrefix, parseSplice } from './import/made-key.js'
export { type Mapping, parseMapping } from './import/parse-mapping.js'
export { type PreparedImport, prepareImport } from './import/prepare-import.js'
export { runImport } from './import/run-import.js'
export { journalPath } from './journal/journal-path.js'
export { transferLimits } from './limits.js'
export type { ColumnProfile, FrequentValue } from './profile/column-profile.js'
export { type FileProfile, profileFile } from './profile/profile-file.js'
export { type FoundFile, findFiles } from './sources/find-files.js'
export { STANDARD_INPUT } from './sources/open-bytes.js'
