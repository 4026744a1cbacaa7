import type { Client } from '@rowhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferLimits } from '../limits.js'
import { type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import { sampleTable } from './sample-table.js'

const ROWS = 1_000
const VALUE = 'x'.repeat(20_000)

let place: TestPlace
beforeAll(async () => {
  place = await startTestPlace()
  const table = await place.client.createTable({
    name: 'texts',
    key: { id: 'integer' },
    columns: { text: 'string' },
  })
  const writer = table.bulkWriter({ order: 'row' })
  for (let id = 0n; id < BigInt(ROWS); id++) void writer.write({ put: { id, text: VALUE } })
  await writer.close()
})
afterAll(() => place.close())

test('a sample comes from places all over the table, and is as large as wanted', async () => {
  const { keyNames, records } = await sampleTable(place.client, 'texts', { rowsMax: 30 })
  expect(keyNames).toEqual(['id'])
  expect(records).toHaveLength(30)
  const ids = records.map(({ values }) => Number(values[0]))
  expect(Math.max(...ids)).toBeGreaterThan(ROWS / 2)
  expect(ids.slice(0, 3)).toEqual([0, 1, 2])
})

test('it has no more bytes than allowed, whatever the rows have', async () => {
  const bytesMax = 30 * VALUE.length
  const { records } = await sampleTable(place.client, 'texts', { rowsMax: ROWS, bytesMax })
  expect(records.length).toBeGreaterThan(0)
  // Of each place a few rows more, with which its share is passed.
  expect(records.length).toBeLessThan(ROWS)
})

test('a large table is split into no more parts than are wanted', async () => {
  const sizes: bigint[] = []
  const call = place.client.call.bind(place.client)
  const client = calling((operation, request) => {
    if (isSplitting(request)) sizes.push(request.splitSize)
    return call(operation, request)
  })
  await sampleTable(client, 'texts', { rowsMax: transferLimits.SAMPLE_PLACE_ROWS })
  const inAll = BigInt(Math.ceil((ROWS * VALUE.length) / 2 ** 20))
  expect(sizes.at(-1)).toBeGreaterThan(inAll / 2n)
})

const isSplitting = (request: unknown): request is { readonly splitSize: bigint } =>
  typeof request === 'object' && request !== null && 'splitSize' in request

/** The client, with another way of calling. */
const calling = (call: Client['call']): Client =>
  new Proxy(place.client, {
    get: (target, name): unknown => (name === 'call' ? call : Reflect.get(target, name, target)),
  })

test('its places are read several at a time, and never more', async () => {
  let [now, most] = [0, 0]
  const call = place.client.call.bind(place.client)
  const client = calling(async (operation, request) => {
    now += 1
    most = Math.max(most, now)
    try {
      return await call(operation, request)
    } finally {
      now -= 1
    }
  })
  const { records } = await sampleTable(client, 'texts', { rowsMax: 100 })
  expect(records).toHaveLength(100)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(transferLimits.SAMPLE_PLACES_AT_ONCE)
})
