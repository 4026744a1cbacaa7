import type { Client } from '@rowhouse/client'
import { reasonText } from '@rowhouse/practices'
import { Command } from 'commander'
import {
  type ConnectionOptions,
  addConnectionOptions,
  positiveInteger,
} from '../server/demo-command.js'
import { withClient } from '../server/with-client.js'
import { type KeyOutcome, chooseKey } from './choose-key.js'
import { hashKeys } from './hash-keys.js'
import { compareCold, loadMonths } from './hot-and-cold.js'
import { compareImports } from './import-orders.js'
import { type Lab, openLab } from './lab.js'
import type { MeasureTimes, MeasuredRate } from './measure-writes.js'
import { spliceKeys } from './splice-keys.js'

interface Options extends ConnectionOptions {
  readonly rows: number
  readonly seed: number
  readonly seconds: number
  readonly brief: boolean
}

const ROWS = 20_000
const SECONDS = 3
const WARM_UP_MS = 2_000
const BRIEF: MeasureTimes = { warmUpMs: 1, measuredMs: 200 }

type Write = (line: string) => void

interface Bench {
  readonly client: Client
  readonly lab: Lab
  readonly times: MeasureTimes
  readonly write: Write
}

/** The manual's card case, step by step on a server that throttles partitions. Answers the exit code. */
export async function runLabCommand(argv: readonly string[], write: Write): Promise<number> {
  const options = addConnectionOptions(new Command('demo:card-lab'))
    .description('Chooses, splices and hashes keys of campus cards, and measures what it brings')
    .option('--rows <n>', 'purchases of 26 months', positiveInteger, ROWS)
    .option('--seed <n>', 'another seed makes another set', positiveInteger, 1)
    .option('--seconds <n>', 'how long each rate is measured', positiveInteger, SECONDS)
    .option('--brief', 'measure for a moment only: all is tried, and the rates say nothing', false)
    .parse(argv)
    .opts<Options>()
  const long = { warmUpMs: WARM_UP_MS, measuredMs: options.seconds * 1_000 }
  const times = options.brief ? BRIEF : long
  const lab = openLab(options)
  return withClient(options, (client) => runSteps({ client, lab, times, write }), [
    '--throttle=partitions',
  ])
}

async function runSteps(bench: Bench): Promise<boolean> {
  const isRight = [
    await choose(bench),
    await splice(bench),
    await hash(bench),
    await months(bench),
    await cold(bench),
    await imports(bench),
  ]
  bench.write(
    isRight.every(Boolean) ? '\nEvery step came out as in the manual' : '\nSOME STEP DID NOT',
  )
  return isRight.every(Boolean)
}

/** The manual's verdicts on the four columns and the two remedies. */
const MANUAL_VERDICTS: Readonly<Record<string, KeyOutcome['verdict']>> = {
  CardID: 'good',
  DeviceID: 'good',
  SellerID: 'bad',
  OrderNumber: 'bad',
}

async function choose({ client, lab, times, write }: Bench): Promise<boolean> {
  write('\nChoose: the verdict of the advisor, and what a table with the key takes')
  const outcomes = await chooseKey(client, lab, times, ({ name, verdict, reasons, measured }) => {
    write(`  ${name}: ${verdict}, ${rateText(measured)}`)
    if (reasons[0] !== undefined) write(`    ${reasonText(reasons[0])}`)
  })
  return outcomes.every(({ name, verdict }) => (MANUAL_VERDICTS[name] ?? verdict) === verdict)
}

async function splice({ client, write }: Bench): Promise<boolean> {
  write('\nSplice: three renderings of the rows of the manual')
  const outcomes = await spliceKeys(client)
  for (const { name, keys, isInOrder, orders } of outcomes) {
    write(`  ${name}: ${keys.join(' ')}`)
    write(
      `    ${isInOrder ? 'in order' : 'NOT in order'}, [15,100) has ${orders?.join(' ') ?? 'an error'}`,
    )
  }
  return outcomes.map(({ isInOrder }) => isInOrder).join() === 'false,false,true'
}

async function hash({ client, write }: Bench): Promise<boolean> {
  write('\nHash: order numbers behind digits of their MD5')
  const { keys, price, neighbours, ranges } = await hashKeys(client)
  write(`  ${keys.join(' ')}`)
  write(`  ${price.explanation}`)
  write(`  with one digit: ${neighbours.join(' ')}, read as ${ranges} ranges`)
  return neighbours.join() === '200002,200003,200004'
}

async function months({ client, lab, write }: Bench): Promise<boolean> {
  write('\nHot and cold: one table a month')
  const { months: all, needed } = await loadMonths(client, lab)
  for (const { month, table, rows, cohorts, units } of all) {
    write(
      `  ${month} ${table}: ${rows} rows of cohorts ${cohorts.join(', ')}; ` +
        `planned ${units.read} read, ${units.write} write`,
    )
  }
  write(`  a rotation would change the units of ${needed.steps.length} tables`)
  return all.reduce((sum, { rows }) => sum + rows, 0) === lab.rows && needed.problems.length === 0
}

async function cold({ client, lab, times, write }: Bench): Promise<boolean> {
  write('\nCold keys: what they waste of the same units')
  const [forEver, month] = await compareCold(client, lab, times)
  for (const outcome of [forEver, month]) {
    if (outcome === undefined) return false
    write(`  ${outcome.name}, ${outcome.partitions} partitions: ${rateText(outcome.measured)}`)
  }
  return true
}

async function imports({ client, lab, times, write }: Bench): Promise<boolean> {
  write('\nImport: many writers at once')
  const outcomes = await compareImports(client, lab, times)
  for (const { order, measured } of outcomes) write(`  ${order}: ${rateText(measured)}`)
  return true
}

const LIMITS: Readonly<Record<MeasuredRate['limit'], string>> = {
  reserved: 'all that is reserved is the limit',
  partition: 'one partition is the limit',
  writers: 'the writers are the limit, and the key may carry more',
}

const rateText = ({ rowsPerSecond, usedShare, refusedShare, limit }: MeasuredRate): string =>
  `${rowsPerSecond.toFixed(0)} rows/s, ${percent(usedShare)} of what is reserved, ` +
  `${percent(refusedShare)} refused: ${LIMITS[limit]}`

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
