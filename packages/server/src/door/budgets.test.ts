import { describe, expect, test } from 'vitest'
import { BodyBudget } from './body-budget.js'

class Incoming {
  readonly tenant: string
  received = 0
  isAborted = false
  isGone = false

  constructor(tenant = 'inst') {
    this.tenant = tenant
  }

  abort(): void {
    this.isAborted = true
  }
}

const take = (budget: BodyBudget, request: Incoming, bytes: number): void => {
  request.received += bytes
  budget.received(request, bytes)
}

const pass = (budget: BodyBudget, now: number): void => {
  budget.tick(now)
  budget.sweep(now)
}

describe('the budget of incoming bodies', () => {
  test('evicts the oldest body when the bytes run out', () => {
    const budget = new BodyBudget(100, 1_000, 0)
    const [idle, oldest, newer] = [new Incoming(), new Incoming(), new Incoming()]
    for (const request of [idle, oldest, newer]) budget.begin(request)
    take(budget, oldest, 60)
    take(budget, newer, 40)
    expect(oldest.isAborted).toBe(false)
    take(budget, newer, 1)
    expect([idle, oldest, newer].map(({ isAborted }) => isAborted)).toEqual([false, true, false])
    take(budget, newer, 59)
    expect(newer.isAborted).toBe(false)
  })

  test('gets the bytes of a complete body back, once', () => {
    const budget = new BodyBudget(100, 1_000, 0)
    const [first, second] = [new Incoming(), new Incoming()]
    const place = budget.begin(first)
    take(budget, first, 100)
    budget.end(place)
    budget.end(place)
    budget.begin(second)
    take(budget, second, 100)
    expect(second.isAborted).toBe(false)
    take(budget, second, 1)
    expect(second.isAborted).toBe(true)
  })

  test('evicts bodies that take too long, and only those', () => {
    const budget = new BodyBudget(100, 1_000, 0)
    const [first, second] = [new Incoming(), new Incoming()]
    budget.begin(first)
    pass(budget, 600)
    budget.begin(second)
    pass(budget, 999)
    expect([first.isAborted, second.isAborted]).toEqual([false, false])
    pass(budget, 1_000)
    expect([first.isAborted, second.isAborted]).toEqual([true, false])
    pass(budget, 1_600)
    expect(second.isAborted).toBe(true)
  })

  test('evicts from the instance with the most bytes, not from the first one', () => {
    const budget = new BodyBudget(100, 1_000, 0)
    const other = new Incoming('other')
    const flood = [new Incoming(), new Incoming(), new Incoming()]
    for (const request of [other, ...flood]) budget.begin(request)
    take(budget, other, 30)
    for (const request of flood) take(budget, request, 30)
    expect(flood.map(({ isAborted }) => isAborted)).toEqual([true, false, false])
    take(budget, other, 20)
    expect(flood.map(({ isAborted }) => isAborted)).toEqual([true, true, false])
    expect(other.isAborted).toBe(false)
    take(budget, other, 30)
    expect(other.isAborted).toBe(true)
  })

  test('frees bodies whose client has disconnected', () => {
    const budget = new BodyBudget(100, 1_000, 0)
    const [gone, here] = [new Incoming(), new Incoming()]
    for (const request of [gone, here]) {
      budget.begin(request)
      take(budget, request, 50)
    }
    gone.isGone = true
    budget.sweep(1)
    expect([gone.isAborted, here.isAborted]).toEqual([true, false])
    take(budget, here, 50)
    expect(here.isAborted).toBe(false)
  })
})
