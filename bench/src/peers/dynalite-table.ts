import { RequestingConnection } from '../load/connection.js'
import { seededRandom, textSource } from '../rows/random.js'
import { KEY_NAME, type RowShape, TABLE_NAME } from '../rows/row-shape.js'
import {
  batchWrite,
  DYNALITE_BATCH_ROWS,
  signedDynaliteRequest,
} from '../workloads/dynalite-requests.js'
import type { ChildServer } from './child-server.js'

/** Creates the table of the same shape in dynalite and fills it. */
export async function loadDynalite(
  { endpoint }: ChildServer,
  rows: number,
  shape: RowShape,
): Promise<void> {
  const host = `${endpoint.host}:${endpoint.port}`
  const random = seededRandom(11)
  const target = { host, rows, shape, random, text: textSource(random) }
  const connection = new RequestingConnection(endpoint)
  const call = async (operation: string, body: object): Promise<void> => {
    const reply = await connection.request(signedDynaliteRequest(host, operation, body))
    if (reply.status !== 200) throw new Error(`dynalite ${operation}: ${reply.body.toString()}`)
  }
  await call('CreateTable', {
    TableName: TABLE_NAME,
    AttributeDefinitions: [{ AttributeName: KEY_NAME, AttributeType: 'S' }],
    KeySchema: [{ AttributeName: KEY_NAME, KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await call('DescribeTable', { TableName: TABLE_NAME })
  for (let from = 0; from < rows; from += DYNALITE_BATCH_ROWS) {
    const length = Math.min(DYNALITE_BATCH_ROWS, rows - from)
    const counters = Array.from({ length }, (_, index) => from + index)
    await call('BatchWriteItem', batchWrite(counters, target))
  }
  connection.close()
}
