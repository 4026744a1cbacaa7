import { parseArgs } from 'node:util'
import { seededRandom } from '@rowhouse/engine/testing'
import { explainFailure, runCounted, wholeNumber } from '../run-counted.js'
import { type SearchKillFigures, SearchKillLife } from './search-kill-life.js'

/** `npm run search-kill-loop -- --rounds N [--seed N] [--keep] [--program FILE]` */
const ROUNDS = 20
const ROUNDS_PER_FOLDER = 20

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    program: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const main = async (): Promise<void> => {
  const rounds = wholeNumber(values.rounds, ROUNDS)
  const firstSeed = wholeNumber(values.seed, Math.floor(Math.random() * 2 ** 31))
  const figures: SearchKillFigures = { kills: 0, rows: 0, indexes: 0 }
  let round = 0
  let life: SearchKillLife | undefined
  console.log(`${rounds} rounds, seeds from ${firstSeed}`)
  const work = async (): Promise<void> => {
    const seed = (firstSeed + round) >>> 0
    round++
    try {
      life ??= await SearchKillLife.open(values.program, figures)
      await life.round(seededRandom(seed))
      if (round % ROUNDS_PER_FOLDER !== 0 && round !== rounds) return
      await life.finish()
      life = undefined
    } catch (error) {
      const output = life?.output ?? ''
      if (values.keep) console.error(`the folder is kept: ${life?.directory}`)
      else await life?.remove()
      life = undefined
      const command = `npm run search-kill-loop -- --rounds 1 --seed ${seed} (timing permitting)`
      throw explainFailure(error, `${command}\nlast lines of the server:\n${output}`)
    }
  }
  await runCounted(
    () => round < rounds,
    work,
    () =>
      `${round} rounds, ${figures.kills} kills, ${figures.indexes} indexes verified, ` +
      `${figures.rows} rows found right`,
  )
}

await main()
