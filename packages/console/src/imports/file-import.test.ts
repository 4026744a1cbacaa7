import type { Answered, RefusedRow } from '@rowhouse/console-gate/shapes'
import { expect, test } from 'vitest'
import { GateError } from '../gate/gate-client.js'
import { pageLimits } from '../limits.js'
import { choicesOfNewTable } from './column-choices.js'
import { FileImport, type WriteRows } from './file-import.js'
import { openRecords, readSample } from './file-records.js'
import { RowMaker, type RowPut } from './row-of-record.js'

const READING = { format: 'csv', delimiter: ',', encoding: 'utf-8' } as const

const answered = (rows: readonly (RefusedRow | null)[]): Answered<'BatchWriteRow'> => ({
  answer: { rows },
  requestId: 'r',
  took: 1,
  spent: [],
})

const idOf = ({ key }: RowPut): bigint => {
  const value = key[0]?.value
  return typeof value === 'bigint' ? value : -1n
}

async function importOf(text: string, write: WriteRows): Promise<FileImport> {
  const file = new File([text], 'orders.csv')
  const { columns, records } = await readSample(file, READING)
  return new FileImport({
    opened: openRecords(file, READING),
    maker: new RowMaker(
      choicesOfNewTable(columns, records.length).map((choice) => ({ ...choice, type: 'integer' })),
    ),
    write,
    wait: async () => {},
  })
}

const linesOf = (count: number): string =>
  ['id,n', ...Array.from({ length: count }, (_, id) => `${id},${id}`)].join('\n')

test('rows are written in full requests, and integers stay exact', async () => {
  const written: RowPut[][] = []
  const work = await importOf(`id,n\n9223372036854775807,1\n2,2\n`, async (rows) => {
    written.push([...rows])
    return answered(rows.map(() => null))
  })
  await work.run()
  expect(work.progress).toMatchObject({ state: 'done', written: 2, refused: 0 })
  expect(written.flat().map(idOf)).toEqual([9223372036854775807n, 2n])
})

test('records that are no rows and rows that are refused are listed with their reason', async () => {
  const work = await importOf('id,n\n1,1\n2\n3,3\n', async (rows) =>
    answered(rows.map((row) => (idOf(row) === 3n ? { code: 'OTSBad', message: 'no' } : null))),
  )
  await work.run()
  expect(work.progress).toMatchObject({ state: 'done', written: 1, refused: 2 })
  expect(work.progress.refusals).toEqual([
    { record: 2, reason: { problem: 'unreadable' }, content: '2' },
    { record: 3, reason: { problem: 'service', message: 'OTSBad: no' }, content: '3, 3' },
  ])
})

test('the list of refused records is bounded, their number is not', async () => {
  const count = pageLimits.REFUSALS_SHOWN * 3
  const work = await importOf(linesOf(count), async (rows) =>
    answered(rows.map(() => ({ code: 'OTSBad', message: 'no' }))),
  )
  await work.run()
  expect(work.progress.refused).toBe(count)
  expect(work.progress.refusals).toHaveLength(pageLimits.REFUSALS_SHOWN)
})

test('one row that spoils its request does not spoil the others', async () => {
  const work = await importOf(linesOf(5), async (rows) => {
    if (rows.some((row) => idOf(row) === 3n)) {
      throw new GateError(400, 'OTSParameterInvalid', 'wrong', 'r')
    }
    return answered(rows.map(() => null))
  })
  await work.run()
  expect(work.progress).toMatchObject({ state: 'done', written: 4, refused: 1 })
})

test('after a failure it goes on with what had no answer, each row once', async () => {
  const seen: bigint[] = []
  let isDown = false
  const count = pageLimits.BATCH_ROWS * 6
  const work = await importOf(linesOf(count), async (rows) => {
    if (isDown) throw new GateError(500, 'ConsoleRefusal', 'down', undefined)
    seen.push(...rows.map(idOf))
    isDown = seen.length >= pageLimits.BATCH_ROWS * 2
    return answered(rows.map(() => null))
  })
  await work.run()
  expect(work.progress.state).toBe('failed')
  expect(work.progress.error?.message).toBe('down')
  isDown = false
  const before = seen.length
  while (work.progress.state === 'failed') {
    isDown = false
    await work.run()
  }
  expect(seen.length).toBeGreaterThan(before)
  expect(work.progress).toMatchObject({ state: 'done', written: count })
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(count)
})

test('it stops between two records, and goes on there', async () => {
  let stop = (): void => {}
  const count = pageLimits.BATCH_ROWS * 4
  const work = await importOf(linesOf(count), async (rows) => {
    stop()
    return answered(rows.map(() => null))
  })
  stop = work.stop
  await work.run()
  expect(work.progress.state).toBe('stopped')
  expect(work.progress.written).toBeLessThan(count)
  stop = () => {}
  await work.run()
  expect(work.progress).toMatchObject({ state: 'done', written: count })
})

test('a later row of a key is written after an earlier one', async () => {
  const values: unknown[] = []
  const work = await importOf('id,n\n1,1\n2,2\n1,3\n', async (rows) => {
    values.push(rows.map(({ columns }) => columns[0]?.value))
    return answered(rows.map(() => null))
  })
  await work.run()
  expect(values).toEqual([[1n, 2n], [3n]])
})

test('rows that a busy server refuses are sent again', async () => {
  let tries = 0
  const work = await importOf('id,n\n1,1\n', async (rows) => {
    tries += 1
    const busy = { code: 'OTSServerBusy', message: 'busy' }
    return answered(rows.map(() => (tries < 3 ? busy : null)))
  })
  await work.run()
  expect(tries).toBe(3)
  expect(work.progress).toMatchObject({ state: 'done', written: 1, refused: 0 })
})

test('a file that ends within a quoted field says so, and what came before is written', async () => {
  const rows = linesOf(3)
  const work = await importOf(rows, async (sent) => answered(sent.map(() => null)))
  await work.run()
  expect(work.progress.state).toBe('done')
  const file = new File([`${rows}\n4,"x`], 'orders.csv')
  const broken = new FileImport({
    opened: openRecords(file, READING),
    maker: new RowMaker([
      { source: 'id', isUsed: true, target: 'id', type: 'integer', keyPlace: 1 },
    ]),
    write: async (sent) => answered(sent.map(() => null)),
    wait: async () => {},
  })
  await broken.run()
  expect(broken.progress).toMatchObject({ state: 'broken', written: 3 })
})
