import { describe, expect, test } from 'vitest'
import { BodyBudget } from './body-budget.js'
import { ReplyBudget } from './reply-budget.js'

class Incoming {
  received = 0
  hasGivenUp = false
  readonly startedAt: number

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  giveUp(): void {
    this.hasGivenUp = true
  }
}

const take = (budget: BodyBudget, request: Incoming, bytes: number): void => {
  request.received += bytes
  budget.received(bytes)
}

describe('the budget of incoming bodies', () => {
  test('lets the oldest with bytes give way when they run out', () => {
    const budget = new BodyBudget(100, 1_000)
    const [idle, oldest, newer] = [new Incoming(0), new Incoming(1), new Incoming(2)]
    for (const request of [idle, oldest, newer]) budget.begin(request)
    take(budget, oldest, 60)
    take(budget, newer, 40)
    expect(oldest.hasGivenUp).toBe(false)
    take(budget, newer, 1)
    expect([idle, oldest, newer].map(({ hasGivenUp }) => hasGivenUp)).toEqual([false, true, false])
    take(budget, newer, 59)
    expect(newer.hasGivenUp).toBe(false)
  })

  test('has the bytes of complete bodies back, once', () => {
    const budget = new BodyBudget(100, 1_000)
    const [first, second] = [new Incoming(0), new Incoming(0)]
    budget.begin(first)
    take(budget, first, 100)
    budget.end(first)
    budget.end(first)
    budget.begin(second)
    take(budget, second, 100)
    expect(second.hasGivenUp).toBe(false)
    take(budget, second, 1)
    expect(second.hasGivenUp).toBe(true)
  })

  test('gives up those that take too long, and only those', () => {
    const budget = new BodyBudget(100, 1_000)
    const requests = [new Incoming(0), new Incoming(500), new Incoming(1_500)]
    for (const request of requests) budget.begin(request)
    budget.sweep(1_499)
    expect(requests.map(({ hasGivenUp }) => hasGivenUp)).toEqual([true, false, false])
    budget.sweep(1_500)
    expect(requests.map(({ hasGivenUp }) => hasGivenUp)).toEqual([true, true, false])
  })
})

describe('the budget of unread replies', () => {
  const reply = (replyBytes: number) => {
    const outgoing = { replyBytes, isCut: false, cut: () => {} }
    outgoing.cut = () => {
      outgoing.isCut = true
    }
    return outgoing
  }

  test('does not count small ones', () => {
    const budget = new ReplyBudget(100)
    expect(budget.begin(reply(65_535))).toBe(false)
    expect(budget.begin(reply(65_536))).toBe(true)
  })

  test('cuts the oldest past the bound, never the newest', () => {
    const budget = new ReplyBudget(200_000)
    const [first, second, third, huge] = [100_000, 100_000, 100_000, 900_000].map(reply)
    for (const outgoing of [first, second, third]) if (outgoing) budget.begin(outgoing)
    expect([first?.isCut, second?.isCut, third?.isCut]).toEqual([true, false, false])
    if (huge) budget.begin(huge)
    expect([second?.isCut, third?.isCut, huge?.isCut]).toEqual([true, true, false])
  })

  test('has the bytes of read ones back', () => {
    const budget = new ReplyBudget(100_000)
    const [first, second] = [reply(100_000), reply(100_000)]
    budget.begin(first)
    budget.end(first)
    budget.begin(second)
    expect(first.isCut).toBe(false)
  })
})
