import { parseArgs } from 'node:util'
import { readCommandLine, type SeededRandom, seededRandom } from '@rowhouse/platform/testing'
import { failCutReplies } from './kill/cut-replies.js'
import { explainFailure, runCounted, wholeNumber } from './run-counted.js'

/** A data folder, the clients that write to it, and the server that is killed meanwhile. */
export interface Life {
  /** The last lines that the server wrote. */
  readonly output: string
  readonly directory: string
  /** Clients write, the server is killed and started again, and everything is checked. */
  round(random: SeededRandom): Promise<void>
  /** Stops the server in order, and checks what must hold afterwards. */
  finish(): Promise<void>
  remove(): Promise<void>
}

export interface Rounds {
  /** The name of the script for `npm run`. */
  readonly script: string
  readonly rounds: number
  readonly perFolder: number
  /** Opens a folder, counted from 0, with the given program or the one that was built here, and store. */
  readonly open: (
    folder: number,
    program: string | undefined,
    store: string | undefined,
  ) => Promise<Life>
  /** What is printed about rounds on a folder, besides their seed. */
  readonly folderText: (folder: number) => string
  readonly figures: () => string
}

const USAGE = '[--rounds N] [--seed N] [--keep] [--program FILE] [--store NAME]'

function readOptions(args: string[], kind: Rounds) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string' },
      seed: { type: 'string' },
      program: { type: 'string' },
      store: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const rounds = wholeNumber(values.rounds, kind.rounds)
  const firstSeed = wholeNumber(values.seed, Math.floor(Math.random() * 2 ** 31))
  return { ...values, rounds, firstSeed }
}

export const runRounds = async (kind: Rounds): Promise<void> => {
  failCutReplies()
  const usage = `npm run ${kind.script} -- ${USAGE}`
  const options = readCommandLine(usage, (args) => readOptions(args, kind))
  const { rounds, firstSeed } = options
  let round = 0
  let life: Life | undefined
  console.log(`${rounds} rounds, seeds from ${firstSeed}`)
  const work = async (): Promise<void> => {
    const seed = (firstSeed + round) >>> 0
    const folder = Math.floor(round / kind.perFolder)
    round++
    const startedAt = performance.now()
    try {
      life ??= await kind.open(folder, options.program, options.store)
      await life.round(seededRandom(seed))
      if (round % kind.perFolder === 0 || round === rounds) {
        await life.finish()
        life = undefined
      }
    } catch (error) {
      const output = life?.output ?? ''
      if (options.keep) console.error(`the folder is kept: ${life?.directory}`)
      else await life?.remove()
      life = undefined
      const command = `npm run ${kind.script} -- --rounds 1 --seed ${seed} (timing permitting)`
      throw explainFailure(error, `${command}\nlast lines of the server:\n${output}`)
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`round ${round} seed ${seed}${kind.folderText(folder)}: ok, ${seconds} s`)
  }
  await runCounted(
    () => round < rounds,
    work,
    () => `${round} rounds, ${kind.figures()}`,
  )
}
