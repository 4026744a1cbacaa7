import { describe, expect, it } from 'vitest'
import { JsonReader } from './json-reader.js'

describe('the JSON reader names the member that is wrong', () => {
  const record = new JsonReader({ list: [{ name: 1 }], flag: 'yes', text: 4, kind: 'C' })

  it.each([
    ['a missing member', () => record.member('none').number(), 'record.none is not a number'],
    ['a wrong flag', () => record.member('flag').boolean(), 'record.flag is not a boolean'],
    ['a wrong text', () => record.member('text').string(), 'record.text is not a string'],
    ['a wrong list', () => record.member('text').list(String), 'record.text is not a list'],
    [
      'a wrong choice',
      () => record.member('kind').oneOf(['A', 'B']),
      'record.kind is not one of A, B',
    ],
    [
      'a wrong item',
      () => record.member('list').list((item) => item.member('name').string()),
      'record.list[0].name is not a string',
    ],
    [
      'a member of a value that is not an object',
      () => record.member('text').member('x'),
      'record.text is not an object',
    ],
  ])('%s', (_what, read, text) => {
    expect(read).toThrow(`damaged catalogue: ${text}`)
  })
})
