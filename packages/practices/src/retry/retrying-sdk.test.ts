import { once } from 'node:events'
import { createServer } from 'node:http'
import { ClientCode, clientLimits } from '@rowhouse/client'
import { encodeError, listTable } from '@rowhouse/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import TableStore from 'tablestore'
import { withRetries } from './retrying-sdk.js'
import { failureOf } from './sdk-failure.js'

const tables = { status: 200, body: listTable.encodeReply({ tableNames: ['t'] }) }
const refused = (code: string, status = 503) => ({ status, body: encodeError(code, 'No.') })

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** The official SDK with a server that sends these answers in turn. */
async function sdkBefore(answers: readonly { readonly status: number; readonly body: Buffer }[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const answer = answers[asked.length] ?? tables
    asked.push(request.url ?? '')
    request.resume().on('end', () => {
      response.writeHead(answer.status, { 'x-ots-requestid': 'r1' }).end(answer.body)
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const waits: number[] = []
  const client = new TableStore.Client({
    endpoint: `http://127.0.0.1:${address.port}`,
    instancename: 'inst',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    maxRetries: 0,
  })
  const wait = async (ms: number): Promise<void> => void waits.push(ms)
  return { client: withRetries(client, { wait, random: () => 1, retries: 3 }), asked, waits }
}

describe('the official SDK', () => {
  test('retries when the service refuses', async () => {
    const { client, asked, waits } = await sdkBefore([
      refused('OTSServerBusy'),
      refused('OTSNotEnoughCapacityUnit', 403),
    ])
    await expect(client.listTable({})).resolves.toMatchObject({ tableNames: ['t'] })
    expect(asked).toHaveLength(3)
    expect(waits).toEqual([20, 40])
  })

  test('supports callbacks', async () => {
    const { client, asked } = await sdkBefore([refused('OTSServerBusy')])
    const names = await new Promise((resolve, reject) => {
      void client.listTable({}, (error, reply) =>
        error instanceof Error ? reject(error) : resolve(reply.tableNames),
      )
    })
    expect(names).toEqual(['t'])
    expect(asked).toHaveLength(2)
  })

  test('does not retry permanent errors, nor after the last attempt', async () => {
    const wrong = await sdkBefore([refused('OTSObjectNotExist', 404)])
    await expect(wrong.client.listTable({})).rejects.toThrow('OTSObjectNotExist')
    expect(wrong.asked).toHaveLength(1)
    const busy = await sdkBefore(Array.from({ length: 9 }, () => refused('OTSServerBusy')))
    await expect(busy.client.listTable({})).rejects.toThrow('OTSServerBusy')
    expect(busy.asked).toHaveLength(4)
  })

  test('retries reads but not writes with an unknown outcome', async () => {
    const read = await sdkBefore([refused('OTSTimeout', 500)])
    await expect(read.client.listTable({})).resolves.toBeDefined()
    const write = await sdkBefore([refused('OTSTimeout', 500)])
    const params = { tableName: 't', condition: null, primaryKey: [{ k: 'a' }] }
    await expect(write.client.makeRequest('deleteTable', params)).rejects.toThrow('OTSTimeout')
    expect(write.asked).toHaveLength(1)
  })

  test('stops when the retry budget of all calls is used up', async () => {
    const { client, asked } = await sdkBefore(
      Array.from({ length: 500 }, () => refused('OTSServerBusy')),
    )
    await Promise.allSettled(Array.from({ length: 100 }, () => client.listTable({})))
    expect(asked).toHaveLength(100 + clientLimits.RETRY_BUDGET)
  })
})

describe('in a batch only refused rows are sent again', () => {
  const ok = (name: string) => ({ isOk: true, name })
  const no = (errorCode: string) => ({ isOk: false, errorCode, errorMessage: 'No.' })

  function batchClient(replies: readonly object[]) {
    const sent: object[] = []
    const makeRequest = async (_: string, params: object | null): Promise<unknown> => {
      sent.push(params ?? {})
      const reply = replies[sent.length - 1]
      if (reply instanceof Error) throw reply
      return reply
    }
    const wait = async (): Promise<void> => {}
    return { client: withRetries({ makeRequest }, { wait, retries: 2 }), sent }
  }

  test('rows that are written', async () => {
    const { client, sent } = batchClient([
      {
        tables: [
          ok('a'),
          no('OTSRowOperationConflict'),
          no('OTSConditionCheckFail'),
          no('OTSServerBusy'),
        ],
      },
      { tables: [ok('b'), no('OTSServerBusy')] },
      { tables: [ok('d')] },
    ])
    const tables = [
      { tableName: 't', rows: ['a', 'b'] },
      { tableName: 'u', rows: ['c', 'd'] },
    ]
    const reply = await client.makeRequest('batchWriteRow', { tables })
    expect(reply).toEqual({ tables: [ok('a'), ok('b'), no('OTSConditionCheckFail'), ok('d')] })
    expect(sent.slice(1)).toEqual([
      {
        tables: [
          { tableName: 't', rows: ['b'] },
          { tableName: 'u', rows: ['d'] },
        ],
      },
      { tables: [{ tableName: 'u', rows: ['d'] }] },
    ])
  })

  test('with one retry of the budget a request, however many rows it has', async () => {
    const names = Array.from({ length: 200 }, (_, nth) => `r${nth}`)
    const busy = { tables: names.map(() => no('OTSServerBusy')) }
    const { client, sent } = batchClient([busy, { tables: names.map(ok) }])
    const tables = [{ tableName: 't', rows: names }]
    const reply = await client.makeRequest('batchWriteRow', { tables })
    expect(reply).toEqual({ tables: names.map(ok) })
    expect(sent).toHaveLength(2)
  })

  test('and the written rows are told when the request for the others fails', async () => {
    const { client } = batchClient([
      { tables: [ok('a'), no('OTSServerBusy')] },
      Object.assign(new Error('socket hang up'), { code: 'NetworkingError' }),
    ])
    const tables = [{ tableName: 't', rows: ['a', 'b'] }]
    expect(await client.makeRequest('batchWriteRow', { tables })).toMatchObject({
      tables: [ok('a'), { isOk: false, errorCode: ClientCode.NETWORK }],
    })
  })

  test('rows that are read, table by table', async () => {
    const { client, sent } = batchClient([
      { tables: [[ok('a'), no('OTSTimeout')], [ok('c')]] },
      { tables: [[ok('b')]] },
    ])
    const tables = [
      { tableName: 't', primaryKey: ['a', 'b'] },
      { tableName: 'u', primaryKey: ['c'] },
    ]
    const reply = await client.makeRequest('batchGetRow', { tables })
    expect(reply).toEqual({ tables: [[ok('a'), ok('b')], [ok('c')]] })
    expect(sent[1]).toEqual({ tables: [{ tableName: 't', primaryKey: ['b'] }] })
  })
})

test('errors of the SDK are classified', () => {
  const failure = (code: unknown, message = '', more = {}) => failureOf({ code, message, ...more })
  const quota = encodeError('OTSQuotaExhausted', 'Too frequent table operations.').toString()
  expect(failure(403, `${quota} requestId:r1`)).toEqual({
    code: 'OTSQuotaExhausted',
    message: 'Too frequent table operations.',
    wasNotSent: false,
  })
  expect(failure('NetworkingError', '', { syscall: 'connect' })).toMatchObject({
    code: ClientCode.NETWORK,
    wasNotSent: true,
  })
  expect(failure('NetworkingError', '', { syscall: 'read' })).toMatchObject({ wasNotSent: false })
  for (const status of [500, 502, 504])
    expect(failure(status, '<html>')).toMatchObject({ code: 'OTSServerUnavailable' })
  expect(failureOf('?')).toMatchObject({ code: '' })
})
