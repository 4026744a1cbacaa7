import { BatchWriteBody, batchWriteRow, encodeName } from '@rowhouse/protocol'
import { columnName, KEY_NAME, type RowShape, TABLE_NAME } from '../rows/row-shape.js'
import { userRows } from '../rows/user-rows.js'
import { requestSigner } from './signed-request.js'
import { BATCH_ROWS } from './workload.js'

const BODY_MEMORY_BYTES = 256 * 1024
const PUT_ALWAYS = { rowExistence: 'IGNORE', columnCondition: undefined } as const

/**
 * Makes whole signed BatchWriteRow requests of rows that are encoded for each request: what a client has to
 * do at least, and nothing else.
 */
export function encodedBatches(host: string, count: number, shape: RowShape): () => Buffer {
  const sign = requestSigner(host)
  const rows = userRows(count, shape)
  const key = encodeName(KEY_NAME)
  const [c0, c1, c2, c3, c4] = [0, 1, 2, 3, 4].map((column) => encodeName(columnName(column)))
  if (!c0 || !c1 || !c2 || !c3 || !c4) throw new RangeError('A row has five columns')
  const body = new BatchWriteBody(BODY_MEMORY_BYTES)
  let next = 0
  return () => {
    body.begin(TABLE_NAME)
    for (let i = 0; i < BATCH_ROWS; i++) {
      const row = rows[next++ % rows.length]
      if (row === undefined) throw new RangeError('There are no rows')
      const writer = body.beginRow()
      writer.primaryKeyCell(key, row.id)
      writer.cell(c0, row.c0)
      writer.cell(c1, row.c1)
      writer.cell(c2, row.c2)
      writer.cell(c3, row.c3)
      writer.cell(c4, row.c4)
      body.endRow('PUT', PUT_ALWAYS, undefined)
    }
    return sign(batchWriteRow.name, body.finish(undefined, false))
  }
}
