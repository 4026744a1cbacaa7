import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fulfils, rangesOf } from './archived-rows.js'
import { parseCondition } from './parse-conditions.js'

const row = {
  keyNames: ['card'],
  key: ['b'],
  cells: [
    { name: 'price', value: 4.5, time: 2n },
    { name: 'price', value: 1, time: 1n },
    { name: 'isPaid', value: true, time: 1n },
  ],
}
const isFound = (...texts: string[]): boolean => fulfils(row, texts.map(parseCondition))

test('the newest values must fulfil all conditions', () => {
  for (const text of ['card=b', 'card>a', 'price>=4.5', 'price>4', 'price!=4', 'isPaid=true'])
    expect(isFound(text), text).toBe(true)
  for (const text of ['card=c', 'price=1', 'price<4.5', 'isPaid=false', 'shop!=x', 'card=7'])
    expect(isFound(text), text).toBe(false)
  expect(isFound('card=b', 'price<4')).toBe(false)
})

test('ranges have every value that fulfils the conditions', () => {
  const value = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  const operator = fc.constantFrom('=', '<', '<=', '>', '>=', '!=')
  fc.assert(
    fc.property(value, operator, value, (found, sign, wanted) => {
      const condition = parseCondition(`v${sign}${wanted}`)
      const one = { keyNames: ['v'], key: [found], cells: [] }
      fc.pre(typeof condition.value !== 'string' && fulfils(one, [condition]))
      const { from = found, to } = rangesOf([condition])['v'] ?? {}
      expect(Number(from) <= found && (to === undefined || found < Number(to))).toBe(true)
    }),
  )
})
