import {
  type BatchGetRowReply,
  type BatchGetRowRequest,
  type PlainBufferCell,
  type RowInBatchGetRowReply,
  type TableInBatchGetRowRequest,
  TablestoreError,
  checkTableName,
  decodeRow,
  errors,
  limits,
} from '@rowhouse/protocol'
import { unitsOf } from '../capacity/capacity-units.js'
import type { RowParts } from './row-parts.js'
import { Slice, outOfRange } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { checkKeySchema, parseReadKey } from '../tables/check-key.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'
import { LargeRow, type ReplyRoom } from './reading/large-row.js'
import { readRow } from './reading/read-row.js'
import { type Selection, parseSelection } from './reading/row-selection.js'
import { wasAdmitted } from './was-admitted.js'

/** A reply may take a quarter of the memory of all requests, to leave room for others. */
const REPLY_SHARE = 4

interface ParsedTable {
  readonly tableName: string
  readonly keys: readonly (readonly PlainBufferCell[])[]
  readonly selection: Selection
}

/**
 * Reads rows of several tables, each on its own: there is no snapshot across them. A mistake in the
 * request fails the whole request; a mistake in a row, or a problem of its table, fails that row.
 */
export const batchGetRow = async (
  engine: RowParts,
  instance: string,
  request: BatchGetRowRequest,
): Promise<BatchGetRowReply> => {
  if (request.tables.length === 0)
    throw errors.parameterInvalid('No row specified in the request of BatchGetRow.')
  for (const { tableName } of request.tables) checkTableName(tableName)
  const count = request.tables.reduce((sum, { primaryKeys }) => sum + primaryKeys.length, 0)
  if (count > limits.BATCH_GET_ROWS_MAX)
    throw errors.parameterInvalid(
      `Rows count exceeds the upper limit: ${limits.BATCH_GET_ROWS_MAX}.`,
    )
  const slice = new Slice(engine.clock)
  const tables: ParsedTable[] = []
  for (const table of request.tables) {
    tables.push(parseTable(engine, instance, table))
    // The expressions of a filter may take long to compile.
    if (table.filter !== undefined && slice.isOver()) await slice.next()
  }
  const bytesMax = Math.min(engineLimits.BATCH_GET_BYTES_MAX, engine.memory.bytesMax / REPLY_SHARE)
  const room: ReplyRoom = { bytesLeft: bytesMax, turn: Promise.resolve() }
  // Rows of all tables go together, so that those on the disk do not wait for each other.
  const replies = tables.map((table) => ({ table, rows: new Array<RowInBatchGetRowReply>() }))
  const wanted = replies.flatMap(({ table, rows }) =>
    table.keys.map((key) => ({ table, key, rows })),
  )
  for (let from = 0; from < wanted.length; from += engineLimits.BATCH_GET_ROWS_AT_ONCE) {
    const together = wanted.slice(from, from + engineLimits.BATCH_GET_ROWS_AT_ONCE)
    // Rows in memory have been read without waiting.
    const read = await Promise.all(
      together.map(({ table, key }) => readOne(engine, instance, table, key, room)),
    )
    for (const [at, { rows }] of together.entries()) rows.push(read[at] ?? outOfRange())
    if (slice.isOver()) await slice.next()
  }
  // Rows of the reply are in memory twice: as they were read, and encoded.
  await engine.memory.take(bytesMax - room.bytesLeft)
  return { tables: replies.map(({ table: { tableName }, rows }) => ({ tableName, rows })) }
}

const parseTable = (
  { catalog, nameCache }: RowParts,
  instance: string,
  table: TableInBatchGetRowRequest,
): ParsedTable => {
  const { tableName } = table
  const open = catalog.find(instance, tableName)
  return {
    tableName,
    keys: table.primaryKeys.map((key) => parseReadKey(decodeRow(key, nameCache), open)),
    selection: parseSelection(table, 'No version condition is specified while querying row.'),
  }
}

const readOne = async (
  engine: RowParts,
  instance: string,
  { tableName, selection }: ParsedTable,
  key: readonly PlainBufferCell[],
  room: ReplyRoom,
): Promise<RowInBatchGetRowReply> => {
  const large = new LargeRow(engine.memory, room)
  let rowBytes = 0
  try {
    // Clients retry rows with this error, and the next reply has room for them.
    if (room.bytesLeft <= 0) throw errors.serverBusy()
    const table = engine.catalog.find(instance, tableName)
    if (table === undefined) throw errors.objectNotExist()
    checkKeySchema(key, table.description)
    if (table.description.index !== undefined) engine.indexes.checkReadable(table)
    const { timeToLive } = table.description.options
    const oldestLive = oldestLiveTimestamp(timeToLive, engine.clock.now())
    const reader = table.names.hasChunkedRows ? { ...engine, memory: large } : engine
    const found = readRow(reader, { table, selection, oldestLive }, key)
    const { row, bytes } = found instanceof Promise ? await found : found
    rowBytes = row.length
    room.bytesLeft -= rowBytes
    const read = unitsOf(bytes)
    engine.meter.add(instance, tableName, read, 0)
    return { isOk: true, consumed: { read, write: 0 }, row }
  } catch (error) {
    if (!(error instanceof TablestoreError)) throw error
    const { code, message } = error
    const read = wasAdmitted(code) ? 1 : 0
    return { isOk: false, consumed: { read, write: 0 }, error: { code, message } }
  } finally {
    large.end(rowBytes)
  }
}
