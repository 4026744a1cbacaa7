import type { Answered } from '@rowhouse/console-gate/shapes'
import type { ColumnFilter, Key, RequestOf } from '@rowhouse/snippets'
import type { GateClient } from '../gate/gate-client.js'
import type { KeyRange } from './key-question.js'

const PAGE_ROWS = 200
/** Bytes of a value that the grid shows; the panel asks for the rest. */
const GRID_CUT = 512

/** Which rows are asked for. */
export interface RowsQuery {
  readonly range: KeyRange
  readonly filter: ColumnFilter | undefined
}

export const rangeRequest = (
  table: string,
  { range, filter }: RowsQuery,
  start: Key,
  limit: number | undefined,
): RequestOf<'GetRange'> => ({
  operation: 'GetRange',
  table,
  start,
  end: range.end,
  isBackward: range.isBackward,
  limit,
  columns: [],
  maxVersions: 1,
  time: undefined,
  filter,
})

/** The page of a grid that begins at a key. */
export const rowsPageRequest = (
  table: string,
  query: RowsQuery,
  start: Key,
): RequestOf<'GetRange'> => rangeRequest(table, query, start, PAGE_ROWS)

export const askRowsPage = (
  gate: GateClient,
  instance: string,
  request: RequestOf<'GetRange'>,
  signal?: AbortSignal,
): Promise<Answered<'GetRange'>> =>
  gate.ask(instance, request, { cut: GRID_CUT, ...(signal && { signal }) })
