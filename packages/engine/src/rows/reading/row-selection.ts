import {
  type Filter,
  type PaginationFilter,
  type ReadSelection,
  type TimeRange,
  checkColumnName,
  decodeFilter,
  errors,
  limits,
} from '@rowhouse/protocol'
import { type RowPredicate, compileFilter } from '../../conditions/compile-filter.js'
import type { TableDescription } from '../../tables/table-description.js'
import type { ReadScope } from '../../stored-rows/chunked-row.js'

/** What a read selects of each row, checked and compiled once per request. */
export interface Selection {
  /** Undefined selects all columns. Key columns may be among them. */
  readonly columns: ReadonlySet<string> | undefined
  /** Inclusive and exclusive bounds on column names, in byte order. */
  readonly startColumn: string | undefined
  readonly endColumn: string | undefined
  /** Milliseconds, start inclusive, end exclusive. */
  readonly startTime: bigint
  readonly endTime: bigint
  readonly hasTimeRange: boolean
  readonly maxVersions: number
  readonly passes: RowPredicate | undefined
  readonly page: PaginationFilter | undefined
}

/**
 * BatchGetRow has its own text for a missing version condition, as the Java SDK's filter tests observe.
 */
export const parseSelection = (
  request: ReadSelection,
  missingVersionText = 'No version condition is specified.',
): Selection => {
  checkColumnsToGet(request.columnsToGet)
  if (request.startColumn !== undefined) checkColumnName(request.startColumn)
  if (request.endColumn !== undefined) checkColumnName(request.endColumn)
  // The filter is checked first: too many nodes are reported before a missing version condition.
  const filter =
    request.filter === undefined
      ? undefined
      : decodeFilter(request.filter, { allowPagination: true })
  const times = checkVersions(request.timeRange, request.maxVersions, missingVersionText)
  const columns = request.columnsToGet.length === 0 ? undefined : new Set(request.columnsToGet)
  return {
    columns,
    startColumn: request.startColumn,
    endColumn: request.endColumn,
    ...times,
    maxVersions: request.maxVersions ?? limits.MAX_VERSIONS_MAX,
    passes: filter === undefined ? undefined : compileFilter(filter),
    page: filter === undefined ? undefined : paginationOf(filter),
  }
}

const checkColumnsToGet = (columns: readonly string[]): void => {
  if (columns.length > limits.COLUMNS_TO_GET_MAX)
    throw errors.parameterInvalid(
      'The number of columns from the request exceeds the limit, limit count: ' +
        `${limits.COLUMNS_TO_GET_MAX}, column count: ${columns.length}.`,
    )
  for (const column of columns) checkColumnName(column)
}

/** A pagination node may stand alone or under an AND; the first one counts. */
const paginationOf = (filter: Filter): PaginationFilter | undefined => {
  if (filter.kind === 'pagination') return filter
  if (filter.kind === 'single') return undefined
  return filter.children.map(paginationOf).find((page) => page !== undefined)
}

interface Times {
  readonly startTime: bigint
  readonly endTime: bigint
  readonly hasTimeRange: boolean
}

const ALL_TIMES: Times = { startTime: 0n, endTime: limits.TIMESTAMP_END, hasTimeRange: false }

/** The texts are those of the error-code page, with its misspelt "tiemstamp". */
const checkVersions = (
  range: TimeRange | undefined,
  maxVersions: number | undefined,
  missingText: string,
): Times => {
  if (maxVersions !== undefined && maxVersions <= 0)
    throw errors.parameterInvalid(
      `Invalid max versions: ${maxVersions} . Reason: Max versions must be positive.`,
    )
  const { startTime, endTime, specificTime } = range ?? {}
  const hasRange = startTime !== undefined || endTime !== undefined
  if (specificTime !== undefined) return checkSpecificTime(specificTime, hasRange, maxVersions)
  if (!hasRange) {
    if (maxVersions === undefined) throw errors.parameterInvalid(missingText)
    return ALL_TIMES
  }
  if (startTime === undefined || endTime === undefined)
    throw errors.parameterInvalid('Start and end time must be given at the same time.')
  if (startTime < 0n || startTime >= endTime)
    throw errors.parameterInvalid(
      `Invalid time range: start time ${startTime} must be at least 0 and less than end time ${endTime}.`,
    )
  return { startTime, endTime, hasTimeRange: true }
}

const checkSpecificTime = (
  specificTime: bigint,
  hasRange: boolean,
  maxVersions: number | undefined,
): Times => {
  if (hasRange && maxVersions !== undefined)
    throw errors.parameterInvalid(
      'Specific tiemstamp, time range and max versions cannot be given at the same time.',
    )
  if (hasRange)
    throw errors.parameterInvalid(
      'Specific tiemstamp and time range cannot be given at the same time.',
    )
  if (maxVersions !== undefined)
    throw errors.parameterInvalid(
      'Specific tiemstamp and max versions cannot be given at the same time.',
    )
  if (specificTime < 0n) throw errors.parameterInvalid('Specific timestamp cannot be less than 0.')
  return { startTime: specificTime, endTime: specificTime + 1n, hasTimeRange: true }
}

/** Whether the selection names a key column, so that rows are returned even without attributes. */
export const selectsKey = (selection: Selection, { primaryKey }: TableDescription): boolean =>
  selection.columns !== undefined &&
  primaryKey.some(({ name }) => selection.columns?.has(name) === true)

/** Which columns of a chunked row have to be read. */
export const scopeOfSelection = (
  { columns }: Selection,
  { options }: TableDescription,
): ReadScope => (columns === undefined || options.timeToLive >= 0 ? 'all' : columns)
