import { describe, expect, test } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { seededRandom } from '../testing/seeded-random.js'
import { SimulatedFiles } from '../testing/simulated-files.js'
import type { CommitLog } from './commit-log.js'
import { openCommitLog } from './open-commit-log.js'

const DIRECTORY = '/data/log'

function open(files: SimulatedFiles, segmentBytes = 400): Promise<CommitLog> {
  return openCommitLog({
    files,
    directory: DIRECTORY,
    clock: systemClock,
    random: seededRandom(5),
    segmentBytes,
    preallocateBytes: 64,
  })
}

async function contents(log: CommitLog, from = log.start): Promise<string[]> {
  const found: string[] = []
  for await (const { payload } of log.read(from)) found.push(payload.toString())
  return found
}

describe('a commit log', () => {
  test('reads back what was appended, after opening it again too', async () => {
    const files = new SimulatedFiles()
    const log = await open(files)
    const expected = Array.from({ length: 100 }, (_, index) => `record ${index}`)
    for (const record of expected) await log.append(Buffer.from(record)).durable
    expect(await contents(log)).toEqual(expected)
    await log.close()
    const again = await open(files)
    expect(await contents(again)).toEqual(expected)
    expect(again.durableEnd).toBe(log.durableEnd)
    expect(again.figures()['segments']).toBeGreaterThan(5)
    await again.close()
  })
})
