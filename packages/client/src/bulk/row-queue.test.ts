import { BatchWriteBody, type PlainBufferRow, batchWriteRow, decodeRow } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RowBatch, RowQueue } from './row-queue.js'

/** A queue of rows whose keys are the given numbers. */
const queueOf = (rowsMax: number, bytesMax = 10_000): RowQueue<number> =>
  new RowQueue<number>({
    rowsMax,
    bytesMax,
    newBody: () => {
      const body = new BatchWriteBody(64)
      body.begin('t')
      return body
    },
    add: (body, number) => {
      body.beginRow().primaryKeyCell('n', BigInt(number))
      if (number < 0) throw new RangeError('a negative number')
      body.endRow('PUT', { rowExistence: 'IGNORE', columnCondition: undefined }, undefined)
    },
  })

/** The numbers of a request's rows. */
const numbersOf = ({ body }: RowBatch): number[] =>
  batchWriteRow
    .decodeRequest(Buffer.from(body.finish(undefined, false)))
    .tables.flatMap(({ rows }) =>
      rows.map(({ rowChange }) => Number(integerOf(decodeRow(rowChange)))),
    )

const integerOf = ({ primaryKey: [cell] }: PlainBufferRow): bigint =>
  cell?.value?.readBigInt64LE(1) ?? -1n

/**
 * The steps of a test: a row is added, a batch is sent, or the oldest batch is answered and some of its
 * rows are refused.
 */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('push' as const), partition: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('take' as const) }),
    fc.record({ kind: fc.constant('answer' as const), refused: fc.nat(15) }),
  ),
  { maxLength: 60 },
)

test('rows of one value are written in order, once each, whatever is refused meanwhile', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 4 }), (script, rowsMax) => {
      const queue = queueOf(rowsMax)
      const underWay: RowBatch[] = []
      const written = new Map<string | undefined, number[]>()
      let pushed = 0
      const take = (): void => {
        const batch = queue.take()
        if (batch !== undefined) underWay.push(batch)
      }
      const answer = (refused: number): void => {
        const batch = underWay.shift()
        if (batch === undefined) return
        expect(batch.rows.length).toBeLessThanOrEqual(rowsMax)
        const numbers = numbersOf(batch)
        batch.rows.forEach((row, i) => {
          if ((refused & (1 << i)) !== 0) {
            queue.again(row, batch.body.copyRow(i))
            return
          }
          const orders = written.get(row.order) ?? []
          orders.push(numbers[i] ?? -1)
          written.set(row.order, orders)
          queue.done(row)
        })
      }
      for (const step of script) {
        if (step.kind === 'push') queue.push(step.partition, pushed++)
        else if (step.kind === 'take') take()
        else answer(step.refused)
        const partitions = underWay.flatMap(({ rows }) => rows.map((row) => row.order))
        expect(new Set(partitions).size).toBe(partitions.length)
      }
      while (underWay.length > 0) answer(0)
      while (queue.rows > 0) {
        take()
        answer(0)
      }
      expect([queue.ready, queue.bytes]).toEqual([0, 0])
      expect([...written.values()].flat()).toHaveLength(pushed)
      for (const orders of written.values())
        expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    }),
  )
})

test('rows without an order do not wait for others', () => {
  const queue = queueOf(200)
  const rows = [1, 2, 3].map((number) => queue.push(undefined, number))
  expect(queue.ready).toBe(3)
  expect(queue.take()?.rows).toEqual(rows)
  for (const row of rows) queue.done(row)
  expect([queue.ready, queue.rows]).toEqual([0, 0])
})

test('a request is full at its rows or before it passes its bytes', () => {
  const queue = queueOf(3, 80)
  for (const number of [1, 2, 3, 4]) queue.push(undefined, number)
  const batches = [queue.take(), queue.take(), queue.take()]
  expect(batches.map((batch) => batch && numbersOf(batch))).toEqual([[1, 2], [3, 4], undefined])
  expect(queue.bytes).toBe(0)
})

test('a row that cannot be encoded leaves nothing behind', () => {
  const queue = queueOf(3)
  queue.push('a', 1)
  for (const order of ['a', 'b']) expect(() => queue.push(order, -1)).toThrow('negative')
  queue.push('b', 2)
  queue.push('a', 3)
  const batch = queue.take()
  expect(batch && numbersOf(batch)).toEqual([1, 2])
  for (const row of batch?.rows ?? []) queue.done(row)
  const last = queue.take()
  expect(last && numbersOf(last)).toEqual([3])
})
