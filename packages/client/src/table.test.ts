import { batchWriteRow, decodeRows } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { Client } from './client.js'
import { clientLimits } from './limits.js'
import { defineTable } from './schema/define-table.js'
import { TransportError } from './transport/transport.js'

const things = defineTable({ name: 'things', key: { id: 'string' }, columns: { text: 'string' } })

test('batches that are under way together keep their own rows, also large ones', async () => {
  const bodies: Buffer[] = []
  const client = new Client(
    { endpoint: 'http://127.0.0.1:1', instance: 'i', accessKey: { id: 'a', secret: 'b' } },
    {
      transport: {
        send: (_operation, _headers, body) => {
          bodies.push(body)
          return new Promise<never>(() => undefined)
        },
        close: async () => undefined,
      },
    },
  )
  const table = client.table(things)
  const batches = [1, 2, clientLimits.BATCH_MEMORY_BYTES, 3].map((length, nth) =>
    ['x', 'y'].map((letter) => ({ id: `${nth}${letter}`, text: letter.repeat(length) })),
  )
  for (const batch of batches) void table.writeMany(batch.map((put) => ({ put })))
  expect(bodies.map(rowsOf)).toEqual(batches)
})

test('the memory of a request serves again when it was answered, and not when it has failed', async () => {
  const bodies: Buffer[] = []
  const done = { isOk: true, consumed: { read: 0, write: 1 }, row: undefined } as const
  const answer = batchWriteRow.encodeReply({ tables: [{ tableName: 'things', rows: [done] }] })
  const accessKey = { id: 'a', secret: 'b' }
  const client = new Client(
    { endpoint: 'http://127.0.0.1:1', instance: 'i', accessKey, verifyReplies: false },
    {
      transport: {
        send: (_operation, _headers, body) => {
          bodies.push(body)
          return bodies.length === 2
            ? Promise.reject(new TransportError('the connection was reset', false, undefined))
            : Promise.resolve({ status: 200, headers: new Map(), body: answer })
        },
        close: async () => undefined,
      },
    },
  )
  const table = client.table(things)
  await table.writeMany([{ put: { id: '1' } }])
  await expect(table.writeMany([{ put: { id: '2' } }])).rejects.toThrow('reset')
  await table.writeMany([{ put: { id: '3' } }])
  const memory = bodies.map(({ buffer }) => buffer)
  expect([memory[1] === memory[0], memory[2] === memory[0]]).toEqual([true, false])
})

/** The rows of a request, with the texts of their cells. */
const rowsOf = (body: Buffer): unknown[] =>
  batchWriteRow
    .decodeRequest(body)
    .tables.flatMap(({ rows }) =>
      rows.flatMap(({ rowChange }) =>
        decodeRows(rowChange).map(({ primaryKey, cells }) =>
          Object.fromEntries(
            [...primaryKey, ...cells].map(({ name, value }) => [name, value?.toString('utf8', 5)]),
          ),
        ),
      ),
    )
