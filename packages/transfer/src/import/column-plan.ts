import type { ColumnType } from '@rowhouse/client'

/**
 * The target type of a file's column: a type of the table, `time` (a text that becomes milliseconds since
 * the epoch), or `written`, where each value keeps its type in the file.
 */
export type PlannedType = ColumnType | 'time' | 'written'

export const plannedTypes = [
  'string',
  'integer',
  'double',
  'boolean',
  'binary',
  'time',
  'written',
] as const

export interface ColumnPlan {
  /** Its name in the file. */
  readonly source: string
  /** Its name in the table; undefined to leave the column out. */
  readonly target: string | undefined
  readonly type: PlannedType
  /** The format for `time`; undefined for ISO 8601. */
  readonly timeFormat?: string
}
