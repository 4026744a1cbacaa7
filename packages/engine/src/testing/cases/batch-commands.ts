import type { RowInBatchWriteRowReply, RowInBatchWriteRowRequest } from '@rowhouse/protocol'
import { batchWriteRow } from '../../rows/batch-write-row.js'
import { type Command, INSTANCE, shown, transactionOf, units } from './case-command.js'
import { conditionOf, returnContentOf, rowOf } from './requests.js'

const queue =
  (type: 'PUT' | 'UPDATE' | 'DELETE'): Command =>
  async ({ queued }, line) => {
    const row: RowInBatchWriteRowRequest = {
      type,
      rowChange: rowOf(line.key, line.cells, type === 'DELETE'),
      condition: conditionOf(line),
      returnContent: returnContentOf(line),
    }
    const last = queued.at(-1)
    if (last?.tableName === line.table) queued.splice(-1, 1, { ...last, rows: [...last.rows, row] })
    else queued.push({ tableName: line.table, rows: [row] })
    return 'queued'
  }

export const queuePut = queue('PUT')
export const queueUpdate = queue('UPDATE')
export const queueDelete = queue('DELETE')

/** `batch | | atomic` sends the rows that earlier lines have queued, one per line. */
export const sendBatch: Command = async (context, line) => {
  const { engine, queued } = context
  const tables = queued.splice(0)
  const reply = await batchWriteRow(engine, INSTANCE, {
    tables,
    transactionId: transactionOf(context, line),
    isAtomic: line.options.has('atomic'),
  })
  return reply.tables.flatMap(({ rows }) => rows.map(rowText)).join('\n')
}

const rowText = (row: RowInBatchWriteRowReply): string => {
  if (!row.isOk) return `${row.error.code}: ${row.error.message} ${units(row.consumed)}`
  return row.row === undefined ? units(row.consumed) : `${shown(row.row)} ${units(row.consumed)}`
}
