import { columnBytes } from '@rowhouse/engine'
import {
  type BatchGetRowReply,
  type BatchGetRowRequest,
  type BatchWriteRowRequest,
  CellOperation,
  type GetRangeReply,
  type GetRangeRequest,
  type GetRowReply,
  type GetRowRequest,
  type PlainBufferCell,
  type PutRowRequest,
  type ReadSelection,
  RowReader,
  type SearchReply,
  type SearchRequest,
  type UpdateRowRequest,
  decodeRow,
} from '@rowhouse/protocol'
import { serverLimits } from '../limits.js'

/**
 * The columns of one row that a call has touched. Bytes are those of names and values, as for capacity
 * units.
 */
export interface TouchedRow {
  readonly table: string
  readonly kind: 'read' | 'page' | 'put' | 'update'
  /** Set if all columns were requested, not some by name. */
  readonly isWhole: boolean
  readonly keyBytes: number
  readonly columns: readonly { readonly name: string; readonly bytes: number }[]
  /**
   * The number of rows of the call that this one stands for: only some rows of long batches and pages are
   * sampled.
   */
  readonly weight: number
}

export function touchedByPut({ tableName, row }: PutRowRequest): TouchedRow[] {
  return [writtenRow(tableName, 'put', row, 1)]
}

export function touchedByUpdate({ tableName, rowChange }: UpdateRowRequest): TouchedRow[] {
  return [writtenRow(tableName, 'update', rowChange, 1)]
}

/** Rows that failed individually count as well. */
export function touchedByBatchWrite({ tables }: BatchWriteRowRequest): TouchedRow[] {
  const rows = tables.flatMap(({ tableName, rows: changes }) =>
    changes.map(({ type, rowChange }) => ({ tableName, type, rowChange })),
  )
  const { some, weight } = sampleOf(rows)
  return some.flatMap(({ tableName, type, rowChange }) => {
    const kind = type === 'PUT' ? 'put' : type === 'UPDATE' ? 'update' : undefined
    return kind === undefined ? [] : [writtenRow(tableName, kind, rowChange, weight)]
  })
}

export function touchedByGet(request: GetRowRequest, { row }: GetRowReply): TouchedRow[] {
  return readRows(row, { table: request.tableName, kind: 'read', isWhole: isWhole(request) }, 1)
}

export function touchedByBatchGet(
  { tables: asked }: BatchGetRowRequest,
  { tables }: BatchGetRowReply,
): TouchedRow[] {
  const found = tables.flatMap(({ tableName: table, rows }, at) => {
    const selection = asked[at]
    const shape = {
      table,
      kind: 'read',
      isWhole: selection === undefined || isWhole(selection),
    } as const
    return rows.flatMap((row) => (row.isOk ? [{ shape, row: row.row }] : []))
  })
  const { some, weight } = sampleOf(found)
  return some.flatMap(({ shape, row }) => readRows(row, shape, weight))
}

/** Column-oriented blocks are for bulk readers and do not count. */
export function touchedByRange(request: GetRangeRequest, reply: GetRangeReply): TouchedRow[] {
  if (reply.dataBlockType !== 'DBT_PLAIN_BUFFER') return []
  const shape = { table: request.tableName, kind: 'page', isWhole: isWhole(request) } as const
  return readRows(reply.rows, shape, 1)
}

/** A search that the index answers alone does not read the table. */
export function touchedBySearch(request: SearchRequest, { rows }: SearchReply): TouchedRow[] {
  const { returnType } = request.columnsToGet
  if (returnType !== 'ALL' && returnType !== 'SPECIFIED') return []
  const { some, weight } = sampleOf(rows)
  const isOfAll = returnType === 'ALL'
  const shape = { table: request.tableName, kind: 'read', isWhole: isOfAll } as const
  return some.flatMap((row) => readRows(row, shape, weight))
}

const isWhole = ({ columnsToGet, startColumn, endColumn }: ReadSelection): boolean =>
  columnsToGet.length === 0 && startColumn === undefined && endColumn === undefined

function sampleOf<Item>(items: readonly Item[]): { some: readonly Item[]; weight: number } {
  const step = Math.ceil(items.length / serverLimits.HEAT_ROWS_PER_CALL)
  if (step <= 1) return { some: items, weight: 1 }
  const some = items.filter((_, at) => at % step === 0)
  return { some, weight: items.length / some.length }
}

function writtenRow(
  table: string,
  kind: 'put' | 'update',
  bytes: Buffer,
  weight: number,
): TouchedRow {
  const { primaryKey, cells } = decodeRow(bytes)
  const keyBytes = primaryKey.reduce((sum, cell) => sum + cellBytes(cell), 0)
  const columns = cells.map((cell) => ({ name: cell.name, bytes: cellBytes(cell) }))
  return { table, kind, isWhole: false, keyBytes, columns: merged(columns), weight }
}

const cellBytes = ({ name, value, operation }: PlainBufferCell): number =>
  value === undefined || operation === CellOperation.DELETE_ALL_VERSION
    ? Buffer.byteLength(name)
    : columnBytes(name, value)

type Shape = Pick<TouchedRow, 'table' | 'kind' | 'isWhole'>

/** Reads the first rows of a reply, which stand for all of them. */
function readRows(bytes: Buffer, shape: Shape, weight: number): TouchedRow[] {
  const reader = new RowReader()
  const rows: Omit<TouchedRow, 'weight'>[] = []
  reader.begin(bytes)
  while (rows.length < serverLimits.HEAT_ROWS_PER_CALL && reader.nextRow()) {
    const columns: { name: string; bytes: number }[] = []
    let keyBytes = 0
    while (reader.nextCell()) {
      const size = Buffer.byteLength(reader.name) + reader.valueBytes
      if (reader.isKey) keyBytes += size
      else columns.push({ name: reader.name, bytes: size })
    }
    rows.push({ ...shape, keyBytes, columns: merged(columns) })
  }
  const share = reader.nextRow() ? bytes.length / reader.bytesRead : 1
  return rows.map((row) => ({ ...row, weight: weight * share }))
}

/** Merges the versions of a column, which are adjacent, into one touch. */
function merged(cells: readonly { readonly name: string; readonly bytes: number }[]) {
  const columns: { name: string; bytes: number }[] = []
  for (const { name, bytes } of cells) {
    const last = columns.at(-1)
    if (last?.name === name) last.bytes += bytes
    else columns.push({ name, bytes })
  }
  return columns
}
