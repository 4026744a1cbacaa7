import { Writable } from 'node:stream'
import { FolderLostError } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { createLogger } from './logging.js'
import { createStorageHealth } from './storage-health.js'

test('a stalled store is a problem until it recovers, and both are reported once', () => {
  const lines: unknown[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const health = createStorageHealth(createLogger('info', stream))
  expect(health.problem()).toBeUndefined()
  health.onStall(true, new Error('no space'))
  expect(health.problem()).toBe('the store is stalled: writes are refused until it recovers')
  health.onStall(false, undefined)
  expect(health.problem()).toBeUndefined()
  expect(lines).toMatchObject([
    { level: 50, err: { message: 'no space' } },
    { level: 30, msg: 'the store has recovered: writes are accepted again' },
  ])
})

test('a missing data folder is a problem for good', () => {
  const health = createStorageHealth(createLogger('silent'))
  health.onLost(new FolderLostError('/data'))
  health.onStall(true, undefined)
  health.onStall(false, undefined)
  expect(health.problem()).toMatch(/^\/data is not there any more/)
})
