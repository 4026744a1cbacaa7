import { batchWriteRow } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { orderMaker } from '../documents/order.js'
import { ordersAfter, writeBodies, writesOf } from './write-stream.js'

const plan = { tableName: 't', from: 0, writes: 1_000, updateShare: 0.5 }

test('updates go to orders that were written before, and every new order comes once', () => {
  let next = 0
  for (const { number, revision } of writesOf(plan)) {
    if (revision === 0) expect(number).toBe(next++)
    else expect(number).toBeLessThan(next)
  }
  expect(ordersAfter(plan)).toBe(next)
  expect(next).toBeGreaterThan(400)
  expect(next).toBeLessThan(600)
})

test('without updates a plan continues where the one before it ended', () => {
  const numbers = [...writesOf({ ...plan, from: 40, writes: 3, updateShare: 0 })]
  expect(numbers.map(({ number }) => number)).toEqual([40, 41, 42])
})

test('the writes are cut into bodies of a size, the last one shorter', () => {
  const bodies = [...writeBodies({ ...plan, writes: 25 }, 10, orderMaker({ documents: 25 }))]
  expect(bodies.map(({ rows }) => rows)).toEqual([10, 10, 5])
  const sent = bodies.map(({ body }) => batchWriteRow.decodeRequest(body).tables[0]?.rows.length)
  expect(sent).toEqual([10, 10, 5])
})
