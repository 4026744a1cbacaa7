import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type JudgedCandidate, advise } from '@rowhouse/practices'
import {
  type CardOrder,
  cardFile,
  cardOrders,
  reversedOrders,
  sampleOf,
} from '@rowhouse/practices/testing'
import { readOptions } from '../read-options.js'
import { positive, words } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { figure, textTable } from '../report/text-table.js'
import { createPatternTable } from '../throttle/pattern-table.js'
import { type WriteFigures, writePattern } from '../throttle/write-pattern.js'
import type { Endpoint } from '../load/connection.js'
import { keyOf, nameOf } from './candidate-keys.js'
import { rankAgreement } from './rank-agreement.js'

const SAMPLE_ROWS = 37_000
/** More orders than are written, because their numbers must not repeat. */
const STREAM_ROWS = 1_000_000

/** Candidates measured at a time, each with its own table; the machine is far from its limits. */
const AT_A_TIME = 4

interface Measured {
  readonly candidate: JudgedCandidate
  readonly figures: WriteFigures
}

function parseOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      orders: { type: 'string', default: 'cards' },
      'partition-units': { type: 'string', default: '100' },
      seconds: { type: 'string', default: '15' },
      'warm-up': { type: 'string', default: '45' },
      write: { type: 'string' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
    },
  })
  return {
    seed: positive('seed', values.seed),
    isReversed: values.orders === 'reversed',
    partitionUnits: positive('partition-units', values['partition-units']),
    seconds: positive('seconds', values.seconds),
    // Tables begin with one partition and split after ten seconds of load, repeatedly.
    warmUpSeconds: positive('warm-up', values['warm-up']),
    write: values.write,
    program: values.program,
    nodeArgs: words(values['node-args']),
  }
}

async function main(): Promise<void> {
  const options = readOptions('bench:keys', 'bench/partitions.md', parseOptions)
  if (options.write !== undefined) {
    writeFileSync(options.write, cardFile(options.seed, SAMPLE_ROWS))
    return
  }
  const stream = options.isReversed
    ? reversedOrders(options.seed)
    : cardOrders(options.seed, 'together')
  const orders = Array.from({ length: STREAM_ROWS }, () => stream.next().value)
  const { candidates } = advise(sampleOf(orders, SAMPLE_ROWS))
  const server = await startRowhouse({
    program: options.program,
    nodeArgs: options.nodeArgs,
    data: 'data-bench/keys',
    serverArgs: [
      '--ephemeral',
      '--throttle=partitions',
      `--partition-units=${options.partitionUnits}`,
      `--partition-hot-units=${options.partitionUnits / 2}`,
    ],
    cpuProfile: undefined,
  })
  try {
    const measured: Measured[] = []
    for (let nth = 0; nth < candidates.length; nth += AT_A_TIME) {
      const some = candidates.slice(nth, nth + AT_A_TIME)
      const measuring = some.map(async (candidate, index) => ({
        candidate,
        figures: await measure(server.endpoint, candidate, nth + index, orders, options),
      }))
      measured.push(...(await Promise.all(measuring)))
    }
    report(measured)
  } finally {
    await stopChildServer(server)
  }
}

async function measure(
  endpoint: Endpoint,
  candidate: JudgedCandidate,
  nth: number,
  orders: readonly CardOrder[],
  times: { readonly seconds: number; readonly warmUpSeconds: number },
): Promise<WriteFigures> {
  const pattern = {
    name: `candidate_${nth}`,
    description: nameOf(candidate),
    keyOf: (row: number): string => {
      const order = orders[row]
      if (order === undefined) throw new Error('there are fewer orders than were written')
      return keyOf(candidate, order)
    },
    splitAt: (): never => {
      throw new Error('the table has one partition')
    },
  }
  await createPatternTable(endpoint, pattern, { partitions: 1, reservedWrites: 0 })
  return writePattern(endpoint, pattern, times)
}

function report(measured: readonly Measured[]): void {
  const rows = measured.map(({ candidate, figures }) => [
    nameOf(candidate),
    candidate.verdict,
    `${(candidate.figures.usedThroughput * 100).toFixed(0)} %`,
    figure(figures.rowsPerSecond),
    `${(figures.refusedShare * 100).toFixed(0)} %`,
  ])
  console.log(textTable(['key', 'verdict', 'predicted', 'rows/s measured', 'refused'], rows))
  const { pairs, agreeing } = rankAgreement(
    measured.map(({ candidate, figures }) => ({
      predicted: candidate.figures.usedThroughput,
      measured: figures.rowsPerSecond,
    })),
  )
  console.log(`\n${agreeing} of ${pairs} pairs that clearly differ stand in the order predicted`)
}

await main()
