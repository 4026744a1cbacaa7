import { errors } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { logBackgroundWork } from './background-log.js'
import { createLogger } from './logging.js'

test('work that a busy server refuses is no fault, and everything else is', () => {
  const lines: unknown[] = []
  const write = (line: string): void => void lines.push(JSON.parse(line))
  const log = logBackgroundWork(createLogger('info', { write }))
  log('secondary indexes', errors.serverBusy())
  log('secondary indexes', new Error('a broken row'))
  expect(lines).toMatchObject([
    { level: 40, task: 'secondary indexes', code: 'OTSServerBusy' },
    { level: 50, task: 'secondary indexes', err: { message: 'a broken row' } },
  ])
  expect(lines[0]).not.toHaveProperty('err')
})
