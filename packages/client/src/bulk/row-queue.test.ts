import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PendingRow, RowQueue } from './row-queue.js'

const pending = (order: string, bytes: number, number: number): PendingRow => ({
  row: {
    type: 'PUT',
    rowChange: Buffer.from(String(number)),
    condition: { rowExistence: 'IGNORE', columnCondition: undefined },
    returnContent: undefined,
  },
  order,
  bytes,
  attempts: 0,
  next: undefined,
  resolve: () => undefined,
  reject: () => undefined,
})

/**
 * The steps of a test: a row is added, a batch is sent, or the oldest batch is answered and some of its
 * rows are refused.
 */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('push' as const), partition: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('take' as const), rows: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('answer' as const), refused: fc.nat(15) }),
  ),
  { maxLength: 60 },
)

test('rows of one value are written in order, once each, whatever is refused meanwhile', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const queue = new RowQueue()
      const underWay: PendingRow[][] = []
      const written = new Map<string | undefined, number[]>()
      let pushed = 0
      const answer = (refused: number): void => {
        const batch = underWay.shift() ?? []
        batch.forEach((row, i) => {
          if ((refused & (1 << i)) !== 0) {
            row.attempts += 1
            queue.again(row)
            return
          }
          const orders = written.get(row.order) ?? []
          orders.push(Number(row.row.rowChange.toString()))
          written.set(row.order, orders)
          queue.done(row)
        })
      }
      for (const step of script) {
        if (step.kind === 'push') queue.push(pending(step.partition, 1, pushed++))
        else if (step.kind === 'take') underWay.push(queue.take(step.rows, 100))
        else answer(step.refused)
        const partitions = underWay.flatMap((batch) => batch.map((row) => row.order))
        expect(new Set(partitions).size).toBe(partitions.length)
      }
      while (underWay.length > 0) answer(0)
      while (queue.rows > 0) {
        underWay.push(queue.take(4, 100))
        answer(0)
      }
      expect([...written.values()].flat()).toHaveLength(pushed)
      for (const orders of written.values())
        expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    }),
  )
})

test('rows without an order do not wait for others', () => {
  const queue = new RowQueue()
  const rows = [1, 2, 3].map((number) => ({ ...pending('', 1, number), order: undefined }))
  for (const row of rows) queue.push(row)
  expect(queue.ready).toBe(3)
  expect(queue.take(3, 100)).toEqual(rows)
  for (const row of rows) queue.done(row)
  expect([queue.ready, queue.rows]).toEqual([0, 0])
})
