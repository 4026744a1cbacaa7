import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type Target } from '../runner/server.js'
import { Client } from './client.js'
import { readEnvironment, type Connection } from './environment.js'
import { plain, pk } from './shapes.js'
import { ServiceError } from './service-error.js'
import type { Key } from './values.js'

let target: Target
let connection: Connection

beforeAll(async () => {
  target = await startServer({
    id: 'throttled',
    title: 'throttled to the reserved throughput',
    doorThreads: 0,
    ephemeral: true,
    options: ['--throttle', 'table'],
  })
  connection = readEnvironment(target.environment).main
})
afterAll(() => target.stop())

/** The debt of a table in write units: so large that it is paid in time only with a larger reservation. */
const OWED_UNITS = 500
const TRIES_MAX = 10_000
const EXHAUSTED = {
  code: 'OTSNotEnoughCapacityUnit',
  message: 'Remaining capacity unit is not enough.',
}

/** A table with one unit a second, after the write of a row that cost many units. */
const indebtedTable = async (client: Client, table: string): Promise<void> => {
  await client.createTable(table, { ...plain, reserved: { read: 0, write: 1 } })
  const text = 'x'.repeat(4096 * OWED_UNITS - 100)
  const { consumed } = await client.putRow(table, pk('large'), [['text', text]])
  expect(consumed).toEqual({ read: 0, write: OWED_UNITS })
}

const reserve = (client: Client, table: string, write: number): Promise<unknown> =>
  client.updateTable(table, { reservedThroughput: { capacityUnit: { read: 0, write } } })

/** Repeats a write until it succeeds: this SDK does not decode error codes, so it does not retry. */
const putAtLast = async (client: Client, table: string, key: Key): Promise<void> => {
  for (let refusals = 0; ; refusals++) {
    try {
      await client.putRow(table, key)
      return
    } catch (error) {
      const isExhausted = error instanceof ServiceError && error.message.includes(EXHAUSTED.message)
      if (!isExhausted || refusals === TRIES_MAX) throw error
    }
  }
}

test('a write is refused, and succeeds when it is repeated', async () => {
  const client = new Client(connection)
  await indebtedTable(client, 'single')
  const refused = client.putRow('single', pk('small'))
  await expect(refused).rejects.toMatchObject({ status: 403 })
  await expect(refused).rejects.toThrow(EXHAUSTED.message)
  expect((await client.getRow('single', pk('small'))).row).toBeUndefined()
  await reserve(client, 'single', 100_000)
  await putAtLast(client, 'single', pk('small'))
  expect((await client.getRow('single', pk('small'))).row).toBeDefined()
})

test('in a batch the rows of one table are refused and those of another are not', async () => {
  const client = new Client(connection)
  await indebtedTable(client, 'indebted')
  await client.createTable('solvent', { ...plain, reserved: { read: 0, write: 1000 } })
  const [refused, written] = await client.batchWriteRow([
    { table: 'indebted', rows: [{ put: pk('a') }] },
    { table: 'solvent', rows: [{ put: pk('a') }] },
  ])
  expect(refused).toMatchObject({ error: EXHAUSTED, consumed: { read: 0, write: 0 } })
  expect(written).toMatchObject({ error: undefined, consumed: { read: 0, write: 1 } })
  expect((await client.getRow('solvent', pk('a'))).row).toBeDefined()
})
