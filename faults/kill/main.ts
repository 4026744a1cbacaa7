import { parseArgs } from 'node:util'
import { seededRandom } from '@rowhouse/engine/testing'
import { explainFailure, runCounted, wholeNumber } from '../run-counted.js'
import { type KillFigures, KillLife } from './kill-life.js'

/**
 * `npm run kill-loop -- --rounds N [--seed N] [--keep] [--program FILE]`: N rounds, half of them with
 * door threads.
 */
const ROUNDS = 20
const ROUNDS_PER_FOLDER = 10
const DOOR_THREADS = [0, 2] as const

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
  const figures: KillFigures = {
    kills: 0,
    verified: 0,
    histories: 0,
    logEntries: 0,
    startsMs: [],
  }
  let round = 0
  let life: KillLife | undefined
  console.log(`${rounds} rounds, seeds from ${firstSeed}`)
  const work = async (): Promise<void> => {
    const seed = (firstSeed + round) >>> 0
    const folder = Math.floor(round / ROUNDS_PER_FOLDER)
    const doorThreads = DOOR_THREADS[folder % DOOR_THREADS.length] ?? 0
    round++
    const startedAt = performance.now()
    try {
      life ??= await KillLife.open({ program: values.program, doorThreads }, figures)
      await life.round(seededRandom(seed))
      const isLast = round % ROUNDS_PER_FOLDER === 0 || round === rounds
      if (isLast) {
        await life.finish()
        life = undefined
      }
    } catch (error) {
      const output = life?.output ?? ''
      if (values.keep) console.error(`the folder is kept: ${life?.directory}`)
      else await life?.remove()
      life = undefined
      const command = `npm run kill-loop -- --rounds 1 --seed ${seed} (timing permitting)`
      throw explainFailure(error, `${command}\nlast lines of the server:\n${output}`)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`round ${round} seed ${seed} doors ${doorThreads}: ok, ${seconds} s`)
  }
  await runCounted(
    () => round < rounds,
    work,
    () =>
      `${round} rounds, ${figures.kills} kills, ${figures.verified} acknowledged writes verified, ` +
      `${figures.histories} histories, ${figures.logEntries} entries held against the log, ` +
      startTimes(figures.startsMs),
  )
}

function startTimes(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b).map(Math.round)
  return `starts ${sorted[sorted.length >> 1] ?? 0} ms at the median, ${sorted.at(-1) ?? 0} ms at the most`
}

await main()
