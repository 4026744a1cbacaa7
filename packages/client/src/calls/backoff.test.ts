import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientLimits } from '../limits.js'
import { backoffMs } from './backoff.js'

test('waits are spread from zero to a bound that doubles up to the maximum', () => {
  const failures = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(failures, fc.double({ min: 0, max: 1, noNaN: true }), (n, random) => {
      const most = backoffMs(n, 1)
      expect(most).toBe(Math.min(clientLimits.BACKOFF_MS_MAX, 20 * 2 ** Math.min(n - 1, 16)))
      expect(backoffMs(n, random)).toBeCloseTo(random * most)
    }),
  )
})
