import { CallError, Client, type ClientOptions, defineTable } from '@rowhouse/client'
import { errorCodes } from '@rowhouse/protocol'
import { FAULT_CODES, type FaultCode } from '@rowhouse/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type StartServerOptions, type TestInstance, connectServer, startServer } from './index.js'

const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double' },
})
const ORDER = { buyer: 'c1', number: 1n, price: 9.5 }
const KEY = { buyer: 'c1', number: 1n }

const start = async (options: StartServerOptions = {}) => {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  return server
}

const clientOf = (instance: TestInstance, more: Partial<ClientOptions> = {}): Client => {
  const client = new Client({ ...instance, ...more })
  onTestFinished(() => client.close())
  return client
}

const startWithTable = async () => {
  const server = await start()
  const table = await clientOf(server).createTable(orders)
  const impatient = clientOf(server, { retries: 0 }).table(orders)
  return { server, table, impatient }
}

const errorOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => {
      if (error instanceof CallError) return error
      throw error
    },
  )

test.each([false, true])('a server takes requests and can be reset (child: %s)', async (child) => {
  const accessKey = { id: 'ownKey', secret: 'ownSecret' }
  const server = await start({ child, instance: 'mine', accessKey })
  expect(server).toMatchObject({ instance: 'mine', accessKey })
  const client = clientOf(server)
  await (await client.createTable(orders)).put(ORDER)
  const { endpoint, control } = server
  // Another process has the address as plain data.
  const address = structuredClone({ endpoint, instance: 'mine', accessKey, control })
  const elsewhere = connectServer(address)
  const fault = await elsewhere.addFault({ operation: 'GetRow', code: 'OTSServerBusy', times: 2 })
  expect(await client.table(orders).get(KEY)).toEqual(ORDER)
  expect(await fault.hits()).toBe(2)
  await elsewhere.reset()
  expect(await client.tableNames()).toEqual([])
  await Promise.all([server.close(), server.close()])
  await expect(server.reset()).rejects.toThrow('the server does not answer')
})

describe('faults', () => {
  test('every code has the status and a text of the service', async () => {
    const { server, impatient } = await startWithTable()
    for (const code of FAULT_CODES) {
      const fault = await server.addFault({ operation: 'GetRow', code })
      const error = await errorOf(impatient.get(KEY))
      const status = errorCodes.find((entry) => entry.code === code)?.status
      expect(error).toMatchObject({ code, status })
      expect(error.message).not.toBe('')
      expect(error.requestId).toMatch(/^[\w-]+$/)
      await fault.remove()
    }
    expect(await impatient.get(KEY)).toBeUndefined()
  })

  test('affect the named operations a number of times', async () => {
    const { server, impatient } = await startWithTable()
    const operation = ['PutRow', 'DeleteRow']
    await server.addFault({ operation, code: 'OTSServerBusy', message: 'Wait.', times: 2 })
    await impatient.get(KEY)
    expect(await errorOf(impatient.put(ORDER))).toMatchObject({ message: 'Wait.', status: 503 })
    expect(await errorOf(impatient.delete(KEY))).toMatchObject({ code: 'OTSServerBusy' })
    await impatient.put(ORDER)
  })

  test('affect a share of the requests, which the client retries', async () => {
    const { server, table } = await startWithTable()
    const fault = await server.addFault({ rate: 0.3, code: 'OTSServerBusy' })
    for (let number = 0n; number < 50n; number += 1n) await table.put({ ...ORDER, number })
    const hits = await fault.hits()
    await server.reset()
    expect(hits).toBeGreaterThan(0)
    expect(hits).toBeLessThan(200)
  })

  test('cut the connection before the work or after it', async () => {
    const { server, table, impatient } = await startWithTable()
    await server.addFault({ operation: 'PutRow', cut: true, times: 1 })
    expect(await errorOf(impatient.put(ORDER))).toMatchObject({ code: 'ClientNetwork' })
    expect(await table.get(KEY)).toBeUndefined()
    await server.addFault({ operation: 'PutRow', cut: true, afterWork: true, times: 1 })
    expect(await errorOf(impatient.put(ORDER))).toMatchObject({ code: 'ClientNetwork' })
    expect(await table.get(KEY)).toEqual(ORDER)
  })

  test('lose the replies of successful requests, but not their errors', async () => {
    const { server, table, impatient } = await startWithTable()
    await server.addFault({ operation: 'PutRow', code: 'OTSTimeout', afterWork: true })
    expect(await errorOf(impatient.put(ORDER))).toMatchObject({ code: 'OTSTimeout' })
    expect(await table.get(KEY)).toEqual(ORDER)
    const missing = errorOf(impatient.put(ORDER, { condition: { row: 'missing' } }))
    expect(await missing).toMatchObject({ code: 'OTSConditionCheckFail' })
  })

  test('make requests slow, which ends when the server does', async () => {
    const { server, impatient } = await startWithTable()
    const fault = await server.addFault({ operation: 'GetRow', latencyMs: 1, times: 1 })
    expect(await impatient.get(KEY)).toBeUndefined()
    expect(await fault.hits()).toBe(1)
    await server.addFault({ operation: 'GetRow', latencyMs: 600_000 })
    const call = impatient.get(KEY, { timeoutMs: 50 })
    expect(await errorOf(call)).toMatchObject({ code: 'ClientTimeout' })
    await server.close()
  })

  test('of one instance do not affect others', async () => {
    const { server, impatient } = await startWithTable()
    const other = await server.createInstance()
    const table = await clientOf(other, { retries: 0 }).createTable(orders)
    await other.addFault({ code: 'OTSServerBusy' })
    await impatient.put(ORDER)
    expect(await errorOf(table.put(ORDER))).toMatchObject({ code: 'OTSServerBusy' })
    await other.reset()
    expect(await impatient.get(KEY)).toEqual(ORDER)
    await other.deleteInstance()
    await expect(other.reset()).rejects.toThrow(`there is no instance '${other.instance}'`)
  })

  test.each([
    [{ code: 'OTSServerBusy', operation: 'PutRows' }, "'PutRows' is no operation"],
    [{ code: 'OTSServerBusy', rate: 0 }, 'the rate of a fault must be above 0 and up to 1'],
    [{ code: 'OTSServerBusy', times: 0 }, 'the times of a fault must be a whole number from 1'],
    [{ code: 'OTSServerBusy', times: 1.5 }, 'the times of a fault must be a whole number from 1'],
    [{ code: 'OTSServerBusy', cut: true }, 'a fault has a code or a cut, not both'],
    [{ latencyMs: -1 }, 'the latencyMs of a fault must be from 0 to 600000'],
    [{ latencyMs: 1, afterWork: true }, 'afterWork needs a code or a cut'],
    [{ operation: 'PutRow' }, 'a fault needs a code, a cut or a latencyMs'],
  ] satisfies [object, string][])('%j is refused', async (fault, text) => {
    const server = await start()
    const code: FaultCode | undefined = 'code' in fault ? 'OTSServerBusy' : undefined
    await expect(server.addFault({ ...fault, code })).rejects.toThrow(text)
  })

  test('with a code that a server cannot be busy or broken with are refused by name', async () => {
    const server = await start()
    // @ts-expect-error the compiler refuses it as well
    const adding = server.addFault({ code: 'OTSInvalidPK' })
    await expect(adding).rejects.toThrow(
      "'OTSInvalidPK' is no code of a fault, which has OTSServer",
    )
  })
})

