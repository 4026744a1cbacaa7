import { expect, test } from 'vitest'
import { OrderChoice } from './order-choice.js'

/** Runs all trials; each takes the given time. */
const tried = (msOf: Readonly<Record<'sorted' | 'shuffled', number>>): OrderChoice => {
  const choice = new OrderChoice('auto')
  for (let i = 0; i < 20; i++) {
    const { isTrying } = choice
    const order = choice.next()
    if (isTrying) choice.measured(order, 1000, msOf[order])
  }
  return choice
}

test('the faster order is chosen, with its reason', () => {
  expect(tried({ sorted: 10, shuffled: 20 }).next()).toBe('sorted')
  const choice = tried({ sorted: 20, shuffled: 10 })
  expect(choice.next()).toBe('shuffled')
  expect(choice.reason).toBe('shuffled: measured 50000 rows/s sorted, 100000 shuffled')
})

test('shuffled rows, which cost more work, have to be clearly faster', () => {
  const choice = tried({ sorted: 20, shuffled: 19 })
  expect(choice.next()).toBe('sorted')
  expect(choice.reason).toBe(
    'sorted: measured 50000 rows/s sorted, 52632 shuffled, which is not enough to pay for itself',
  )
})

test('both orders have the same places among the trials, so that warming up favours neither', () => {
  const choice = new OrderChoice('auto')
  const places: Record<string, number> = { sorted: 0, shuffled: 0 }
  for (let i = 0; i < 20; i++) {
    const { isTrying } = choice
    const order = choice.next()
    if (!isTrying) continue
    places[order] = (places[order] ?? 0) + i
    choice.measured(order, 1000, 10)
  }
  expect(places['sorted']).toBeGreaterThan(0)
  expect(places['shuffled']).toBe(places['sorted'])
})

test('an explicit order is not tried', () => {
  const choice = new OrderChoice('shuffled')
  expect(choice.isTrying).toBe(false)
  expect(choice.next()).toBe('shuffled')
  expect(new OrderChoice('auto').reason).toContain('too few rows')
})
