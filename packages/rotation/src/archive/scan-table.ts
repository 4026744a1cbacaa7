import { type Client, type TableSchema, operations } from '@rowhouse/client'
import { decodeRows, encodeRow, infMax, infMin, plainCell } from '@rowhouse/protocol'
import type { SetLock } from '../journal/journal.js'
import type { Month } from '../plan/months.js'
import type { StoredRow } from './rows-digest.js'

/** The table of a month that is archived or compared. */
export interface MonthSource {
  readonly client: Client
  readonly schema: TableSchema
  readonly month: Month
}

/** The service's maximum, so that no version is left out. */
const ALL_VERSIONS = 2_147_483_647

/** All rows in the order of their keys, page by page; the lock is renewed with each page. */
export async function* scanTable(
  { client, schema }: MonthSource,
  lock: Pick<SetLock, 'renew'>,
): AsyncGenerator<readonly StoredRow[], void, undefined> {
  const bound = (value: Buffer): Buffer => {
    const primaryKey = Object.keys(schema.key).map((name) => plainCell(name, value))
    return encodeRow({ primaryKey, cells: [], deleteMarker: false })
  }
  let start: Buffer | undefined = bound(infMin())
  while (start !== undefined) {
    await lock.renew()
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(start)
    if (page.rows.length > 0) yield decodeRows(page.rows)
    start = page.nextStartPrimaryKey
  }

  function readPage(inclusiveStartPrimaryKey: Buffer) {
    return client.call(operations.getRange, {
      tableName: schema.name,
      direction: 'FORWARD',
      columnsToGet: [],
      timeRange: undefined,
      maxVersions: ALL_VERSIONS,
      filter: undefined,
      startColumn: undefined,
      endColumn: undefined,
      limit: undefined,
      inclusiveStartPrimaryKey,
      exclusiveEndPrimaryKey: bound(infMax()),
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
    })
  }
}