describe('reset', () => {
  test('removes search indexes and open transactions', async () => {
    const server = await start()
    const client = clientOf(server)
    const makeTable = () => client.createTable(orders, { localTransactions: true })
    const table = await makeTable()
    const index = table.index('orders_index')
    await index.create({ fields: { buyer: 'KEYWORD' } })
    await table.put(ORDER)
    expect((await index.search({ waitForIndex: true })).rows).toHaveLength(1)
    const late = table.transaction('c1', async (inside) => {
      await inside.put({ ...ORDER, number: 2n })
      await server.reset()
      await makeTable()
      // No transaction holds this partition-key value any more.
      await table.put({ ...ORDER, number: 3n })
    })
    expect(await errorOf(late)).toMatchObject({ code: 'OTSSessionNotExist' })
    await index.create({ fields: { buyer: 'KEYWORD' } })
    const { rows } = await index.search({ waitForIndex: true })
    expect(rows.map(({ number }) => number)).toEqual([3n])
  })

  test('during writes ends them and leaves nothing', async () => {
    const { server, table } = await startWithTable()
    const writer = table.bulkWriter()
    const outcomes: Promise<string>[] = []
    let written: () => void = () => {}
    const isWriting = new Promise<void>((resolve) => {
      written = resolve
    })
    for (let number = 0n; number < 5000n; number += 1n) {
      const outcome = writer.write({ put: { buyer: `c${number}`, number } })
      outcomes.push(
        outcome.then(
          () => {
            written()
            return 'written'
          },
          (error: unknown) => (error instanceof CallError ? error.code : 'no CallError'),
        ),
      )
    }
    await isWriting
    await server.reset()
    await writer.close()
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['written', 'OTSObjectNotExist']))
    const client = clientOf(server)
    expect(await client.tableNames()).toEqual([])
    const again = await client.createTable(orders)
    for await (const row of again.range()) expect.unreachable(`there is a row of ${row.buyer}`)
  })
})

test('wrong options are reported in one line', async () => {
  await expect(start({ settings: { thrttle: 'table' } })).rejects.toThrow(
    "there is no setting 'thrttle'",
  )
  await expect(start({ settings: { throttle: 'perhaps' } })).rejects.toThrow('--throttle must be')
})
