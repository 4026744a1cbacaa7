import { seededRandom } from '@rowhouse/platform/testing'
import { expect, it } from 'vitest'
import { storeLimits } from '../../limits.js'
import { PageCachePace } from './page-cache-pace.js'

const FAST = storeLimits.READ_AT_ONCE_SLOW_MS / 10
const SLOW = storeLimits.READ_AT_ONCE_SLOW_MS * 10

/** Of a system that does not count what it reads from disks. */
const paceOf = (diskReads = () => 0): PageCachePace => new PageCachePace(diskReads)

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
  expect(run(paceOf(), 10_000, () => false)).toEqual({ atOnce: 1, slow: 0 })
})

it('leaves nearly all reads of a slow disk to others', () => {
  const { slow } = run(paceOf(), 1_000_000, () => true)
  expect(slow).toBeLessThan(0.000_2)
})

it.each([
  { share: 0.3, most: 0.001 },
  { share: 0.03, most: 0.001 },
])('with $share of slow reads, at most $most of all hold up other work', ({ share, most }) => {
  const random = seededRandom(7)
  const { slow } = run(paceOf(), 1_000_000, () => random.next() < share)
  expect(slow).toBeLessThan(most)
})

it('keeps reading at once beside a slow read now and then', () => {
  let read = 0
  const { atOnce } = run(paceOf(), 1_000_000, () => ++read % 5000 === 0)
  expect(atOnce).toBeGreaterThan(0.98)
})

it('comes back once the disk is fast again', () => {
  const pace = paceOf()
  run(pace, 1_000_000, () => true)
  expect(run(pace, 100_000, () => false).atOnce).toBeGreaterThan(0.8)
})

it('is not led astray by other processes that have their turn during a read', () => {
  let read = 0
  const isHeldUp = () => ++read % 50 === 0
  const counted = paceOf(() => 8)
  const { atOnce } = run(counted, 100_000, isHeldUp)
  expect(atOnce).toBeGreaterThan(0.99)
  expect(run(paceOf(), 100_000, isHeldUp).atOnce).toBeLessThan(0.1)
})

it('sees a slow disk on a system that counts its reads', () => {
  let blocks = 8
  const pace = paceOf(() => (blocks += 16))
  expect(run(pace, 1_000_000, () => true).slow).toBeLessThan(0.000_2)
})

it('sees a slow disk whose reads are not counted although others are', () => {
  const random = seededRandom(7)
  const counted = paceOf(() => 8)
  const { slow } = run(counted, 1_000_000, () => random.next() < 0.3)
  expect(slow).toBeLessThan(0.001)
})

it('takes a read that takes very long for one of the disk, whatever is counted', () => {
  const pace = paceOf(() => 8)
  pace.took(SLOW)
  let atOnce = 0
  for (let read = 0; read < 100_000; read++) {
    if (!pace.mayRead()) continue
    atOnce++
    pace.took(storeLimits.READ_AT_ONCE_HELD_UP_MS + 1)
  }
  expect(atOnce).toBeLessThan(20)
})
