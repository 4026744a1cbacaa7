import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import type { LogRecord } from '../log/commit-log.js'
import { createMemoryStore } from '@rowhouse/store'
import { full, key } from '../testing/partition-store-calls.js'
import { commitBytes, encodeCommits } from './commit-record.js'
import { replay } from './replay.js'

const BATCHES = 3

/** The batches of a replay, each of which takes some turns to read. */
async function* slowRecords(): AsyncGenerator<LogRecord> {
  const value = Buffer.alloc(engineLimits.REPLAY_BATCH_BYTES)
  const commit = full({ mutations: [{ key: key('a'), value }] })
  const payload = encodeCommits([commit], commitBytes(commit))
  for (let position = 0; position < BATCHES; position++) {
    yield { position, end: position + 1, payload }
    await nextTurn()
    await nextTurn()
  }
}

test('a store that refuses writes fails only the replay', async () => {
  const strays: unknown[] = []
  const note = (error: unknown): void => {
    strays.push(error)
  }
  process.on('unhandledRejection', note)
  const log = { checkpointed: 0, start: 0, durableEnd: BATCHES, read: slowRecords }
  const store = { ...createMemoryStore(), apply: () => Promise.reject(new Error('no room')) }
  try {
    await expect(replay(log, store)).rejects.toThrow('no room')
    expect(strays).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
