import { setTimeout as wait } from 'node:timers/promises'
import { type AnyTable, type TableSchema, backoffMs, mayRetry } from '@rowhouse/client'
import { SIDE_POINTER, TableWithSide } from '@rowhouse/practices'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { TransferError, TransferFailure } from '../errors.js'
import { type TableRow, newestCells } from '../formats/table-row.js'
import { transferLimits } from '../limits.js'
import type { CopyOptions, CopySide, SideColumns } from './copy-options.js'
import type { RowTarget } from './row-target.js'
import { ensureTable, schemaOf } from './target-table.js'

/** A table with a side table as one. Columns that nobody has defined have no types here. */
export const openWithSide = (
  { client, tableName }: CopySide,
  key: TableSchema['key'],
  side: SideColumns,
): TableWithSide<AnyTable> =>
  new TableWithSide<AnyTable>(client, {
    table: { name: tableName, key, columns: {} },
    sideColumns: side.columns,
    ...(side.tableName !== undefined && { sideName: side.tableName }),
  })

/** Two tables: what is large and seldom wanted goes to the second one. Missing ones are created. */
export async function sideTarget(
  options: CopyOptions,
  side: SideColumns,
  source: DescribeTableReply,
): Promise<RowTarget> {
  refuseFaults(options, source)
  const { key, columns } = schemaOf(options.target.tableName, source)
  const table = openWithSide(options.target, key, side)
  const { layout } = table.parts
  const isNew = await Promise.all(
    [layout.side, layout.main].map(({ name, key: ownKey }) => {
      const own = Object.entries(columns).filter(
        ([column]) => layout.isSide(column) === (name === layout.side.name),
      )
      return ensureTable(
        options.target.client,
        { name, key: ownKey, columns: Object.fromEntries(own) },
        {},
      )
    }),
  )
  return {
    isNew: isNew.includes(true),
    write: (rows) => writeAll(table, rows.map(columnsOf)),
  }
}

function refuseFaults({ source, target }: CopyOptions, { tableOptions }: DescribeTableReply): void {
  const isSame =
    source.endpoint === target.endpoint &&
    source.instance === target.instance &&
    source.tableName === target.tableName
  if (isSame) throw new TransferError('a side table needs a copy of another name: give --to-table')
  const { timeToLive = -1 } = tableOptions
  if (timeToLive !== -1)
    throw new TransferError(
      `the rows of ${source.tableName} expire, and those of two tables would not do so together`,
    )
}

type Columns = Parameters<TableWithSide<AnyTable>['put']>[0]

function columnsOf(row: TableRow): Columns {
  const cells = newestCells(row)
  if (cells.some(({ name }) => name === SIDE_POINTER))
    throw new TransferError(
      `a row has the column ${SIDE_POINTER}: its table has a side table already`,
    )
  const key = Object.fromEntries(row.keyNames.map((name, i) => [name, row.key[i]]))
  return { ...key, ...Object.fromEntries(cells.map(({ name, value }) => [name, value])) }
}

/** Rows that were not written because of the server's load or the network are written again after a while. */
async function writeAll(table: TableWithSide<AnyTable>, rows: readonly Columns[]): Promise<void> {
  let left = rows
  for (let failures = 1; ; failures++) {
    const results = await table.writeMany(left.map((put) => ({ put })))
    const failed = left.flatMap((row, at) => {
      const result = results[at]
      return result?.isOk === false ? [{ row, failure: failureOf(result.error) }] : []
    })
    const [first] = failed
    if (first === undefined) return
    const isLast = failures === transferLimits.SIDE_WRITE_TRIES
    const lasting = isLast ? first : failed.find(({ failure }) => !mayRepeat(failure))
    if (lasting !== undefined) throw lasting.failure.error
    await wait(backoffMs(failures, Math.random()))
    left = failed.map(({ row }) => row)
  }
}

interface WriteFailure {
  readonly code: string
  readonly message: string
  readonly error: Error
}

/** Of a call, or of one row of a batch. */
function failureOf(error: unknown): WriteFailure {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  const code = isCoded ? String(error.code) : ''
  const message = isCoded && 'message' in error ? String(error.message) : String(error)
  const own = error instanceof Error ? error : new TransferFailure(`${code}: ${message}`)
  return { code, message, error: own }
}

/** A put of the copy may be repeated like a read. */
const mayRepeat = ({ code, message }: WriteFailure): boolean =>
  mayRetry('GetRow', { code, message, wasNotSent: false })
