import { expect, it } from 'vitest'
import { appendAll, openTestLog, payloads, readAll } from '../testing/log-fixture.js'
import { seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import type { CommitLog } from './commit-log.js'

const CHECKPOINT_CALLS = 16
const START_CALLS = 12

/** A log of several segments whose process is killed at the given file call of a checkpoint. */
async function killedInCheckpoint(call: number): Promise<[SimulatedFiles, string]> {
  const files = new SimulatedFiles(seededRandom(call))
  const log = await openTestLog(files)
  const records = await appendAll(log, payloads(60))
  const last = records.at(-1)
  files.cutAfter(call)
  await log.checkpoint(last?.position ?? 0).catch(() => {})
  return [files.kill(), last?.payload ?? '']
}

it('survives a power cut while it starts after a kill, whenever either happens', async () => {
  let segmentsMin = Number.POSITIVE_INFINITY
  for (let killed = 1; killed <= CHECKPOINT_CALLS; killed++) {
    for (let cut = 1; cut <= START_CALLS; cut++) {
      for (let seed = 0; seed < 6; seed++) {
        const [files, last] = await killedInCheckpoint(killed)
        files.cutAfter(cut)
        await openTestLog(files).catch((): CommitLog | undefined => undefined)
        const log = await openTestLog(files.powerCut(seededRandom(seed)))
        expect((await readAll(log)).at(-1)?.payload).toBe(last)
        segmentsMin = Math.min(segmentsMin, log.figures()['segments'] ?? Number.POSITIVE_INFINITY)
      }
    }
  }
  expect(segmentsMin).toBeLessThan(3)
})
