import { explainFailure, runCounted, wholeNumber } from '../run-counted.js'
import { powerCutRun } from './power-cut-run.js'

/** `npm run power-cuts -- CUTS [FIRST-SEED]`: a failure prints the command that repeats it. */
const CUTS = 2000

const main = async (): Promise<void> => {
  const cuts = wholeNumber(process.argv[2], CUTS)
  const firstSeed = wholeNumber(process.argv[3], Math.floor(Math.random() * 2 ** 31))
  const isOne = process.argv[3] !== undefined && process.argv[2] === '1'
  const done = { cuts: 0, verified: 0, histories: 0, runs: 0 }
  console.log(`${cuts} power cuts, seeds from ${firstSeed}`)
  await runCounted(
    () => (isOne ? done.runs === 0 : done.cuts < cuts),
    async () => {
      const seed = (firstSeed + done.runs++) >>> 0
      try {
        const figures = await powerCutRun(seed)
        done.cuts += figures.cuts
        done.verified += figures.verified
        done.histories += figures.histories
      } catch (error) {
        throw explainFailure(error, `npm run power-cuts -- 1 ${seed}`)
      }
    },
    () => `${done.cuts} cuts, ${done.verified} writes verified, ${done.histories} histories`,
  )
}

await main()
