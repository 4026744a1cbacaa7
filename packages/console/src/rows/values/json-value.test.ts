import { expect, test } from 'vitest'
import { JsonNumber, parseJsonText } from './json-value.js'

test('objects and lists are read', () => {
  expect(parseJsonText(' {"a":[true,null,"x"]}')).toEqual({ a: [true, null, 'x'] })
  expect(parseJsonText('[1.5]')).toEqual([new JsonNumber('1.5')])
})

test.each(['', 'text', '5', '"x"', 'true', '{', '{"a":}'])('%s is shown as text', (text) => {
  expect(parseJsonText(text)).toBeUndefined()
})
