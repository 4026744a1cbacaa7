import { parseArgs } from 'node:util'
import { readCommandLine } from '@rowhouse/platform/testing'
import { explainFailure, runCounted, wholeNumber } from '../run-counted.js'
import { searchPowerCutRun } from './search-power-cut-run.js'

const USAGE = `npm run search-power-cuts -- CUTS [FIRST-SEED]
A failure prints the command that repeats it, as far as timers allow.`
const CUTS = 500
/** Concurrent runs: they wait for timers most of the time. */
const AT_ONCE = 6

function readOptions(args: string[]) {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const cuts = wholeNumber(positionals[0], CUTS)
  const firstSeed = wholeNumber(positionals[1], Math.floor(Math.random() * 2 ** 31))
  return { cuts, firstSeed }
}

const main = async (): Promise<void> => {
  const { cuts, firstSeed } = readCommandLine(USAGE, readOptions)
  const done = { cuts: 0, rows: 0, resumed: 0, rebuilt: 0, runs: 0 }
  console.log(`${cuts} power cuts under search indexes, seeds from ${firstSeed}`)
  const run = async (seed: number): Promise<void> => {
    try {
      const figures = await searchPowerCutRun(seed)
      done.cuts += figures.cuts
      done.rows += figures.rows
      done.resumed += figures.resumed
      done.rebuilt += figures.rebuilt
    } catch (error) {
      throw explainFailure(error, `npm run search-power-cuts -- 1 ${seed}`)
    }
  }
  await runCounted(
    () => done.cuts < cuts,
    async () => {
      const together = cuts === 1 ? 1 : AT_ONCE
      const runs = Array.from({ length: together }, () => run((firstSeed + done.runs++) >>> 0))
      const ends = await Promise.allSettled(runs)
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
    () =>
      `${done.cuts} cuts, ${done.rows} rows verified, ` +
      `${done.resumed} indexes resumed, ${done.rebuilt} rebuilt`,
  )
}

await main()
