import { expect, test } from 'vitest'
import { timeParser } from './time-format.js'

const millis = (iso: string): bigint => BigInt(Date.parse(iso))

test.each([
  [undefined, 'Z', '2020-02-29', '2020-02-29T00:00:00Z'],
  [undefined, 'Z', '2020-02-29 01:02:03.5', '2020-02-29T01:02:03.500Z'],
  [undefined, '+08:00', '2020-02-29T01:02', '2020-02-28T17:02:00Z'],
  // A zone in the text wins.
  [undefined, '+08:00', '2020-02-29T01:02:03Z', '2020-02-29T01:02:03Z'],
  ['d.M.yyyy H:mm', 'Z', '3.4.2021 5:06', '2021-04-03T05:06:00Z'],
  ['yyyy/MM/dd HH:mm:ss X', 'Z', '2021/04/03 05:06:07 -0130', '2021-04-03T06:36:07Z'],
  ['epoch', 'Z', '1.5', '1970-01-01T00:00:01.500Z'],
] as const)('format %s, zone %s: %s', (format, zone, text, iso) => {
  expect(timeParser(format, zone)(text)).toBe(millis(iso))
})

test.each(['2020-02-30', '2020-13-01', '2020-01-01 00:60', '2020-01-01 25:00', 'x', ''])(
  '%j is refused',
  (text) => expect(timeParser(undefined, 'Z')(text)).toBeUndefined(),
)

test('invalid formats and zones are refused', () => {
  expect(() => timeParser('HH:mm', 'Z')).toThrow('has no yyyy')
  expect(() => timeParser(undefined, 'CET')).toThrow('no time zone')
})
