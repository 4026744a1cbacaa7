import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCommitLog } from '../log/open-commit-log.js'
import { type CrashableStore, createCrashableStore, openTinyStore } from '@rowhouse/store/testing'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { commit, feed, full, key, puts, scan } from '../testing/partition-store-calls.js'
import { openEmbeddedPartitionStore } from './embedded-partition-store.js'
import type { PartitionStore } from './partition-store.js'
import { StoreBehindLogError } from './replay.js'

interface Machine {
  readonly files: SimulatedFiles
  /** Undefined for the own store, on the same files. */
  readonly store: CrashableStore | undefined
}

const clock = manualClock()

async function openLog(files: SimulatedFiles): ReturnType<typeof openCommitLog> {
  return openCommitLog({ files, directory: '/log', clock, segmentBytes: 4096 })
}

async function start({ files, store }: Machine): Promise<PartitionStore> {
  return openEmbeddedPartitionStore({
    log: await openLog(files),
    store: store ?? (await openTinyStore({ files, directory: '/store', clock })),
    cacheBytes: 10_000,
    checkpointBytes: 600,
  })
}

/** One commit per step: step n puts n under one of a few keys; every tenth deletes a range instead. */
function runStep(store: PartitionStore, step: number): Promise<unknown> {
  if (step % 10 === 9) return store.deleteRange(1, key('k2'), key('k4'))
  const name = `k${step % 7}`
  const partition = key(`p${step % 3}`)
  return commit(store, { partition, mutations: puts({ [name]: `${step}` }) })
}

function stateAfter(steps: number): string[] {
  const model = new Map<string, number>()
  for (let step = 0; step < steps; step++) {
    if (step % 10 !== 9) model.set(`k${step % 7}`, step)
    else for (const name of ['k2', 'k3']) model.delete(name)
  }
  return [...model].map(([name, value]) => `${name}=${value}`).toSorted()
}

async function stateOf(store: PartitionStore): Promise<string[]> {
  return (await scan(store, 'k', 'l')).map((entry) => `${entry.key}=${entry.value}`)
}

