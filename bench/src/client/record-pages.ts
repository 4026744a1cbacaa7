import { encodeRow, getRange, infMax, infMin, plainCell, type Variant } from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { KEY_NAME, TABLE_NAME } from '../rows/row-shape.js'
import { requestSigner } from '../workloads/signed-request.js'

/** The default page size of the client. */
const PAGE_ROWS = 1000

/** The bodies of so many GetRange replies from the start of the table; the last one ends the range. */
export async function recordPages(endpoint: Endpoint, count: number): Promise<Uint8Array[]> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const pages: Uint8Array[] = []
  let next = keyRow(infMin())
  while (pages.length < count) {
    const reply = await connection.request(sign(getRange.name, pageFrom(next)))
    if (reply.status !== 200) throw new Error(`GetRange answered ${reply.status}`)
    const page = getRange.decodeReply(reply.body)
    const isLast = pages.length === count - 1 || page.nextStartPrimaryKey === undefined
    const last = { ...page, nextStartPrimaryKey: undefined }
    pages.push(isLast ? getRange.encodeReply(last) : reply.body)
    if (page.nextStartPrimaryKey === undefined) break
    next = page.nextStartPrimaryKey
  }
  connection.close()
  return pages
}

function pageFrom(inclusiveStartPrimaryKey: Buffer): Buffer {
  return getRange.encodeRequest({
    tableName: TABLE_NAME,
    direction: 'FORWARD',
    limit: PAGE_ROWS,
    inclusiveStartPrimaryKey,
    exclusiveEndPrimaryKey: keyRow(infMax()),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
}

function keyRow(value: Variant): Buffer {
  return encodeRow({ primaryKey: [plainCell(KEY_NAME, value)], cells: [], deleteMarker: false })
}
