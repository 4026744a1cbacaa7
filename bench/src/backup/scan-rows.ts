import { wholeRows } from '@rowhouse/engine/testing'
import {
  type PlainBufferRow,
  type Variant,
  decodeRows,
  encodeRow,
  getRange,
  infMax,
  infMin,
  plainCell,
} from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { KEY_NAME, TABLE_NAME } from '../rows/row-shape.js'
import { requestSigner } from '../workloads/signed-request.js'

const PAGE_ROWS = 5000

/** All rows of the benchmark table, in the order of their keys. */
export async function* scanRows(endpoint: Endpoint): AsyncGenerator<PlainBufferRow> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  try {
    let start: Buffer | undefined = bound(infMin())
    while (start !== undefined) {
      const body = getRange.encodeRequest(pageFrom(start))
      const reply = await connection.request(sign('GetRange', body))
      if (reply.status !== 200) {
        throw new Error(`GetRange answered ${reply.status}: ${reply.body.toString('latin1')}`)
      }
      const page = getRange.decodeReply(reply.body)
      yield* decodeRows(page.rows)
      start = page.nextStartPrimaryKey
    }
  } finally {
    connection.close()
  }
}

const pageFrom = (start: Buffer): Parameters<typeof getRange.encodeRequest>[0] => ({
  ...wholeRows,
  tableName: TABLE_NAME,
  direction: 'FORWARD',
  limit: PAGE_ROWS,
  inclusiveStartPrimaryKey: start,
  exclusiveEndPrimaryKey: bound(infMax()),
  token: undefined,
  transactionId: undefined,
  dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
  returnEntirePrimaryKeys: true,
})

const bound = (value: Variant): Buffer =>
  encodeRow({
    primaryKey: [plainCell(KEY_NAME, value)],
    cells: [],
    deleteMarker: false,
  })
