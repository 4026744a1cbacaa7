import { expect, test } from 'vitest'
import { TenantShare } from './tenant-share.js'

test('without limits nothing is refused', () => {
  const share = new TenantShare({}, 0)
  for (let count = 0; count < 10_000; count++) {
    expect(share.passes(1_000_000, 0)).toBeUndefined()
    share.enter(1_000_000)
  }
})

test('a limit on concurrency refuses until a request has left', () => {
  const share = new TenantShare({ concurrent: 2 }, 0)
  share.enter(1)
  share.enter(1)
  expect(share.passes(1, 0)).toBe('concurrent')
  share.leave(1)
  expect(share.passes(1, 0)).toBeUndefined()
})

test('a limit on bytes admits a request of any size when it is alone', () => {
  const share = new TenantShare({ bytesInFlight: 100 }, 0)
  expect(share.passes(101, 0)).toBeUndefined()
  share.enter(60)
  expect(share.passes(40, 0)).toBeUndefined()
  expect(share.passes(41, 0)).toBe('bytesInFlight')
  share.leave(60)
  expect(share.passes(101, 0)).toBeUndefined()
})

test('a limit on the rate admits the requests of one second at once, and then as time passes', () => {
  const share = new TenantShare({ requestsPerSecond: 10 }, 0)
  const entered = (now: number): number => {
    let count = 0
    while (share.passes(1, now) === undefined) {
      share.enter(1)
      share.leave(1)
      count += 1
    }
    return count
  }
  expect(entered(0)).toBe(10)
  expect(entered(99)).toBe(0)
  expect(entered(100)).toBe(1)
  expect(entered(600)).toBe(5)
  // Time without requests earns the tokens of one second at most.
  expect(entered(60_000)).toBe(10)
})

test('new limits hold at once, and an unchanged rate gets no new tokens', () => {
  const share = new TenantShare({ requestsPerSecond: 1 }, 0)
  share.enter(1)
  share.setLimits({ requestsPerSecond: 1, concurrent: 5 }, 0)
  expect(share.passes(1, 0)).toBe('requestsPerSecond')
  share.setLimits({ requestsPerSecond: 2, concurrent: 1 }, 0)
  expect(share.passes(1, 0)).toBe('concurrent')
  share.setLimits({}, 0)
  expect(share.passes(1, 0)).toBeUndefined()
})
