import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError } from '../errors.js'
import { defineTable } from '../schema/define-table.js'
import { type TestServer, startTestServer } from '../testing/test-server.js'

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

test('all rows arrive, and those of one value in the order in which they were given', async () => {
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
  // The last one given of each value.
  expect(values.get('key-0')).toBe(2800n)
  expect(values.get('key-699')).toBe(2799n)
})

test('a row that cannot be written tells so, and the others are written', async () => {
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
  expect(await table.get({ id: 'good', part: 0n })).toEqual({ id: 'good', part: 0n })
})
