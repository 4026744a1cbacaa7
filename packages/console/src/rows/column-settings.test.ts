import { expect, test } from 'vitest'
import { readSettings } from './column-settings.js'

test('stored settings are read again', () => {
  const settings = { pinned: ['a'], hidden: ['b', 'c'], widths: { a: 90 } }
  expect(readSettings(JSON.stringify(settings))).toEqual(settings)
})

test.each([null, '', '5', 'null', '{"pinned":5,"hidden":[1],"widths":{"a":"x"}}'])(
  '%s leaves every column as it is',
  (stored) => {
    expect(readSettings(stored)).toEqual({ pinned: [], hidden: [], widths: {} })
  },
)
