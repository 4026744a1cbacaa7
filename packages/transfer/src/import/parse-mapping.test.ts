import { expect, test } from 'vitest'
import { parseMapping } from './parse-mapping.js'

const none = { type: undefined, timeFormat: undefined }

test.each([
  ['a', { source: 'a', target: 'a', ...none }],
  ['a=b', { source: 'a', target: 'b', ...none }],
  ['a=', { source: 'a', target: '', ...none }],
  ['a:double', { source: 'a', target: 'a', ...none, type: 'double' }],
  ['a b=c:time', { source: 'a b', target: 'c', ...none, type: 'time' }],
  [
    'a:time(d.M.yyyy H:mm)',
    { source: 'a', target: 'a', type: 'time', timeFormat: 'd.M.yyyy H:mm' },
  ],
])('%s', (text, mapping) => expect(parseMapping(text)).toEqual(mapping))

test.each([
  ['=b', 'is not SOURCE=TARGET:TYPE'],
  ['a:float', 'no type is called float'],
  ['a:double(x)', 'only a time has a format'],
])('%s is refused', (text, problem) => expect(() => parseMapping(text)).toThrow(problem))
