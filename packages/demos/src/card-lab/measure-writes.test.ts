import { expect, test } from 'vitest'
import { limitOf } from './measure-writes.js'

test.each([
  ['a partition refuses most rows, and others are idle', 0.41, 0.95, 'partition'],
  ['all partitions are full', 0.99, 0.91, 'reserved'],
  ['hardly a row is refused, so more could be sent', 0.6, 0.02, 'writers'],
  ['nothing is refused, however much is taken', 12, 0, 'writers'],
] as const)('%s', (_, usedShare, refusedShare, limit) => {
  expect(limitOf(usedShare, refusedShare)).toBe(limit)
})
