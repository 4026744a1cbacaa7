import { expect, test } from 'vitest'
import { textOf } from './demo-command.js'

test('an error is told with its causes, each message once', () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const sent = new Error(refused.message, { cause: refused })
  expect(textOf(new Error(refused.message, { cause: sent }))).toBe(refused.message)
  expect(textOf(new Error('the load ended', { cause: sent }))).toBe(
    `the load ended: ${refused.message}`,
  )
  expect(textOf('no error')).toBe('no error')
})
