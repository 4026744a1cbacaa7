import {
  type RowError,
  RowReader,
  batchGetRow,
  batchWriteRow,
  encodeRow,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { Client } from '../client.js'
import { defineTable } from '../schema/define-table.js'
import { readValue } from '../rows/variants.js'
import { type Reply, type Transport, TransportError } from '../transport/transport.js'

const things = defineTable({ name: 'things', key: { id: 'string' }, columns: {} })
const consumed = { read: 1, write: 1 }

const BUSY: RowError = { code: 'OTSServerBusy', message: 'Server is busy.' }
const NO_UNITS: RowError = { code: 'OTSNotEnoughCapacityUnit', message: 'Not enough.' }
const UNKNOWN: RowError = { code: 'OTSInternalServerError', message: 'Internal server error.' }
const REFUSED: RowError = { code: 'OTSConditionCheckFail', message: 'Condition check failed.' }

/** A server that has these errors for the rows of each request in turn; undefined is a row that is done. */
const scripted = (answers: readonly (readonly (RowError | undefined)[] | Error)[]) => {
  const asked: (readonly string[])[] = []
  const transport: Transport = {
    send: async (operation, _headers, body) => {
      const isRead = operation === batchGetRow.name
      const ids = isRead ? idsRead(body) : idsWritten(body)
      const answer = answers[asked.length]
      asked.push(ids)
      if (answer === undefined) throw new Error('nothing more was expected')
      if (answer instanceof Error) throw answer
      return replyOf(isRead, ids, answer, `request-${asked.length}`)
    },
    close: async () => undefined,
  }
  const options = { endpoint: 'http://127.0.0.1:1', instance: 'i', verifyReplies: false }
  const accessKey = { id: 'a', secret: 'b' }
  const client = new Client({ ...options, accessKey }, { transport, random: () => 0 })
  return { client, table: client.table(things), asked }
}

const idOf = (row: Buffer): string => {
  const reader = new RowReader()
  reader.begin(row)
  if (!reader.nextRow() || !reader.nextCell()) throw new Error('a row has no key')
  return String(readValue(reader))
}
const idsRead = (body: Buffer): string[] =>
  batchGetRow.decodeRequest(body).tables.flatMap(({ primaryKeys }) => primaryKeys.map(idOf))
const idsWritten = (body: Buffer): string[] =>
  batchWriteRow
    .decodeRequest(body)
    .tables.flatMap(({ rows }) => rows.map(({ rowChange }) => idOf(rowChange)))

function replyOf(
  isRead: boolean,
  ids: readonly string[],
  errors: readonly (RowError | undefined)[],
  requestId: string,
): Reply {
  const bytes = (id: string) =>
    encodeRow({ primaryKey: [plainCell('id', stringVariant(id))], cells: [], deleteMarker: false })
  const outcomes = ids.map((id, nth) => {
    const error = errors[nth]
    return error === undefined
      ? { id, isOk: true as const, consumed, row: bytes(id) }
      : { id, isOk: false as const, consumed, error }
  })
  const tableName = 'things'
  const body = isRead
    ? batchGetRow.encodeReply({ tables: [{ tableName, rows: outcomes }] })
    : batchWriteRow.encodeReply({ tables: [{ tableName, rows: outcomes }] })
  return { status: 200, headers: new Map([['x-ots-requestid', requestId]]), body }
}

const keys = ['a', 'b', 'c'].map((id) => ({ id }))
const puts = keys.map((put) => ({ put }))

describe('rows of a batch', () => {
  test('that are refused because of the load are written again, alone', async () => {
    const { table, asked } = scripted([[BUSY, undefined, NO_UNITS], [undefined, BUSY], [undefined]])
    const results = await table.writeMany(puts)
    expect(asked).toEqual([['a', 'b', 'c'], ['a', 'c'], ['c']])
    expect(results.map(({ isOk }) => isOk)).toEqual([true, true, true])
  })

  test('that may have been written, or must not be, are not; they have the request id', async () => {
    const { table, asked } = scripted([[UNKNOWN, REFUSED, BUSY], [undefined]])
    const results = await table.writeMany(puts)
    expect(asked).toEqual([['a', 'b', 'c'], ['c']])
    expect(results).toMatchObject([
      { isOk: false, error: { ...UNKNOWN, requestId: 'request-1' } },
      { isOk: false, error: { ...REFUSED, requestId: 'request-1' } },
      { isOk: true },
    ])
  })

  test('that cannot be read at the moment are read again', async () => {
    const { table, asked } = scripted([
      [UNKNOWN, undefined, BUSY],
      [undefined, undefined],
    ])
    const results = await table.getMany(keys)
    expect(asked).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    expect(results).toEqual(keys.map((row) => ({ isOk: true, row })))
  })

  test('of several tables are read again in the place of their first failure', async () => {
    const { client, asked } = scripted([
      [undefined, BUSY, BUSY],
      [undefined, REFUSED],
    ])
    const [first, ...others] = keys
    const read = await client.getMany({
      some: { table: things, keys: first === undefined ? [] : [first] },
      others: { table: things, keys: others },
    })
    expect(asked).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ])
    expect(read.some).toEqual([{ isOk: true, row: first }])
    expect(read.others).toMatchObject([{ isOk: true, row: others[0] }, { isOk: false }])
  })

  test('are written together or not at all when they are atomic', async () => {
    const whole = scripted([
      [BUSY, BUSY, BUSY],
      [undefined, undefined, undefined],
    ])
    await whole.table.writeMany(puts, { isAtomic: true })
    expect(whole.asked).toHaveLength(2)
    const part = scripted([[REFUSED, BUSY, BUSY]])
    await part.table.writeMany(puts, { isAtomic: true })
    expect(part.asked).toHaveLength(1)
  })

  test('are only told when their caller wants to send them again itself', async () => {
    const { table, asked } = scripted([[undefined, BUSY, undefined]])
    const results = await table.writeMany(puts, { resendsRows: false })
    expect(results.map(({ isOk }) => isOk)).toEqual([true, false, true])
    expect(asked).toHaveLength(1)
  })

  test('have the failure of the request that was to write them again', async () => {
    const lost = new TransportError('the connection was reset', false, undefined)
    const { table } = scripted([[undefined, BUSY, undefined], lost])
    expect(await table.writeMany(puts)).toMatchObject([
      { isOk: true },
      { isOk: false, error: { code: 'ClientNetwork', message: 'the connection was reset' } },
      { isOk: true },
    ])
  })

  test('keep their last refusal when the retries are used up', async () => {
    const { table, asked } = scripted(Array.from({ length: 11 }, () => [BUSY, BUSY, BUSY]))
    const results = await table.writeMany(puts)
    expect(asked).toHaveLength(11)
    expect(results[2]).toEqual({ isOk: false, error: { ...BUSY, requestId: 'request-11' } })
  })
})
