import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TemporaryFolder, temporaryFolder, testSeed } from '@rowhouse/platform/testing'
import type { ThreadEntries } from '@rowhouse/search-engine'
import { buildThreadEntries } from '@rowhouse/search-engine/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OracleViolation } from './check-question.js'
import { type Phase, oracleCase } from './oracle-case.js'
import { runOracleCase } from './run-oracle-case.js'
import { runOracle } from './run-oracle.js'

/*
 * `npm run search-oracle -- --runs N --seed N` runs more cases, and repeats a failure by its seed.
 */

const MODULES = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const RUNS = 8
const RUNS_IN_THREADS = 2
/** Ends a run that hangs. A busy machine may take long. */
const TIMEOUT_MS = 600_000

const seed = testSeed()
const figures = { questions: 0, hits: 0, rows: 0 }

let programs: TemporaryFolder
let entries: ThreadEntries

beforeAll(async () => {
  programs = await temporaryFolder()
  entries = await buildThreadEntries(programs.path)
  // Threads find the dictionary of words through the modules of this workspace.
  await symlink(MODULES, join(programs.path, 'node_modules'))
}, TIMEOUT_MS)

afterAll(() => programs.remove())

describe(`the search engine, from seed ${seed} on,`, () => {
  test(
    'gives the same results as a scan of the table, whatever happens to its segments',
    async () => {
      for (let run = 0; run < RUNS; run++) {
        await runOracle({ seed: seed + run, shrinks: false }, { threads: 0 }, figures)
      }
      expect(figures.questions).toBeGreaterThan(RUNS)
      expect(figures.hits).toBeGreaterThan(figures.questions)
    },
    TIMEOUT_MS,
  )

  test(
    'gives the same results in threads',
    async () => {
      for (let run = 0; run < RUNS_IN_THREADS; run++) {
        await runOracle({ seed: seed + run, shrinks: false }, { threads: 1, entries }, figures)
      }
    },
    TIMEOUT_MS,
  )
})

const writesOf = ({ batches }: Phase): number =>
  batches.reduce((sum, { writes }) => sum + writes.length, 0)

test(
  'an index that differs from its table is detected',
  async () => {
    const long = oracleCase.filter(({ phases }) => phases.some((phase) => writesOf(phase) > 60))
    const [given] = fc.sample(long, { seed: 1, numRuns: 1 })
    if (given === undefined) throw new Error('no case')
    // A rebuild would restore what was lost.
    const phases = given.phases.map((phase): Phase => ({ ...phase, event: 'nothing' }))
    const lossy = runOracleCase({ ...given, phases }, { threads: 0, losesEvery: 2 }, figures)
    await expect(lossy).rejects.toThrow(OracleViolation)
  },
  TIMEOUT_MS,
)
