import { batchWriteRow, type RowInBatchWriteRowRequest } from '@rowhouse/protocol'
import { seededRandom } from '../../rows/random.js'
import type { Order, OrderMaker } from '../documents/order.js'
import { encodeOrderRow } from '../documents/order-row.js'

/** A plan of writes: new orders from a first number on, mixed with later revisions of older ones. */
export interface WritePlan {
  readonly tableName: string
  readonly from: number
  /** How many writes there are, updates among them. */
  readonly writes: number
  /** The share of the writes that update an earlier order. */
  readonly updateShare: number
}

/** The number of different orders after a plan. */
export function ordersAfter(plan: WritePlan): number {
  let orders = 0
  for (const write of writesOf(plan)) if (write.revision === 0) orders += 1
  return orders
}

/** The writes of a plan, always the same ones, so that a check knows them all. */
export function* writesOf(plan: WritePlan): Generator<{ number: number; revision: number }> {
  const random = seededRandom(plan.from + 17)
  let next = plan.from
  for (let write = 0; write < plan.writes; write += 1) {
    const isUpdate = next > 0 && random() < plan.updateShare
    if (isUpdate) yield { number: Math.floor(random() * next), revision: write + 1 }
    else {
      yield { number: next, revision: 0 }
      next += 1
    }
  }
}

/** Bodies of BatchWriteRow of one size; the last may be smaller. */
export function* writeBodies(
  plan: WritePlan,
  rowsPerBatch: number,
  makeOrder: OrderMaker,
): Generator<{ body: Buffer; rows: number }> {
  let rows: RowInBatchWriteRowRequest[] = []
  for (const { number, revision } of writesOf(plan)) {
    rows.push(put(encodeOrderRow(makeOrder(number, revision))))
    if (rows.length < rowsPerBatch) continue
    yield { body: encodeBody(plan.tableName, rows), rows: rows.length }
    rows = []
  }
  if (rows.length > 0) yield { body: encodeBody(plan.tableName, rows), rows: rows.length }
}

export function ordersBody(tableName: string, orders: readonly Order[]): Buffer {
  return encodeBody(
    tableName,
    orders.map((order) => put(encodeOrderRow(order))),
  )
}

function encodeBody(tableName: string, rows: readonly RowInBatchWriteRowRequest[]): Buffer {
  return batchWriteRow.encodeRequest({
    tables: [{ tableName, rows }],
    transactionId: undefined,
    isAtomic: false,
  })
}

function put(rowChange: Buffer): RowInBatchWriteRowRequest {
  return {
    type: 'PUT',
    rowChange,
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
  }
}
