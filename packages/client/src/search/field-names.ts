import type {
  DocSort,
  FieldSort,
  GeoDistanceSort,
  PrimaryKeySort,
  ScoreSort,
} from '@rowhouse/protocol'
import type { ColumnName, KeyName, TableSchema } from '../schema/define-table.js'

/**
 * Fields of a table's search index: columns, what nested columns have (`tags.score`), and the virtual fields
 * that the index makes of columns.
 */
export type FieldName<S extends TableSchema, Virtual extends string = never> =
  | KeyName<S>
  | ColumnName<S>
  | `${ColumnName<S>}.${string}`
  | Virtual

/** A sorter by a field of the index, or by what every index has. */
export type SorterOf<S extends TableSchema, Virtual extends string = never> =
  | ((FieldSort | GeoDistanceSort) & { readonly fieldName: FieldName<S, Virtual> })
  | ScoreSort
  | PrimaryKeySort
  | DocSort
