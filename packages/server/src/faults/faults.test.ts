import { type Random } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { Faults } from './faults.js'

/** Chances are decided by the test: 0 is the least, 255 almost 1. */
const chances = (...bytes: readonly number[]): Random => {
  const rest = [...bytes]
  return { bytes: (length) => Buffer.alloc(length, rest.shift() ?? 0) }
}

test('a rate strikes as chance has it, and counts what it has struck', () => {
  const faults = new Faults(chances(0x00, 0x3f, 0x40, 0xff))
  const id = faults.add('inst', { rate: 0.25, code: 'OTSServerBusy' })
  const strikes = Array.from({ length: 4 }, () => faults.strike('inst', 'PutRow') !== undefined)
  expect(strikes).toEqual([true, true, false, false])
  expect(faults.hits(id ?? 0)).toBe(2)
})

test('of several, the first that strikes is the one, until it is over', () => {
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

test('there are only so many', () => {
  const faults = new Faults(chances())
  for (let i = 0; i < serverLimits.FAULTS_MAX; i += 1) {
    expect(faults.add('inst', { cut: true })).toBeDefined()
  }
  expect(faults.add('inst', { cut: true })).toBeUndefined()
})

test('who waits goes on when the faults end', async () => {
  const faults = new Faults(chances())
  const waiting = faults.delay(2 ** 31 - 1)
  faults.close()
  await waiting
})
