import { expect, test } from 'vitest'
import type { FileValue } from '../formats/record.js'
import type { PlannedType } from './column-plan.js'
import { converterOf } from './convert-value.js'
import { timeParser } from './time-format.js'

type Case = readonly [PlannedType, Exclude<FileValue, null>, unknown]

const cases: readonly Case[] = [
  ['string', 7n, '7'],
  ['string', new Uint8Array([1]), undefined],
  ['integer', ' +7 ', 7n],
  ['integer', '9223372036854775807', 2n ** 63n - 1n],
  ['integer', '9223372036854775808', undefined],
  ['integer', '-9223372036854775808', -(2n ** 63n)],
  ['integer', '1.0', undefined],
  ['integer', 3, 3n],
  ['integer', 3.5, undefined],
  ['integer', '', undefined],
  ['double', '1e3', 1000],
  ['double', '.5', 0.5],
  ['double', '1e999', undefined],
  ['double', 'Infinity', undefined],
  ['double', '0x10', undefined],
  ['double', 2n, 2],
  ['double', 2n ** 53n + 1n, undefined],
  ['double', 2n ** 60n, 2 ** 60],
  ['double', '+9007199254740993', undefined],
  ['double', '9007199254740992', 2 ** 53],
  ['double', '9007199254740993.5', 9007199254740994],
  ['boolean', 'TRUE', true],
  ['boolean', 'yes', undefined],
  ['binary', 'AP8=', Buffer.from([0, 255])],
  ['binary', 'a b', undefined],
  ['time', '1970-01-01T00:00:01Z', 1000n],
  ['time', 5n, 5n],
  ['written', 1.5, 1.5],
]

test('values are converted to the type of their column, or refused', () => {
  for (const [type, value, wanted] of cases) {
    const convert = converterOf(type, timeParser(undefined, 'Z'))
    expect(convert(value), `${type} of ${String(value)}`).toEqual(wanted)
  }
})
