import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMemoryFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import {
  TIMEOUT_MS,
  applyAll,
  asked,
  definition,
  everything,
  found,
  put,
} from '../../testing/search-engine-calls.js'
import { buildThreadEntries } from '../../testing/thread-entries.js'
import type { SearchEngine } from '../../search-engine.js'
import { EmbeddedSearchEngine } from '../embedded-search-engine.js'
import { LocalWriting } from '../writing/local-writing.js'
import { QueryPool } from './query-pool.js'

const HEALTHY = 1
/** A request for its keys ends the thread. */
const ENDS = 2
/** A search of this index never ends. */
const HANGS = 3

const PROGRAM = `
import './query.mjs'
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ kind, index }) => {
  if (kind === 'keys' && index === ${ENDS}) process.exit(7)
  while (kind === 'search' && index === ${HANGS}) continue
})
`

let programs: TemporaryFolder
let engine: SearchEngine

beforeAll(async () => {
  programs = await temporaryFolder()
  await buildThreadEntries(programs.path)
  await writeFile(join(programs.path, 'broken.mjs'), PROGRAM)
})

afterAll(() => programs.remove())

describe('query threads', () => {
  beforeEach(async () => {
    const entry = pathToFileURL(join(programs.path, 'broken.mjs'))
    const setup = { directory: '/search', isOnDisk: false, memoryBytes: 1e8, cacheBytes: 1e8 }
    engine = new EmbeddedSearchEngine({
      writing: (events) =>
        new LocalWriting({ ...setup, files: createMemoryFiles(), clock: systemClock }, events),
      searching: (events) =>
        new QueryPool(
          { entry, threads: 1, cacheBytes: 1e8, clock: systemClock, stuckMs: 50 },
          events,
        ),
    })
    for (const index of [HEALTHY, ENDS, HANGS]) {
      await engine.create(definition(index))
      await applyAll(engine, index, [put('a', 'x')], 1)
      await engine.refresh(index)
    }
  })

  afterEach(() => engine.close())

  it('are restarted when they die, and lose only their current requests', async () => {
    expect(await found(engine, HEALTHY)).toEqual(['a'])
    const lost = engine.keys(ENDS, undefined, 1)
    await expect(lost).rejects.toThrow('ended with code 7')
    expect(await found(engine, HEALTHY)).toEqual(['a'])
    await applyAll(engine, HEALTHY, [put('b', 'x')], 2)
    await engine.refresh(HEALTHY)
    expect(await found(engine, HEALTHY)).toEqual(['a', 'b'])
  })

  it('are terminated when a search does not end', async () => {
    const hanging = engine.search(HANGS, asked(everything), 20)
    await expect(hanging).rejects.toMatchObject({ code: 'OTSTimeout' })
    expect(await found(engine, HEALTHY)).toEqual(['a'])
  })

  it('refuse with the busy error when too many searches wait', async () => {
    // One that runs: nothing waits in the thread behind a search of unknown cost.
    const fits = searchEngineLimits.SEARCH_QUEUE_MAX + 1
    const searches = Array.from({ length: fits + 1 }, () =>
      engine.search(HEALTHY, asked(everything), TIMEOUT_MS),
    )
    const results = await Promise.allSettled(searches)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(fits)
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'OTSServerBusy' } })
    expect(await found(engine, HEALTHY)).toEqual(['a'])
  })
})
