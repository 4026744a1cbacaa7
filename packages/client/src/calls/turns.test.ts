import { batchWriteRow } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { Client } from '../client.js'
import { defineTable } from '../schema/define-table.js'
import type { Reply, Transport } from '../transport/transport.js'
import { Turns } from './turns.js'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('the first goes on at once, the others in later turns and in order', async () => {
  const turns = new Turns()
  const gone: number[] = []
  for (const i of [0, 1, 2]) void turns.next().then(() => gone.push(i))
  await Promise.resolve()
  const seen: number[][] = [[...gone]]
  while (gone.length < 3) {
    await turn()
    if (gone.length > (seen.at(-1)?.length ?? 0)) seen.push([...gone])
  }
  expect(seen).toEqual([[0], [0, 1], [0, 1, 2]])
})

test('a free turn is free again', async () => {
  const turns = new Turns()
  await turns.next()
  for (let i = 0; i < 3; i++) await turn()
  let isGone = false
  void turns.next().then(() => {
    isGone = true
  })
  await Promise.resolve()
  expect(isGone).toBe(true)
})

const table = defineTable({ name: 't', key: { id: 'string' }, columns: {} })
const ROWS = 100
const reply: Reply = {
  status: 200,
  headers: new Map(),
  body: batchWriteRow.encodeReply({
    tables: [
      {
        tableName: 't',
        rows: Array.from({ length: ROWS }, () => {
          return { isOk: true, consumed: { read: 0, write: 1 }, row: undefined }
        }),
      },
    ],
  }),
}

test('of batches answered together, each next one is written before another is encoded', async () => {
  const events: string[] = []
  const waiting: (() => void)[] = []
  /** Writes at the end of a turn, as undici does, and answers four requests together. */
  const transport: Transport = {
    send: () =>
      new Promise((resolve) => {
        events.push('encoded')
        setImmediate(() => {
          events.push('written')
          waiting.push(() => resolve(reply))
          if (waiting.length === 4) for (const answer of waiting.splice(0)) answer()
        })
      }),
    close: async () => undefined,
  }
  const options = { endpoint: 'http://127.0.0.1:1', instance: 'i', verifyReplies: false }
  const client = new Client({ ...options, accessKey: { id: 'a', secret: 'b' } }, { transport })
  const rows = client.table(table)
  const batch = Array.from({ length: ROWS }, (_, i) => ({ put: { id: `${i}` } }))
  const writer = async (): Promise<void> => {
    await rows.writeMany(batch)
    await rows.writeMany(batch)
  }
  await Promise.all([writer(), writer(), writer(), writer()])
  expect(events.slice(8)).toEqual(Array.from({ length: 4 }, () => ['encoded', 'written']).flat())
})
