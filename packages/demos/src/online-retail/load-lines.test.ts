import { setImmediate as settled } from 'node:timers/promises'
import type TableStore from 'tablestore'
import { expect, test } from 'vitest'
import { type BatchWriter, type LoadResult, ROWS_PER_BATCH, loadLines } from './load-lines.js'
import type { OrderLine } from './order-line.js'

const lineNumber = (line: number): OrderLine => ({
  invoiceNo: '536365',
  line,
  stockCode: 'A',
  description: '',
  quantity: 1,
  invoiceTime: 0,
  unitPriceMills: 1,
  customerId: '',
  country: 'EIRE',
})

async function* lines(count: number): AsyncGenerator<OrderLine> {
  for (let line = 1; line <= count; line++) yield lineNumber(line)
}

const ok: TableStore.WrittenRow = { isOk: true, errorCode: null, errorMessage: null }
const busy: TableStore.WrittenRow = {
  isOk: false,
  errorCode: 'OTSServerBusy',
  errorMessage: 'later',
}

type Answer = (rows: readonly TableStore.RowChange[], call: number) => TableStore.WrittenRow[]

/** A writer that keeps the rows it accepted and how many calls were open at once. */
const fakeWriter = (answer: Answer) => {
  const accepted: string[] = []
  const state = { calls: 0, open: 0, mostOpen: 0 }
  const client: BatchWriter = {
    batchWriteRow: async ({ tables }) => {
      const rows = tables[0]?.rows ?? []
      state.open += 1
      state.mostOpen = Math.max(state.mostOpen, state.open)
      await settled()
      state.open -= 1
      const answers = answer(rows, ++state.calls)
      rows.forEach((row, index) => {
        if (answers[index]?.isOk === true) accepted.push(JSON.stringify(row.primaryKey))
      })
      return { tables: answers }
    },
  }
  return { client, accepted, state }
}

const load = (client: BatchWriter, count: number, concurrency = 4): Promise<LoadResult> =>
  loadLines({
    client,
    lines: lines(count),
    concurrency,
    onRows: () => undefined,
    retry: { attempts: 3, firstDelayMs: 0, longestDelayMs: 0 },
  })

test('all lines go in batches of the size that the service allows', async () => {
  const writer = fakeWriter((rows) => rows.map(() => ok))
  const result = await load(writer.client, 2 * ROWS_PER_BATCH + 1)
  expect(result).toEqual({ rows: 401, batches: 3, retriedRows: 0 })
  expect(new Set(writer.accepted).size).toBe(401)
})

test('no more batches are on their way than asked for', async () => {
  const writer = fakeWriter((rows) => rows.map(() => ok))
  await load(writer.client, 20 * ROWS_PER_BATCH, 3)
  expect(writer.state.mostOpen).toBe(3)
})

test('only the rows that failed are sent again', async () => {
  const writer = fakeWriter((rows, call) =>
    rows.map((_row, index) => (call === 1 && index % 10 === 0 ? busy : ok)),
  )
  const result = await load(writer.client, 100, 1)
  expect(result.retriedRows).toBe(10)
  expect(writer.accepted.length).toBe(100)
  expect(new Set(writer.accepted).size).toBe(100)
})

test('a broken connection sends the whole batch again', async () => {
  const writer = fakeWriter((rows, call) => {
    if (call === 1) throw Object.assign(new Error('reset'), { code: 'NetworkingError' })
    return rows.map(() => ok)
  })
  expect((await load(writer.client, 50, 1)).retriedRows).toBe(50)
  expect(writer.accepted.length).toBe(50)
})

test('a row that can never succeed ends the load with its reason', async () => {
  const refused = { isOk: false, errorCode: 'OTSParameterInvalid', errorMessage: 'no such column' }
  const writer = fakeWriter((rows) => rows.map(() => refused))
  await expect(load(writer.client, 10)).rejects.toThrow('OTSParameterInvalid no such column')
  expect(writer.state.calls).toBe(1)
})

test('a server that stays busy is given up on after the last attempt', async () => {
  const writer = fakeWriter((rows) => rows.map(() => busy))
  await expect(load(writer.client, 10, 1)).rejects.toThrow(
    'gave up after 3 attempts: OTSServerBusy',
  )
})

test('an answer of another length is not taken for success', async () => {
  const writer = fakeWriter(() => [ok])
  await expect(load(writer.client, 2, 1)).rejects.toThrow('a batch of 2 rows was answered with 1')
})
