import { join } from 'node:path'
import { stringVariant } from '@rowhouse/protocol'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  TIMEOUT_MS,
  applyAll,
  asked,
  definition,
  everything,
  found,
  put,
  withTerm,
} from '../testing/search-engine-calls.js'
import { buildThreadEntries } from '../testing/thread-entries.js'
import type { RowImage } from '../search-engine.js'
import { type ThreadEntries, openEmbeddedSearchEngine } from './open-embedded-search-engine.js'

const BUDGET_BYTES = 1_000_000
const ROWS = 12_000
const BATCH = 500
const KINDS = 300

/** With words that only few other rows have. */
const rowOf = (number: number): RowImage => {
  const row = put(`row ${number * 7919}`, `kind ${number % KINDS}`, number)
  const words = Array.from({ length: 16 }, (_, n) => ((number * 16 + n) * 2_654_435_761) % 99_991)
  const text = { name: 't', value: stringVariant(words.join(' ')) }
  return { ...row, columns: [...(row.columns ?? []).slice(0, 2), text] }
}

let folder: TemporaryFolder
let entries: ThreadEntries
let round = 0

beforeAll(async () => {
  folder = await temporaryFolder()
  entries = await buildThreadEntries(folder.path)
})

beforeEach(() => {
  round += 1
})

afterAll(() => folder.remove())

describe.each([0, 2])('with %i query threads', (threads) => {
  it('an index much larger than its memory is built and searched within it', async () => {
    const directory = join(folder.path, `search ${round}`)
    const options = { directory, files: nodeFiles, clock: systemClock, threads, entries }
    const engine = openEmbeddedSearchEngine({ ...options, memoryBytes: BUDGET_BYTES })
    await engine.create(definition(1))
    let most = 0
    const look = async (): Promise<number> => {
      const { memoryBytes, bytes } = await engine.describe(1)
      most = Math.max(most, memoryBytes)
      return bytes
    }
    for (let from = 0; from < ROWS; from += BATCH) {
      const images = Array.from({ length: BATCH }, (_, n) => rowOf(from + n))
      await applyAll(engine, 1, images, from + BATCH)
      await look()
    }
    await engine.commit(1)
    for (let kind = 0; kind < KINDS; kind += 29) {
      expect(await found(engine, 1, withTerm(`kind ${kind}`))).toHaveLength(ROWS / KINDS)
      const page = asked(everything, { limit: 5, offset: kind })
      expect((await engine.search(1, page, TIMEOUT_MS)).rows).toHaveLength(5)
      await look()
    }
    expect(await look()).toBeGreaterThan(BUDGET_BYTES * 2)
    expect(most).toBeLessThanOrEqual(BUDGET_BYTES)
    // Sections that are read count as memory.
    expect((await engine.describe(1)).memoryBytes).toBeGreaterThan(0)
    await engine.close()
  })
})
