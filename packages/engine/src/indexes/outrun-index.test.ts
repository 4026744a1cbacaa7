import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { LogTrimmedError } from '../log/log-errors.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { openEngine } from '../open-engine.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import type { CommitOutcome } from '../partitions/partition-store.js'
import { createMemoryFiles } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { alteredStore } from '../testing/index.js'
import { createCrashableStore } from '@rowhouse/store/testing'
import {
  byCity,
  caughtUp,
  createPeople,
  projectionOf,
  put,
  rowsOf,
} from './testing/indexed-table.js'

const MIB = 1_048_576
const WRITERS = 4
const ROWS = 600
const filling = `free="${'x'.repeat(60_000)}"`

/**
 * Writes 36 MB of rows beside a keeper that is four times as slow, with a log that keeps 12 MB for it, and
 * returns what went wrong. All rows are in the index in the end.
 */
const outrun = async (heldLagBytes: number): Promise<readonly unknown[]> => {
  const clock = manualClock()
  const log = await openCommitLog({
    files: createMemoryFiles(),
    directory: '/log',
    clock,
    segmentBytes: MIB,
    maxLagBytes: 12 * MIB,
  })
  const parts = { log, store: createCrashableStore(), cacheBytes: 10_000, checkpointBytes: MIB }
  const real = await openEmbeddedPartitionStore(parts)
  const written = { durable: 0, acknowledged: 0 }
  let keptAt = 0
  const isAhead = (): boolean => {
    const isWaiting = written.durable - written.acknowledged === WRITERS
    const isDone = written.acknowledged === ROWS
    return isDone || isWaiting || real.visibleEnd - keptAt >= MIB
  }
  const store = alteredStore(real, {
    commitMany: async (commits) => {
      const outcomes = await real.commitMany(commits)
      written.durable++
      return outcomes
    },
    commit: async (commit): Promise<CommitOutcome> => {
      const isIndex = commit.partition.equals(Buffer.of(0)) && commit.table > 1
      while (isIndex && !isAhead()) await nextTurn()
      keptAt = real.visibleEnd
      return real.commit(commit)
    },
  })
  const troubles: unknown[] = []
  const onBackgroundError = (_task: unknown, error: unknown): unknown => troubles.push(error)
  const engine = await openEngine({ store, clock, heldLagBytes, onBackgroundError })
  written.acknowledged = ROWS
  await createPeople(engine, [byCity])
  Object.assign(written, { durable: 0, acknowledged: 0 })
  const write = async (writer: number): Promise<void> => {
    for (let id = writer; id < ROWS; id += WRITERS) {
      await put(engine, 'red', id, `city="c${id}"`, filling)
      written.acknowledged++
    }
  }
  await Promise.all([0, 1, 2, 3].map(write))
  await vi.waitFor(() => caughtUp(engine, 'by_city'), 60_000)
  expect(await rowsOf(engine, 'by_city')).toHaveLength(ROWS)
  expect(await rowsOf(engine, 'by_city')).toEqual(await projectionOf(engine, byCity))
  await engine.close()
  return troubles
}

test('writes that would outrun an index are slowed down, and it is not built anew', async () => {
  expect(await outrun(2 * MIB)).toEqual([])
})

test('without that, the log is trimmed, and the index is built anew', async () => {
  expect(await outrun(Infinity)).toContainEqual(expect.any(LogTrimmedError))
})
