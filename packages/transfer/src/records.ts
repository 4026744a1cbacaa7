/** What reads the records of text files, without anything of Node.js: the console does it in the browser. */
export { TransferError } from './errors.js'
export { type CsvDialect, commonCsv } from './formats/csv/csv-parser.js'
export { readCsv } from './formats/csv/read-csv.js'
export { readNdjson } from './formats/json/read-ndjson.js'
export {
  type FileRecord,
  type FileValue,
  type ReadRecord,
  type RecordSource,
  isBad,
} from './formats/record.js'
export type { PlannedType } from './import/column-plan.js'
export { type Convert, converterOf } from './import/convert-value.js'
export { type InferredColumn, inferTypes } from './import/infer-types.js'
export { type MadeKey, type MakeKey, keyMaker, sourcesOf } from './import/made-key.js'
export { isOfAllRows, mayBeOfOneRow } from './import/refusal-codes.js'
export { timeParser } from './import/time-format.js'
