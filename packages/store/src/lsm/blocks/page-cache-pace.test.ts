import { seededRandom } from '@rowhouse/platform/testing'
import { expect, it } from 'vitest'
import { storeLimits } from '../../limits.js'
import { PageCachePace } from './page-cache-pace.js'

const FAST = storeLimits.READ_AT_ONCE_SLOW_MS / 10
const SLOW = storeLimits.READ_AT_ONCE_SLOW_MS * 10

/** The share of so many reads that were made at once, and of slow ones among all. */
function run(pace: PageCachePace, reads: number, isSlow: () => boolean) {
  let atOnce = 0
  let slow = 0
  for (let read = 0; read < reads; read++) {
    const takesLong = isSlow()
    if (!pace.mayRead()) continue
    atOnce++
    if (takesLong) slow++
    pace.took(takesLong ? SLOW : FAST)
  }
  return { atOnce: atOnce / reads, slow: slow / reads }
}

it('reads at once as long as reads are fast', () => {
  expect(run(new PageCachePace(), 10_000, () => false)).toEqual({ atOnce: 1, slow: 0 })
})

it('leaves nearly all reads of a slow disk to others', () => {
  const { slow } = run(new PageCachePace(), 1_000_000, () => true)
  expect(slow).toBeLessThan(0.000_2)
})

it.each([
  { share: 0.3, most: 0.001 },
  { share: 0.03, most: 0.001 },
])('with $share of slow reads, at most $most of all hold up other work', ({ share, most }) => {
  const random = seededRandom(7)
  const { slow } = run(new PageCachePace(), 1_000_000, () => random.next() < share)
  expect(slow).toBeLessThan(most)
})

it('keeps reading at once beside a slow read now and then', () => {
  let read = 0
  const { atOnce } = run(new PageCachePace(), 1_000_000, () => ++read % 5000 === 0)
  expect(atOnce).toBeGreaterThan(0.98)
})

it('comes back once the disk is fast again', () => {
  const pace = new PageCachePace()
  run(pace, 1_000_000, () => true)
  expect(run(pace, 100_000, () => false).atOnce).toBeGreaterThan(0.8)
})