/** Runs steps until the power fails; returns how many were accepted and how many acknowledged. */
async function runUntilCut(store: PartitionStore, firstStep: number): Promise<[number, number]> {
  let accepted = firstStep
  let acknowledged = firstStep
  const running: Promise<void>[] = []
  let failed = false
  while (!failed && accepted < firstStep + 60) {
    const step = accepted++
    running.push(
      runStep(store, step).then(
        () => {
          acknowledged = Math.max(acknowledged, step + 1)
        },
        () => {
          failed = true
        },
      ),
    )
    if (step % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(running)
  return [accepted, acknowledged]
}

/** Cuts the power of random machines; returns how many batches their stores have lost. */
async function cutPower(emptyStore: CrashableStore | undefined): Promise<number> {
  const seeds = fc.record({
    seed: fc.nat(),
    cuts: fc.array(
      fc.record({ calls: fc.nat({ max: 60 }), kept: fc.double({ min: 0, max: 1, noNaN: true }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  })
  let lostBatches = 0
  await fc.assert(
    fc.asyncProperty(seeds, async ({ seed, cuts }) => {
      const random = seededRandom(seed)
      let machine: Machine = {
        files: new SimulatedFiles(random),
        store: emptyStore?.afterCrash(0),
      }
      let steps = 0
      for (const cut of cuts) {
        const store = await start(machine)
        expect(await stateOf(store)).toEqual(stateAfter(steps))
        machine.files.cutAfter(cut.calls)
        const [accepted, acknowledged] = await runUntilCut(store, steps)
        const kept = Math.round(cut.kept * (machine.store?.unflushedBatches ?? 0))
        lostBatches += (machine.store?.unflushedBatches ?? 0) - kept
        const files = machine.files.powerCut(random)
        await store.close().catch(() => {})
        machine = { files, store: machine.store?.afterCrash(kept) }
        const again = await start(machine)
        const state = await stateOf(again)
        const possible = Array.from(
          { length: accepted - acknowledged + 1 },
          (_, i) => acknowledged + i,
        ).filter((count) => stateAfter(count).join() === state.join())
        expect(possible).not.toEqual([])
        steps = possible[0] ?? 0
        await again.close()
      }
    }),
    { numRuns: emptyStore === undefined ? 30 : 60 },
  )
  return lostBatches
}

describe('the embedded store after a power cut', () => {
  it('has everything acknowledged and a prefix of the rest, whatever the store has lost', async () => {
    expect(await cutPower(createCrashableStore())).toBeGreaterThan(0)
  })

  it('has the same on the own store, which loses power together with the log', async () => {
    await cutPower(undefined)
  })

  it('refuses to start on a store that has lost flushed data', async () => {
    const machine = { files: new SimulatedFiles(), store: createCrashableStore() }
    const store = await start(machine)
    for (let step = 0; step < 30; step++) await runStep(store, step)
    await store.close()
    const emptied = { files: machine.files, store: createCrashableStore() }
    await expect(start(emptied)).rejects.toThrow(StoreBehindLogError)
  })
})

describe('the embedded store on a full disk', () => {
  it('rejects pending commits, forgets them, and accepts commits again afterwards', async () => {
    const files = new SimulatedFiles()
    const store = await start({ files, store: createCrashableStore() })
    await commit(store, { mutations: puts({ a: 'kept' }) })
    const { head } = await store.read(pendingRead())
    files.failOnce('datasync', 'ENOSPC')
    const lost = commit(store, { mutations: puts({ a: 'lost' }) })
    const view = await store.read(pendingRead())
    expect(String(view.values[0])).toBe('lost')
    const built = commit(store, { expectedHead: view.head, mutations: puts({ a: 'built on it' }) })
    const settled = store.settled(view.head)
    const outcomes = await Promise.allSettled([lost, built, settled])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'OTSServerBusy' } })
    }
    await expect(store.settled(view.head)).rejects.toMatchObject({ code: 'OTSServerBusy' })
    const after = await store.read(pendingRead())
    expect(String(after.values[0])).toBe('kept')
    await store.settled(after.head)
    const stale = { expectedHead: view.head, mutations: puts({ a: 'stale' }) }
    expect(await commit(store, stale)).toBe('conflict')
    expect(await commit(store, { ...stale, expectedHead: head })).toBe('conflict')
    const fresh = { expectedHead: after.head, mutations: puts({ a: 'new' }) }
    expect(await commit(store, fresh)).toBe('committed')
    const commits = (await feed(store, 0)).flatMap((change) => change.commits)
    const fed = commits.map(({ mutations }) => String(mutations[0]?.value))
    expect(fed).toEqual(['kept', 'new'])
    await store.close()
  })

  it('applies a token again when its commit was lost', async () => {
    const files = new SimulatedFiles()
    const store = await start({ files, store: createCrashableStore() })
    const tokened = full({ token: Buffer.alloc(16, 3), mutations: puts({ a: '1' }) })
    files.failOnce('write', 'ENOSPC')
    await expect(store.commit(tokened)).rejects.toMatchObject({ code: 'OTSServerBusy' })
    expect(await store.commit(tokened)).toBe('committed')
    expect((await scan(store, 'a', 'b')).map(({ value }) => String(value))).toEqual(['1'])
    await store.close()
  })

  it('fails everything when the log cannot be written at all', async () => {
    const files = new SimulatedFiles()
    const machine = { files, store: createCrashableStore() }
    const store = await start(machine)
    await commit(store, { mutations: puts({ a: 'kept' }) })
    files.failOnce('datasync', 'EIO')
    await expect(commit(store, { mutations: puts({ a: 'lost' }) })).rejects.toThrow()
    await expect(commit(store, { mutations: puts({ a: 'refused' }) })).rejects.toThrow()
    const view = await store.read(pendingRead())
    expect(String(view.values[0])).toBe('kept')
  })
})

function pendingRead(): Parameters<PartitionStore['read']>[0] {
  return { table: 1, partition: key('p'), keys: [key('a')], pending: true }
}
