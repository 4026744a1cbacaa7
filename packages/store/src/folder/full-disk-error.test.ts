import { expect, test } from 'vitest'
import { withDiskFullCode } from './full-disk-error.js'

test('what the package says of a full disk has the code and the path', () => {
  const opening = new Error('While appending to file: /d/store/16.sst: No space left on device')
  const writing = new Error('Batch was not applied', { cause: opening })
  for (const error of [opening, writing]) {
    const explained = withDiskFullCode(error, '/d/store')
    expect(explained).toMatchObject({ code: 'ENOSPC', path: '/d/store', cause: error })
    expect(String(explained)).toBe(
      "Error: ENOSPC: no space left on device, the store in '/d/store'",
    )
  }
})

test('other errors stay what they are', () => {
  const error = new Error('Corruption: bad block', { cause: new Error('block 7') })
  expect(withDiskFullCode(error, '/d/store')).toBe(error)
  expect(withDiskFullCode('text', '/d/store')).toBe('text')
})
