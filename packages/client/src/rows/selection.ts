import { type ReadSelection, type TimeRange, encodeFilter } from '@rowhouse/protocol'
import { UsageError } from '../errors.js'
import type { ColumnName, KeyName, TableSchema } from '../schema/define-table.js'
import type { RowFilter } from './conditions.js'

/** The columns and versions to read of each row. Times are milliseconds since the epoch. */
export interface Selection<S extends TableSchema> {
  /** All columns by default. */
  readonly columns?: readonly (ColumnName<S> | KeyName<S>)[]
  readonly filter?: RowFilter<S>
  /** 1 by default. */
  readonly maxVersions?: number
  /** Versions from `from` (inclusive) to `to` (exclusive), or of one moment. */
  readonly time?: { readonly from?: bigint; readonly to?: bigint } | { readonly at: bigint }
}

export function selectionOf<S extends TableSchema>(selection: Selection<S>): ReadSelection {
  const { columns = [], filter, maxVersions, time } = selection
  const timeRange = time && timeRangeOf(time)
  return {
    columnsToGet: columns,
    timeRange,
    maxVersions: maxVersions ?? (timeRange === undefined ? 1 : undefined),
    filter: filter && encodeFilter(filter),
    startColumn: undefined,
    endColumn: undefined,
  }
}

const FIRST = 0n
const LAST = 9_223_372_036_854_775n

function timeRangeOf(time: NonNullable<Selection<TableSchema>['time']>): TimeRange {
  if ('at' in time) return { startTime: undefined, endTime: undefined, specificTime: time.at }
  const { from = FIRST, to = LAST } = time
  if (from >= to) throw new UsageError('a time range must begin before it ends')
  return { startTime: from, endTime: to, specificTime: undefined }
}
