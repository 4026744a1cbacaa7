import { type Random } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { Faults } from './faults.js'

/** The test chooses the random bytes: 0 gives the smallest number, 255 almost 1. */
const chances = (...bytes: readonly number[]): Random => {
  const rest = [...bytes]
  return { bytes: (length) => Buffer.alloc(length, rest.shift() ?? 0) }
}

test('a fault with a rate strikes at random, and counts its hits', () => {
  const faults = new Faults(chances(0x00, 0x3f, 0x40, 0xff))
  const id = faults.add('inst', { rate: 0.25, code: 'OTSServerBusy' })
  const strikes = Array.from({ length: 4 }, () => faults.strike('inst', 'PutRow') !== undefined)
  expect(strikes).toEqual([true, true, false, false])
  expect(faults.hits(id ?? 0)).toBe(2)
})

test('the first of several matching faults strikes, until it is used up', () => {
  const faults = new Faults(chances())
  faults.add('inst', { operation: 'PutRow', code: 'OTSTimeout', times: 1 })
  faults.add('inst', { code: 'OTSServerBusy' })
  faults.add('other', { code: 'OTSTableNotReady' })
  const codes = ['GetRow', 'PutRow', 'PutRow'].map((name) => faults.strike('INST', name)?.code)
  expect(codes).toEqual(['OTSServerBusy', 'OTSTimeout', 'OTSServerBusy'])
  faults.removeOf('inst')
  expect(faults.strike('inst', 'PutRow')).toBeUndefined()
  expect(faults.strike('other', 'PutRow')?.code).toBe('OTSTableNotReady')
})

test('the number of faults is bounded', () => {
  const faults = new Faults(chances())
  for (let i = 0; i < serverLimits.FAULTS_MAX; i += 1) {
    expect(faults.add('inst', { cut: true })).toBeDefined()
  }
  expect(faults.add('inst', { cut: true })).toBeUndefined()
})

test('delayed requests continue when the faults are closed', async () => {
  const faults = new Faults(chances())
  const waiting = faults.delay(2 ** 31 - 1)
  faults.close()
  await waiting
})
