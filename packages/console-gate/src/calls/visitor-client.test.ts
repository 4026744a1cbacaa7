import { setImmediate as nextTurn } from 'node:timers/promises'
import { manualClock } from '@rowhouse/platform/testing'
import { systemRandom } from '@rowhouse/platform'
import { type EngineGate, ReplyStamps, type ReplyTarget } from '@rowhouse/server'
import { expect, test } from 'vitest'
import { visitorClient } from './visitor-client.js'

const CALLS = 20

test('many calls of a task at once are no leak', async () => {
  const waiting: ReplyTarget[] = []
  const gate: EngineGate = {
    submit: (_, target) => waiting.push(target),
    page: () => {},
    refused: () => {},
  }
  const warnings: Error[] = []
  const note = (warning: Error): unknown => warnings.push(warning)
  process.on('warning', note)
  const clock = manualClock()
  const { signal } = new AbortController()
  const parts = { gate, clock, stamps: new ReplyStamps(clock, systemRandom) }
  const client = visitorClient(parts, { instance: 'tests', keyId: '', signal, onCall: () => {} })
  const asked = Array.from({ length: CALLS }, () => client.tableNames())
  while (waiting.length < CALLS) await nextTurn()
  for (const target of waiting) target.reply(200, Buffer.alloc(0))
  await Promise.all(asked)
  process.off('warning', note)
  expect(warnings).toEqual([])
})
