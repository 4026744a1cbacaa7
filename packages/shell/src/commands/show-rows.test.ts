import { expect, test } from 'vitest'
import { drawToFit } from './show-rows.js'

const row = {
  key: [{ name: 'id', value: 1n }],
  columns: [
    { name: 'a', value: 'x'.repeat(40), timestamp: 1n },
    { name: 'b', value: 'y'.repeat(40), timestamp: 1n },
  ],
}

test('rows that are wider than the terminal are shown column by column', () => {
  const wide = drawToFit([row, row], undefined)
  expect(drawToFit([row, row], 120)).toBe(wide)
  const tall = drawToFit([row, row], 80)
  expect(Math.max(...tall.split('\n').map((line) => line.length))).toBeLessThan(80)
  expect(tall.split('\n').slice(0, 5)).toEqual([
    '+--------+------------------------------------------+',
    '| Column | Value                                    |',
    '+--------+------------------------------------------+',
    '| id     | 1                                        |',
    '+--------+------------------------------------------+',
  ])
  expect(tall.split('| id ')).toHaveLength(3)
})
