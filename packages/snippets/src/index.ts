export { type Language, languages, snippetOf } from './snippet-of.js'
export type {
  ColumnCell,
  ColumnComparison,
  ColumnFilter,
  ColumnType,
  Comparison,
  IndexScan,
  Key,
  KeyCell,
  KeyColumn,
  KeyMark,
  KeyType,
  NewTable,
  Operation,
  PlainSearch,
  Procedure,
  RangeDeletion,
  Request,
  RequestOf,
  RowCondition,
  Selected,
  TableChange,
  Value,
} from './request.js'
export { isMark } from './request.js'
export type { Target } from './target.js'
