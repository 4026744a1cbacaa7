import type { ColumnType } from '@rowhouse/client'

/**
 * What becomes of a column of the file: a type of the table, `time` (a text that becomes milliseconds
 * since the epoch), or `written`: each value has the type that the file gives it.
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
  /** Its name in the table; undefined leaves the column out. */
  readonly target: string | undefined
  readonly type: PlannedType
  /** Of `time`; undefined takes ISO 8601. */
  readonly timeFormat?: string
}
