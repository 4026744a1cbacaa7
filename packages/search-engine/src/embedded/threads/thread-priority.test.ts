import { readFile, readdir } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { applyAll, definition, found, put } from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { SearchEngine } from '../../search-engine.js'
import { openEmbeddedSearchEngine } from '../open-embedded-search-engine.js'

const ROUNDS = 12

let folder: TemporaryFolder
let engine: SearchEngine

beforeEach(async () => {
  folder = await temporaryFolder()
  engine = openEmbeddedSearchEngine({
    directory: `${folder.path}/search`,
    files: nodeFiles,
    clock: systemClock,
    threads: 1,
    entries: await buildThreadEntries(folder.path),
  })
})

afterEach(async () => {
  await engine.close()
  await folder.remove()
})

/** The distinct niceness values of the threads, relative to the process. */
async function stepsOfThreads(): Promise<readonly number[]> {
  const steps = new Set<number>()
  for (const thread of await readdir('/proc/self/task')) {
    const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => undefined)
    // The thread has ended meanwhile.
    if (stat === undefined) continue
    // Niceness is the 19th field; the second is a name in parentheses.
    const niceness = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    steps.add(niceness - getPriority(process.pid))
  }
  return [...steps].sort((a, b) => a - b)
}

const { SEARCH_INDEXING_NICENESS, SEARCH_QUERY_NICENESS, SEARCH_MERGING_NICENESS } =
  searchEngineLimits

// Elsewhere threads have no priorities of their own.
it.runIf(process.platform === 'linux')('each kind of thread has its own priority', async () => {
  const before = getPriority()
  await engine.create(definition(1))
  for (let round = 0; round < ROUNDS; round++) {
    await applyAll(engine, 1, [put(`${round}`, 'x')], round + 1)
    await engine.refresh(1)
  }
  // By then the merging thread and the query thread have started.
  while ((await engine.describe(1)).segments >= ROUNDS) await new Promise(setImmediate)
  expect(await found(engine, 1)).toHaveLength(ROUNDS)
  expect(getPriority()).toBe(before)
  const wanted = [SEARCH_INDEXING_NICENESS, SEARCH_QUERY_NICENESS, SEARCH_MERGING_NICENESS]
  const most = constants.priority.PRIORITY_LOW - before
  const steps = await stepsOfThreads()
  expect(steps).toEqual(expect.arrayContaining(wanted.map((step) => Math.min(step, most))))
})
