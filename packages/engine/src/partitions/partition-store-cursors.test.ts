import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogTrimmedError } from '../log/log-errors.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { type CrashableStore, createCrashableStore } from '@rowhouse/store/testing'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { commit, feed, puts } from '../testing/partition-store-calls.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { ChangeRecord, PartitionStore } from './partition-store.js'

interface Machine {
  readonly files: SimulatedFiles
  readonly store: CrashableStore
}

const start = async (
  { files, store }: Machine,
  maxLagBytes = 1_000_000,
): Promise<PartitionStore> => {
  const clock = manualClock()
  const log = await openCommitLog({
    files,
    directory: '/log',
    clock,
    segmentBytes: 1024,
    maxLagBytes,
  })
  return openEmbeddedPartitionStore({ log, store, cacheBytes: 0, checkpointBytes: 400 })
}

const write = (store: PartitionStore, value: number): Promise<unknown> =>
  commit(store, { mutations: puts({ [`k${value}`]: `${value}`.padEnd(40) }) })

const valuesIn = (changes: readonly ChangeRecord[]): number[] =>
  changes.flatMap(({ commits }) => commits.map(({ mutations }) => Number(mutations[0]?.value)))

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

describe('cursors of a partition store', () => {
  it('keep the log that they have not passed, whenever the power fails', async () => {
    const runs = fc.record({
      seed: fc.nat(),
      // With more calls most runs trim the log before the power fails.
      calls: fc.nat({ max: 240 }),
      step: fc.nat({ max: 9 }),
    })
    await fc.assert(
      fc.asyncProperty(runs, async ({ seed, calls, step }) => {
        const random = seededRandom(seed)
        const machine: Machine = {
          files: new SimulatedFiles(random),
          store: createCrashableStore(),
        }
        const store = await start(machine)
        await store.setCursor('follower', 0)
        machine.files.cutAfter(calls)
        let [asked, written, passed] = [0, 0, 0]
        try {
          for (; written < 60; written++) {
            await write(store, written)
            if (written % (step + 2) !== 0) continue
            asked = written + 1
            await store.setCursor('follower', store.visibleEnd)
            passed = asked
          }
        } catch {
          // The power has failed.
        }
        const files = machine.files.powerCut(random)
        const survivor = machine.store.afterCrash(0)
        const again = await start({ files, store: survivor })
        const cursor = again.cursors().get('follower')
        const found = valuesIn(await feed(again, cursor ?? -1))
        // Records that were being written may have survived, and so may the cursor that was being set.
        const first = found[0] ?? written
        const begins = found.length === 0 ? [passed, asked] : [first]
        expect([passed, asked]).toEqual(expect.arrayContaining(begins))
        expect([range(first, written), range(first, written + 1)]).toContainEqual(found)
        // What it has passed is not kept for ever.
        for (const value of range(0, 30)) await write(again, value)
        const { visibleEnd } = again
        await again.setCursor('follower', visibleEnd)
        await again.close()
        const last = await start({ files, store: survivor.afterCrash(0) })
        expect(last.cursors().get('follower')).toBe(visibleEnd)
        await expect(feed(last, 0)).rejects.toThrow(LogTrimmedError)
        await last.close()
      }),
      { numRuns: 60 },
    )
  })

  it('that lag too far get an error, and never miss a change without one', async () => {
    const machine = { files: new SimulatedFiles(), store: createCrashableStore() }
    const store = await start(machine, 2000)
    await store.setCursor('slow', 0)
    for (const value of range(0, 100)) await write(store, value)
    // Until the store is closed it may lag behind acknowledged writes, and the log keeps what it lacks.
    await store.close()
    const again = await start({ files: machine.files, store: machine.store.afterCrash(0) }, 2000)
    await again.setCursor('fast', again.visibleEnd)
    await expect(feed(again, again.cursors().get('slow') ?? -1)).rejects.toThrow(LogTrimmedError)
    await again.close()
  })
})
