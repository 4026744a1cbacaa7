import { expect, test } from 'vitest'
import { hasShapeOf } from './parameter-shape.js'

const MODEL = { consumer: 'c0001', period: { from: 1, to: 2 }, ends: [250, 500] }

test('parameters of the same shape pass, whatever their values are', () => {
  expect(hasShapeOf(MODEL, { consumer: '', period: { from: -1, to: 9 }, ends: [] })).toBe(true)
  expect(hasShapeOf(MODEL, { ...MODEL, ends: [1, 2, 3] })).toBe(true)
})

test.each([
  ['nothing', undefined],
  ['a text', 'c0001'],
  ['a missing member', { consumer: 'c0001', ends: [] }],
  ['a member of another type', { ...MODEL, consumer: 1n }],
  ['a member within, of another type', { ...MODEL, period: { from: '1', to: 2 } }],
  ['an element of another type', { ...MODEL, ends: [1, '2'] }],
  ['no number', { ...MODEL, period: { from: Number.NaN, to: 2 } }],
])('%s does not pass', (_, value) => {
  expect(hasShapeOf(MODEL, value)).toBe(false)
})
