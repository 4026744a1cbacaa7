import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Client } from '../client.js'
import { CallError } from '../errors.js'

/** Accepts requests and never answers. */
let silent: Server
let client: Client

beforeEach(async () => {
  silent = createServer((socket) => socket.resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  client = new Client({
    endpoint: `http://127.0.0.1:${address.port}`,
    instance: 'silent',
    accessKey: { id: 'a', secret: 'b' },
    connections: 1,
  })
})

afterEach(async () => {
  await client.close()
  silent.close()
})

const failureOf = async (call: Promise<unknown>): Promise<CallError> => {
  const failure = await call.catch((error: unknown) => error)
  if (failure instanceof CallError) return failure
  throw new Error('it did not fail as a call does', { cause: failure })
}

test('a call times out', async () => {
  const failure = await failureOf(client.tableNames({ timeoutMs: 20 }))
  expect(failure).toMatchObject({ code: 'ClientTimeout', operation: 'ListTable', attempts: 1 })
})

test('a call ends when its caller aborts it', async () => {
  const controller = new AbortController()
  const call = failureOf(client.tableNames({ signal: controller.signal }))
  await once(silent, 'connection')
  controller.abort(new Error('changed my mind'))
  const failure = await call
  expect(failure.code).toBe('ClientAborted')
  expect(failure.cause).toEqual(new Error('changed my mind'))
})

test('a call that waits for a connection times out too', async () => {
  const first = failureOf(client.tableNames())
  await once(silent, 'connection')
  expect((await failureOf(client.tableNames({ timeoutMs: 20 }))).code).toBe('ClientTimeout')
  await client.close()
  // A read would be retried if the client were not closed.
  expect(await first).toMatchObject({ code: 'ClientNetwork', attempts: 1 })
})

test('a call whose connection is lost rejects with a network error', async () => {
  silent.once('connection', (socket) => socket.once('data', () => socket.destroy()))
  expect((await failureOf(client.deleteTable('t'))).code).toBe('ClientNetwork')
})
