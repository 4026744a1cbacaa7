import { type RowInBatchWriteRowReply, batchWriteRow } from '@rowhouse/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../client.js'
import { CallEnded } from '../calls/deadline.js'
import { CallError, ClientCode } from '../errors.js'
import { defineTable } from '../schema/define-table.js'
import { type TestServer, startTestServer } from '../testing/client-test-server.js'
import { type Transport, TransportError } from '../transport/transport.js'

const rows = defineTable({
  name: 'bulk',
  key: { id: 'string', part: 'integer' },
  columns: { value: 'integer' },
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('all rows are written, and rows of one partition-key value in the given order', async () => {
  const table = await server.client().createTable(rows)
  const writer = table.bulkWriter()
  const writes: Promise<void>[] = []
  for (let i = 0; i < 3000; i++) {
    await writer.room()
    const id = `key-${i % 700}`
    writes.push(writer.write({ put: { id, part: 0n, value: BigInt(i) } }))
  }
  await writer.close()
  await Promise.all(writes)
  expect(writer.figures).toMatchObject({ written: 3000, failed: 0 })
  const values = new Map<string, bigint | undefined>()
  for await (const { id, value } of table.range()) values.set(id, value)
  expect(values.size).toBe(700)
  // The last one given for each value.
  expect(values.get('key-0')).toBe(2800n)
  expect(values.get('key-699')).toBe(2799n)
})

test('a row that cannot be written rejects, and the others are written', async () => {
  const table = server.client().table(rows)
  const writer = table.bulkWriter()
  const bad = writer.write({
    put: { id: 'bad', part: 0n },
    condition: { row: 'exists' },
  })
  const good = writer.write({ put: { id: 'good', part: 0n } })
  const failure = bad.catch((error: unknown) => error)
  await writer.flush()
  await good
  expect(await failure).toBeInstanceOf(CallError)
  expect(await failure).toMatchObject({ code: 'OTSConditionCheckFail' })
  expect(await failure).toHaveProperty('requestId', expect.stringMatching(/^[0-9a-f-]{36}$/))
  expect(await table.get({ id: 'good', part: 0n })).toEqual({ id: 'good', part: 0n })
})

test('rows fail when their writer is given up, those that wait as well', async () => {
  const controller = new AbortController()
  const accessKey = { id: 'a', secret: 'b' }
  let sent = 0
  const transport: Transport = {
    send: (_operation, _headers, _body, ending) =>
      new Promise((_, reject) => {
        ending.onEnd = reject
        if (++sent === 1) setImmediate(() => controller.abort('enough'))
      }),
    close: async () => undefined,
  }
  const options = { endpoint: 'http://127.0.0.1:1', instance: 'i', accessKey }
  const table = new Client(options, { transport }).table(rows)
  const writer = table.bulkWriter({ signal: controller.signal, concurrency: 1 })
  const writes = Array.from({ length: 500 }, (_, i) =>
    writer.write({ put: { id: `${i}`, part: 0n } }),
  )
  const outcomes = await Promise.allSettled(writes)
  expect(sent).toBe(1)
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ClientAborted' } })
  await writer.close()
  expect(writer.figures).toMatchObject({ written: 0, failed: 500 })
})

test('a row with an unknown outcome is sent again only when it may be written twice', async () => {
  const done = { isOk: true, consumed: { read: 0, write: 1 }, row: undefined } as const
  const body = batchWriteRow.encodeReply({ tables: [{ tableName: 'bulk', rows: [done] }] })
  const reset = new TransportError('the connection was reset', false, undefined)
  const late = new CallEnded(ClientCode.TIMEOUT, 'no answer within 1 ms')
  const write = async (failure: Error, mayRepeat: boolean): Promise<number> => {
    let requests = 0
    const transport: Transport = {
      send: async () => {
        requests += 1
        if (requests > 1) return { status: 200, headers: new Map(), body }
        throw failure
      },
      close: async () => undefined,
    }
    const accessKey = { id: 'a', secret: 'b' }
    const options = {
      endpoint: 'http://127.0.0.1:1',
      instance: 'i',
      accessKey,
      verifyReplies: false,
    }
    const client = new Client(options, { transport, random: () => 0 })
    const writer = client.table(rows).bulkWriter({ mayRepeat })
    await writer.write({ put: { id: 'x', part: 0n } })
    return requests
  }
  await expect(write(reset, false)).rejects.toMatchObject({ code: 'ClientNetwork' })
  expect(await write(reset, true)).toBe(2)
  await expect(write(late, false)).rejects.toMatchObject({ code: 'ClientTimeout' })
  expect(await write(late, true)).toBe(2)
})

test('a row is not given up while the server takes others', async () => {
  const { writer, requests } = throttledWriter(1)
  const writes = Array.from({ length: 40 }, (_, at) =>
    writer.write({ put: { id: `row ${at}`, part: 0n } }),
  )
  await writer.close()
  await Promise.all(writes)
  expect(writer.figures).toMatchObject({ written: 40, failed: 0 })
  expect(requests()).toBeGreaterThanOrEqual(40)
})

test('a row is given up when the server takes none', async () => {
  const { writer, requests } = throttledWriter(0)
  const write = writer.write({ put: { id: 'x', part: 0n } })
  await expect(write).rejects.toMatchObject({ code: 'OTSNotEnoughCapacityUnit', attempts: 4 })
  expect(requests()).toBe(4)
})

test('all rows are given up together when the server takes none', async () => {
  const { writer, requests } = throttledWriter(0)
  const writes = Array.from({ length: 1000 }, (_, at) =>
    writer.write({ put: { id: `row ${at}`, part: 0n } }),
  )
  const refused = writes.map((write) =>
    expect(write).rejects.toMatchObject({ code: 'OTSNotEnoughCapacityUnit' }),
  )
  await writer.close()
  await Promise.all(refused)
  // Five requests, of which each would have been made four times.
  expect(requests()).toBeLessThan(16)
})

test('a row that fails each time is given up, also while the server takes others', async () => {
  const { writer, requests } = throttledWriter(1, 'OTSInternalServerError')
  const writes = Array.from({ length: 40 }, (_, at) =>
    writer.write({ put: { id: `row ${at}`, part: 0n } }),
  )
  const outcomes = Promise.allSettled(writes)
  await writer.close()
  await outcomes
  expect(writer.figures).toMatchObject({ written: 4, failed: 36 })
  expect(requests()).toBe(4)
})

/** A writer with three retries for a server that takes so many rows of each request. */
function throttledWriter(taken: number, code = 'OTSNotEnoughCapacityUnit') {
  const done: RowInBatchWriteRowReply = {
    isOk: true,
    consumed: { read: 0, write: 1 },
    row: undefined,
  }
  const refused: RowInBatchWriteRowReply = {
    isOk: false,
    consumed: { read: 0, write: 0 },
    error: { code, message: 'Remaining capacity unit is not enough.' },
  }
  let requests = 0
  const transport: Transport = {
    send: async (_path, _headers, body) => {
      requests += 1
      const sent = batchWriteRow.decodeRequest(body).tables.flatMap((table) => table.rows)
      const outcomes = sent.map((_row, at) => (at < taken ? done : refused))
      const reply = batchWriteRow.encodeReply({ tables: [{ tableName: 'bulk', rows: outcomes }] })
      return { status: 200, headers: new Map(), body: reply }
    },
    close: async () => undefined,
  }
  const accessKey = { id: 'a', secret: 'b' }
  const endpoint = 'http://127.0.0.1:1'
  const client = new Client(
    { endpoint, instance: 'i', accessKey, verifyReplies: false },
    { transport, random: () => 0 },
  )
  return {
    writer: client.table(rows).bulkWriter({ retries: 3, mayRepeat: true }),
    requests: () => requests,
  }
}

test('columns are put with versions and times of their own', async () => {
  const kept = defineTable({ name: 'kept', key: { id: 'string' }, columns: { n: 'integer' } })
  const table = await server.client().createTable(kept, { maxVersions: 3 })
  const now = BigInt(Date.now())
  const cells = [1n, 2n].map((n) => ({ name: 'n', value: n, timestamp: now + n }))
  await table.bulkWriter().write({ put: { id: 'x' }, cells })
  const found = await table.getVersions({ id: 'x' }, { maxVersions: 3 })
  expect(found?.cells).toEqual(cells.toReversed())
})
