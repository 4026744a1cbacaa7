import { expect, test } from 'vitest'
import { findUnfinishedWork } from './unfinished-work.js'

const found = (text: string) => findUnfinishedWork({ path: 'a.ts', text })

test.each(['// TODO later', '/* a\n * FIXME: b */', '/** XXX */', 'f() // HACK'])(
  '"%s" is found',
  (text) => {
    expect(found(text)).toHaveLength(1)
  },
)

test('work with an issue, and words in the code itself, are fine', () => {
  expect(found('// TODO(#12): split at the median')).toEqual([])
  expect(found("const TODO = 'FIXME'")).toEqual([])
})
