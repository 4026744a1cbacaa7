import type { Client } from '@rowhouse/client'
import { Argument, Command, Option } from 'commander'
import type { CheckedAnswer } from '../check/check-answers.js'
import { loadLines } from '../load/report-lines.js'
import { loadSample } from '../load/load-sample.js'
import { SMALL_SAMPLE_ROWS } from '../load/start-sample-load.js'
import {
  type ConnectionOptions,
  addConnectionOptions,
  positiveInteger,
} from '../server/demo-command.js'
import { withClient } from '../server/with-client.js'
import { KNOWN_SAMPLES, type KnownSample } from './known-samples.js'

interface Options extends ConnectionOptions {
  readonly rows: number
  readonly seed: number
  readonly index: 'before' | 'after'
  readonly check: boolean
  readonly sets: number
}

const SETS = 50

type Write = (line: string) => void

/** Loads a sample, or goes on with a load; `--check` asks its questions after that. Answers the exit code. */
export async function runSampleCommand(argv: readonly string[], write: Write): Promise<number> {
  const command = addConnectionOptions(new Command('demo:load'))
    .description('Loads a sample and checks the answers of its questions')
    .addArgument(new Argument('<sample>').choices(Object.keys(KNOWN_SAMPLES)))
    .option('--rows <n>', 'rows of the main table', positiveInteger, SMALL_SAMPLE_ROWS)
    .option('--seed <n>', 'another seed makes another set', positiveInteger, 1)
    .addOption(
      new Option('--index <when>', 'make the search indexes before the rows or after them')
        .choices(['before', 'after'])
        .default('after'),
    )
    .option('--check', 'compare every answer with one pass over the generator', false)
    .option('--sets <n>', 'parameter sets for each question of the check', positiveInteger, SETS)
    .parse(argv)
  const [name = ''] = command.args
  const options = command.opts<Options>()
  const known = KNOWN_SAMPLES[name]?.(options)
  if (known === undefined) throw new Error(`there is no sample ${name}`)
  return withClient(options, async (client) => {
    await load(client, known, options, write)
    return !options.check || (await check(client, known, options, write))
  })
}

async function load(
  client: Client,
  { sample }: KnownSample,
  { index }: Options,
  write: Write,
): Promise<void> {
  const begin = performance.now()
  await loadSample(client, sample, { index, onReport: loadLines(write, () => performance.now()) })
  const seconds = (performance.now() - begin) / 1_000
  write(`${sample.rows} rows of ${sample.name} loaded and searchable in ${seconds.toFixed(1)} s`)
}

async function check(
  client: Client,
  known: KnownSample,
  { sets }: Options,
  write: Write,
): Promise<boolean> {
  const times = new Map<string, number[]>()
  const onAnswer = ({ question, ms }: CheckedAnswer): void => {
    times.set(question, [...(times.get(question) ?? []), ms])
  }
  const { answers, wrong, idleClauses } = await known.check(client, { sets, onAnswer })
  for (const [question, ms] of times) write(`${question}: median ${median(ms).toFixed(1)} ms`)
  for (const { question, parameters, wanted, got } of wrong) {
    write(`WRONG ${question} ${JSON.stringify(parameters)}`)
    write(`  wanted ${JSON.stringify(wanted)}`)
    write(`  got    ${JSON.stringify(got)}`)
  }
  for (const clause of idleClauses) write(`NOTHING PLANTED TESTS ${clause}`)
  write(`${answers - wrong.length} of ${answers} answers are equal to the generator's`)
  return wrong.length === 0 && idleClauses.length === 0
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
