import { parseArgs } from 'node:util'
import { readCommandLine } from '@rowhouse/platform/testing'
import { runOracle } from './run-oracle.js'

const USAGE = `npm run search-oracle -- [--runs 200] [--seed N] [--threads 0] [--shrink]
Runs so many random cases against the whole embedded engine. A failure prints the command that repeats it.`
const RUNS = 200
const FAILURES_MAX = 5
const REPORT_MS = 10_000

const wholeNumber = (text: string | undefined, otherwise: number): number => {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${text}`)
  return value
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string' },
      seed: { type: 'string' },
      threads: { type: 'string' },
      shrink: { type: 'boolean', default: false },
    },
  })
  return {
    runs: wholeNumber(values.runs, RUNS),
    threads: wholeNumber(values.threads, 0),
    firstSeed: wholeNumber(values.seed, Math.floor(Math.random() * 2 ** 31)),
    shrinks: values.shrink,
  }
}

const main = async (): Promise<void> => {
  const { runs, threads, firstSeed, shrinks } = readCommandLine(USAGE, readOptions)
  const figures = { questions: 0, hits: 0, rows: 0 }
  let failed = 0
  let reportedAt = performance.now()
  console.log(`${runs} cases, seeds from ${firstSeed}`)
  for (let run = 0; run < runs && failed < FAILURES_MAX; run++) {
    const seed = (firstSeed + run) % 2 ** 31
    try {
      await runOracle({ seed, shrinks }, { threads }, figures)
    } catch (error) {
      failed++
      console.error(error instanceof Error ? error.message : error)
      const command = `npm run search-oracle -- --runs 1 --seed ${seed} --threads ${threads}`
      console.error(`repeat with: ${command} --shrink`)
    }
    if (performance.now() - reportedAt < REPORT_MS) continue
    reportedAt = performance.now()
    console.log(`  ${run + 1} cases, ${figures.questions} questions, ${figures.hits} hits`)
  }
  console.log(
    `${figures.questions} questions, ${figures.hits} hits, ${figures.rows} rows at the most`,
  )
  console.log(`${runs - failed} passed, ${failed} failed, 0 skipped`)
  process.exitCode = failed === 0 ? 0 : 1
}

await main()
