import { consumerQuestions, ordersSample, sellerQuestions } from '@rowhouse/demos'
import { expect, test } from 'vitest'
import { orderOf } from '../measure/load-orders.js'
import { latestFirst } from '../sharded/merge-answers.js'
import { bestProductsOf, listRows, spendingOf } from './answers-of-rows.js'

const source = ordersSample({ seed: 1, rows: 3_000 })
const numbers = Array.from({ length: source.rows }, (_, n) => n)

test('what a program counts in the orders of a consumer is what the sample counts', () => {
  const { planted, tally } = consumerQuestions.spendingByMonth
  const wanted = tally(planted)
  for (const n of numbers) wanted.add(source.fact(n))
  const orders = numbers
    .map((n) => orderOf(source, n))
    .filter(({ cId }) => cId === planted.consumer)
  expect(orders.length).toBeGreaterThan(200)
  expect(spendingOf(orders)).toEqual(wanted.answer())
})

test('a seller’s best products and latest orders of a month are those of the sample', () => {
  const { planted, tally } = sellerQuestions.bestProducts
  const best = tally(planted)
  const latest = sellerQuestions.ordersOfMonth.tally(planted)
  for (const n of numbers) {
    best.add(source.fact(n))
    latest.add(source.fact(n))
  }
  const { from, to } = planted.period
  const orders = numbers
    .map((n) => orderOf(source, n))
    .filter(
      ({ sId, createTime = 0n }) => sId === planted.seller && createTime >= from && createTime < to,
    )
  expect(orders.length).toBeGreaterThan(5)
  expect(bestProductsOf(orders)).toEqual(best.answer())
  expect(listRows(orders, latestFirst)).toEqual(latest.answer())
})
