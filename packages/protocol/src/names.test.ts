import { describe, expect, test } from 'vitest'
import { checkColumnName, checkTableName } from './names.js'

describe('table names', () => {
  test.each(['_0', '_T', 'A0', 'a', '_', 'x'.repeat(255)])('%s is accepted', (name) => {
    expect(() => checkTableName(name)).not.toThrow()
  })

  test.each(['', '0', '3t', '-', '#', 'T#', '中文', 'T中文', 'a b', 'a\n', 'x'.repeat(256)])(
    '%j is refused',
    (name) => {
      expect(() => checkTableName(name)).toThrow(`Invalid table name: '${name}'.`)
    },
  )
})

describe('column names', () => {
  test.each(['a', '公司', '.', ':', "'", '"', '$', '&', '*', '(', '/', '\\', '\n', ' ', 'a#'])(
    '%j is accepted',
    (name) => {
      expect(() => checkColumnName(name)).not.toThrow()
    },
  )

  test('up to 255 bytes are accepted', () => {
    expect(() => checkColumnName('x'.repeat(255))).not.toThrow()
    expect(() => checkColumnName('中'.repeat(85))).not.toThrow()
  })

  test.each(['', '#', '#abc', '#公司', '# ', 'x'.repeat(256), `${'中'.repeat(85)}x`])(
    '%j is refused',
    (name) => {
      expect(() => checkColumnName(name)).toThrow(`Invalid column name: '${name}'.`)
    },
  )
})
