import { expect, test } from 'vitest'
import { suggestConnector } from './connector.js'
import type { Part } from './part.js'

const text = (first: string, last: string): Part => ({
  name: 'c',
  type: 'string',
  characters: [[first, last]],
})

test.each([
  ['letters', text('a', 'z'), ','],
  ['integers', { name: 'n', type: 'integer', range: { min: 0n, max: 9n } } as const, ','],
  ['dates with a slash and a plus', text('+', '9'), '*'],
  ['everything printable', text('!', '~'), '\x1f'],
  ['spaces too', text(' ', '~'), '\x1f'],
  ['every character', text('\x01', '~'), undefined],
])('%s', (_, part, connector) => expect(suggestConnector([part])).toBe(connector))
