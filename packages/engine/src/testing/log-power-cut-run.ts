import assert from 'node:assert/strict'
import { TablestoreError } from '@rowhouse/protocol'
import type { CommitLog } from '../log/commit-log.js'
import { openCommitLog } from '../log/open-commit-log.js'
import { LogPromises } from './log-promises.js'
import { type SeededRandom, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'

/**
 * Runs one log through several power cuts, all decided by the seed. After each one the log is reopened
 * and its promises are checked. Returns the number of power cuts.
 */
export async function powerCutRun(seed: number): Promise<number> {
  const random = seededRandom(seed)
  const promises = new LogPromises()
  let files = new SimulatedFiles(seededRandom(seed))
  let cuts = 0
  for (let life = 0; life < 4; life++) {
    files.cutAfter(1 + random.below(120))
    await live(files, promises, random, `${seed}.${life}`)
    const killed = random.chance(0.2)
    files = killed ? files.kill() : files.powerCut(random)
    if (!killed) cuts++
    // The power may fail again while the log recovers, more than once.
    while (random.chance(0.4)) {
      files.cutAfter(1 + random.below(20))
      await unlessFailing(() => open(files))
      files = files.powerCut(random)
      cuts++
    }
    const first = await open(files)
    const records = await promises.check(first)
    if (random.chance(0.5)) await first.close()
    // Records that the log has shown once are durable, even if they were not before the failure.
    files = files.powerCut(random)
    cuts++
    const second = await open(files)
    // Closing may have trimmed the log up to a cursor that was moved shortly before the failure.
    const kept = records.filter(({ position }) => position >= second.start)
    assert.deepEqual(await promises.check(second), kept)
    promises.renew(second, kept)
    await second.close()
  }
  return cuts
}

function open(files: SimulatedFiles): Promise<CommitLog> {
  return openCommitLog({
    files,
    directory: '/data/log',
    clock: { now: () => 0, monotonic: () => 0 },
    // All segments have the same salt, so that old content of a reused file is recognised by position
    // alone.
    random: { bytes: (length) => Buffer.alloc(length) },
    segmentBytes: 700,
    preallocateBytes: 150,
  })
}

/** Runs writers and a consumer until the power fails or they are done. */
async function live(
  files: SimulatedFiles,
  promises: LogPromises,
  random: SeededRandom,
  name: string,
): Promise<void> {
  if (random.chance(0.15)) files.failOnce('datasync', 'EIO', 1 + random.below(30))
  if (random.chance(0.15)) files.failOnce('datasync', 'ENOSPC', 1 + random.below(30))
  if (random.chance(0.1)) files.failOnce('write', 'EIO', 1 + random.below(30))
  if (random.chance(0.3)) files.limitSpace(random.below(4000))
  const log = await unlessFailing(() => open(files))
  if (log === undefined) return
  const writers = Array.from({ length: 1 + random.below(5) }, (_, writer) =>
    write(log, promises, random, `${name}.${writer}`),
  )
  await Promise.all([...writers, consume(log, promises, random, files)])
  if (random.chance(0.5)) await unlessFailing(() => log.close())
}

async function write(
  log: CommitLog,
  promises: LogPromises,
  random: SeededRandom,
  name: string,
): Promise<void> {
  for (let count = 0; count < 40; count++) {
    const size = random.chance(0.05) ? 1500 : random.below(80)
    const payload = `${name}.${count}.`.padEnd(size, '*')
    const durable = await unlessFailing(async () => promises.append(log, payload))
    if (durable === undefined) return
    if (random.chance(0.7)) await durable.settled
  }
}

async function consume(
  log: CommitLog,
  promises: LogPromises,
  random: SeededRandom,
  files: SimulatedFiles,
): Promise<void> {
  for (let count = 0; count < 12; count++) {
    for (let turns = random.below(10); turns > 0; turns--) await nextTurn()
    if (random.chance(0.2)) files.limitSpace(Number.POSITIVE_INFINITY)
    const position = log.start + random.below(log.durableEnd - log.start + 1)
    const name = random.chance(0.5) ? 'index' : 'stream'
    await unlessFailing(() => {
      if (random.chance(0.5)) return promises.checkpoint(log, position)
      if (random.chance(0.2)) return promises.removeCursor(log, name)
      return promises.setCursor(log, name, position)
    })
  }
}

/** Undefined when the disk failed; any other error is thrown. */
async function unlessFailing<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof TablestoreError || !(error instanceof Error)) return undefined
    const expected = ['LogFailedError', 'LogClosedError', 'PowerCutError']
    const code = 'code' in error ? error.code : undefined
    if (expected.includes(error.name) || code === 'EIO' || code === 'ENOSPC') return undefined
    throw error
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
