import { expect, test } from 'vitest'
import { drawBox } from './box.js'

test('a rule follows every row', () => {
  expect(
    drawBox(
      ['name', 'n'],
      [
        ['张三', '1'],
        ['a', '-10'],
      ],
    ),
  ).toBe(
    [
      '+------+-----+',
      '| name | n   |',
      '+------+-----+',
      '| 张三 | 1   |',
      '+------+-----+',
      '| a    | -10 |',
      '+------+-----+',
      '',
    ].join('\n'),
  )
})

test('control characters are shown as text', () => {
  expect(drawBox(['v'], [['\u001b[2Ja\nb\u009b']])).toContain(String.raw`| \u001b[2Ja\nb`)
  expect(drawBox(['v'], [['x'.repeat(1000)]])).toContain('x…')
  // oxlint-disable-next-line no-control-regex
  expect(drawBox(['v'], [['\u009b31m']])).not.toMatch(/\u009b/)
})
