import { expect, test } from 'vitest'
import { OrderChoice } from './order-choice.js'

/** Runs all trials; each takes the given time. */
const tried = (msOf: Readonly<Record<'sorted' | 'shuffled', number>>): OrderChoice => {
  const choice = new OrderChoice('auto')
  while (choice.isTrying) {
    const order = choice.next()
    choice.measured(order, 1000, msOf[order])
  }
  return choice
}

test('the faster order is chosen, with its reason', () => {
  expect(tried({ sorted: 10, shuffled: 20 }).next()).toBe('sorted')
  const choice = tried({ sorted: 20, shuffled: 10 })
  expect(choice.next()).toBe('shuffled')
  expect(choice.reason).toBe('shuffled: measured 50000 rows/s sorted, 100000 shuffled')
})

test('an explicit order is not tried', () => {
  const choice = new OrderChoice('shuffled')
  expect(choice.isTrying).toBe(false)
  expect(choice.next()).toBe('shuffled')
  expect(new OrderChoice('auto').reason).toContain('too few rows')
})
