import { parseArgs } from 'node:util'
import { readCommandLine, seededRandom } from '@rowhouse/platform/testing'
import { failCutReplies } from '../kill/cut-replies.js'
import { runCounted, wholeNumber } from '../run-counted.js'
import { SOAK_HEAD, type SoakFigures, grownFigures, soakLine } from './soak-figures.js'
import { SoakLife } from './soak-life.js'

/** All of them in the first half: what grows in the second one grows in one server. */
const RESTARTS_PER_RUN = 16

const USAGE = `npm run soak -- [--store lsm|rocksdb] [--hours N] [--rate N] [--seed N] [--keep]
                [--data FOLDER] [--program FILE]
Tells memory, files and bytes again and again, and fails when they have grown at the end. --rate is in rows
per second. --data goes on with a folder of an earlier run, whose rows must be as they were written.`

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string', default: 'lsm' },
      hours: { type: 'string', default: '8' },
      rate: { type: 'string' },
      seed: { type: 'string' },
      program: { type: 'string' },
      data: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const seed = wholeNumber(values.seed, Math.floor(Math.random() * 2 ** 31))
  const hours = Number(values.hours)
  if (!(hours > 0)) throw new Error(`--hours takes a positive number, not ${values.hours}`)
  return { ...values, seed, hours, rowsPerSecond: wholeNumber(values.rate, 2000) }
}

const main = async (): Promise<void> => {
  failCutReplies()
  const options = readCommandLine(USAGE, readOptions)
  const { store, program, data, hours, seed, rowsPerSecond, keep } = options
  console.log(`${hours} hours over the store ${store}, seed ${seed}`)
  const durationMs = hours * 3_600_000
  const startedAt = performance.now()
  let restartAt = startedAt + durationMs / RESTARTS_PER_RUN
  const life = await SoakLife.open({ program, store, data, rowsPerSecond }, seededRandom(seed))
  if (life.adopted > 0) console.log(`${life.adopted} rows of an earlier run, as they were written`)
  let samples: SoakFigures[] = []
  let isDone = false

  const step = async (): Promise<void> => {
    const now = performance.now()
    if (now > restartAt && now < startedAt + durationMs / 2) {
      await life.restart()
      restartAt += durationMs / RESTARTS_PER_RUN
      samples = []
    }
    if (now < startedAt + durationMs) {
      samples.push(await life.cycle())
      return
    }
    isDone = true
    const grown = grownFigures(samples)
    if (grown.length > 0) throw new Error(grown.join('\n'))
    await life.finish()
    console.log('all rows are there, and the files are whole')
  }
  const work = (): Promise<void> =>
    step().catch(async (error: unknown) => {
      isDone = true
      console.error(`last lines of the server:\n${life.output}`)
      if (keep) console.error(`the folder is kept: ${life.directory}`)
      else await life.remove()
      throw error
    })
  const progress = (): string => {
    const last = samples.at(-1)
    if (last === undefined) return 'nothing is measured yet'
    return `${soakLine(last)} ${life.written} rows written, ${life.restarts} restarts`
  }
  console.log(SOAK_HEAD)
  await runCounted(() => !isDone, work, progress)
}

await main()
