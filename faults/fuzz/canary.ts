import {
  type PlainBufferRow,
  deleteRow,
  deleteTable,
  encodeRow,
  getRow,
  integerVariant,
  putRow,
  stringVariant,
} from '@rowhouse/protocol'
import type { Choices } from './random.js'
import { canaryTable } from './seeds/tables.js'
import { cell } from './seeds/values.js'

/** A row that no request may change. */
const canaryRow: PlainBufferRow = {
  primaryKey: [cell('id', integerVariant(1n))],
  cells: [cell('song', stringVariant('tweet')), cell('weight', integerVariant(2n ** 53n + 1n))],
  deleteMarker: false,
}

const ignore = { rowExistence: 'IGNORE', columnCondition: undefined } as const
const nothingMore = { returnContent: undefined, transactionId: undefined }
const tableName = canaryTable.name

export const writeCanary = (): Buffer =>
  putRow.encodeRequest({
    tableName,
    row: encodeRow(canaryRow),
    condition: ignore,
    ...nothingMore,
  })

export const readCanary = (): Buffer =>
  getRow.encodeRequest({
    tableName,
    primaryKey: encodeRow({ ...canaryRow, cells: [] }),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId: undefined,
  })

/** The row's cells in the reply to `readCanary`, including the server's timestamps. */
export const canaryIn = (body: Buffer): string => getRow.decodeReply(body).row.toString('hex')

/** A request that would change the row; only for requests whose headers must be refused. */
export function attackOnCanary(random: Choices): { operation: string; body: Buffer } {
  const { primaryKey } = canaryRow
  switch (random.below(3)) {
    case 0:
      return { operation: 'DeleteTable', body: deleteTable.encodeRequest({ tableName }) }
    case 1: {
      const key = encodeRow({ primaryKey, cells: [], deleteMarker: true })
      const request = { tableName, primaryKey: key, condition: ignore, ...nothingMore }
      return { operation: 'DeleteRow', body: deleteRow.encodeRequest(request) }
    }
    default: {
      const cells = [cell('song', stringVariant('meow'))]
      const row = encodeRow({ primaryKey, cells, deleteMarker: false })
      const request = { tableName, row, condition: ignore, ...nothingMore }
      return { operation: 'PutRow', body: putRow.encodeRequest(request) }
    }
  }
}
