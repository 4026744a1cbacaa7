import { expect, test } from 'vitest'
import { powerCutRun } from '../testing/log-power-cut-run.js'
import { testSeed } from '@rowhouse/platform/testing'

const CUTS = Number(process.env['ROWHOUSE_POWER_CUTS'] ?? 500)
const FIRST_SEED = testSeed()

/** The time that a slow machine needs per cut. */
const MILLISECONDS_PER_CUT = 100

test(
  `a commit log keeps its promises over ${CUTS} power cuts`,
  async () => {
    let cuts = 0
    for (let seed = FIRST_SEED; cuts < CUTS; seed++) {
      cuts += await powerCutRun(seed).catch((error: unknown) => {
        throw new Error(`replay with ROWHOUSE_TEST_SEED=${seed}`, { cause: error })
      })
    }
    expect(cuts).toBeGreaterThanOrEqual(CUTS)
  },
  30_000 + CUTS * MILLISECONDS_PER_CUT,
)
