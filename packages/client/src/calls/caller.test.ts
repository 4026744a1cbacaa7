import { encodeError, getRow, putRow } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { Client } from '../client.js'
import { CallError } from '../errors.js'
import { defineTable } from '../schema/define-table.js'
import { type Reply, type Transport, TransportError } from '../transport/transport.js'

const things = defineTable({ name: 'things', key: { id: 'string' }, columns: {} })

type Answer = Reply | Error

/** A transport that returns these answers in turn, and records what it was sent. */
const scripted = (answers: readonly Answer[], random = () => 0) => {
  const sent: string[] = []
  const transport: Transport = {
    send: async (operation) => {
      const answer = answers[sent.length]
      sent.push(operation)
      if (answer === undefined) throw new Error('nothing more was expected')
      if (answer instanceof Error) throw answer
      return answer
    },
    close: async () => undefined,
  }
  const options = {
    endpoint: 'http://127.0.0.1:1',
    instance: 'i',
    accessKey: { id: 'a', secret: 'b' },
    verifyReplies: false,
  }
  // With the random number 0 every wait is zero.
  const client = new Client(options, { transport, random })
  return { client, sent }
}

const ok = (body: Buffer): Reply => ({ status: 200, headers: new Map(), body })
const refusal = (status: number, code: string, message = 'told so'): Reply => ({
  status,
  headers: new Map([['x-ots-requestid', 'request-1']]),
  body: encodeError(code, message),
})
const consumed = { read: 0, write: 1 }
const written = ok(putRow.encodeReply({ consumed, row: undefined }))
const nothing = ok(getRow.encodeReply({ consumed, row: Buffer.alloc(0) }))
const lost = new TransportError('the connection was reset', false, undefined)
const notSent = new TransportError('nobody listens', true, undefined)

const put = (client: Client) => client.table(things).put({ id: 'x' })
const get = (client: Client) => client.table(things).get({ id: 'x' })
const failureOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: unknown) => {
      if (error instanceof CallError) return error
      throw error
    },
  )

describe('retries', () => {
  test.each([
    'OTSServerBusy',
    'OTSRowOperationConflict',
    'OTSNotEnoughCapacityUnit',
    'OTSPartitionUnavailable',
    'OTSTableNotReady',
  ])('a write is retried after %s, because nothing was done', async (code) => {
    const { client, sent } = scripted([refusal(503, code), refusal(503, code), written])
    await put(client)
    expect(sent).toEqual(['PutRow', 'PutRow', 'PutRow'])
  })

  test.each(['OTSTimeout', 'OTSInternalServerError', 'OTSServerUnavailable'])(
    'only a read is retried after %s, because the outcome is unknown',
    async (code) => {
      const reading = scripted([refusal(503, code), nothing])
      await get(reading.client)
      expect(reading.sent).toEqual(['GetRow', 'GetRow'])
      const writing = scripted([refusal(503, code)])
      expect(await failureOf(put(writing.client))).toMatchObject({ code, attempts: 1 })
    },
  )

  test('a lost connection is retried for reads and not for writes', async () => {
    const reading = scripted([lost, nothing])
    await get(reading.client)
    const writing = scripted([lost])
    expect(await failureOf(put(writing.client))).toMatchObject({ code: 'ClientNetwork' })
  })

  test('a write that was never sent is retried', async () => {
    const { client, sent } = scripted([notSent, written])
    await put(client)
    expect(sent).toHaveLength(2)
  })

  test('a quota is retried only when its text says that it passes with time', async () => {
    const text = 'Too frequent table operations.'
    const passes = scripted([refusal(403, 'OTSQuotaExhausted', text), written])
    await put(passes.client)
    const stays = scripted([
      refusal(403, 'OTSQuotaExhausted', 'Number of tables exceeds the quota.'),
    ])
    expect((await failureOf(put(stays.client))).attempts).toBe(1)
  })
})

test('an error has code, text, status and request id', async () => {
  const { client } = scripted([refusal(400, 'OTSParameterInvalid', 'so not')])
  expect(await failureOf(put(client))).toMatchObject({
    code: 'OTSParameterInvalid',
    message: 'so not',
    operation: 'PutRow',
    status: 400,
    requestId: 'request-1',
  })
})

test('a reply that is not from the service has its own code', async () => {
  const page = { status: 502, headers: new Map(), body: Buffer.from('<html>bad gateway</html>') }
  const { client } = scripted([page])
  expect((await failureOf(put(client))).code).toBe('ClientBadReply')
})

test('a read is retried after the page of a proxy that does not reach the service', async () => {
  const page = { status: 504, headers: new Map(), body: Buffer.from('gateway timeout') }
  const { client, sent } = scripted([page, refusal(500, 'OTSSomethingNew'), nothing])
  await get(client)
  expect(sent).toHaveLength(3)
  const moved = scripted([{ ...page, status: 301 }])
  expect((await failureOf(get(moved.client))).attempts).toBe(1)
})

test('a call that ends after failures tells the last of them', async () => {
  const controller = new AbortController()
  const { client } = scripted([refusal(503, 'OTSServerBusy', 'Server is busy.')], () => {
    controller.abort()
    return 0
  })
  const call = client.table(things).put({ id: 'x' }, { signal: controller.signal })
  expect(await failureOf(call)).toMatchObject({
    code: 'ClientAborted',
    message: 'the caller gave the call up; before, OTSServerBusy: Server is busy.',
    requestId: 'request-1',
    attempts: 1,
  })
})

test('the request id of an answer is told', async () => {
  const answer = { ...written, headers: new Map([['x-ots-requestid', 'request-2']]) }
  const { client } = scripted([answer])
  const told: string[] = []
  await client.table(things).put({ id: 'x' }, { onRequestId: (id) => told.push(id) })
  expect(told).toEqual(['request-2'])
})

test('retries are bounded in number', async () => {
  const busy = refusal(503, 'OTSServerBusy')
  const { client, sent } = scripted(Array.from({ length: 20 }, () => busy))
  expect((await failureOf(put(client))).attempts).toBe(11)
  expect(sent).toHaveLength(11)
})

test('while each retry succeeds, the retry budget lasts', async () => {
  const busy = refusal(503, 'OTSServerBusy')
  const { client, sent } = scripted(Array.from({ length: 200 }, () => [busy, written]).flat())
  for (let i = 0; i < 200; i++) await put(client)
  expect(sent).toHaveLength(400)
})

test('when all calls fail, the retry budget bounds what is sent', async () => {
  const busy = refusal(503, 'OTSServerBusy')
  const { client, sent } = scripted(Array.from({ length: 2000 }, () => busy))
  for (let i = 0; i < 200; i++) await failureOf(put(client))
  // One attempt each, and the 64 retries in the budget.
  expect(sent).toHaveLength(264)
})
