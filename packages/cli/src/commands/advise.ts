import { type Advice, type Order, advise } from '@rowhouse/practices'
import { Command, InvalidArgumentError, Option } from 'commander'
import { describeAdvice } from '../advice/describe-advice.js'
import { readSample } from '../advice/read-sample.js'
import { type FileFlags, fileOptions, formatOption, readingOf } from '../transfer/file-flags.js'
import { listOf, positive } from '../transfer/flags.js'

interface AdviseFlags extends FileFlags {
  readonly only?: readonly string[]
  readonly order?: Order
  readonly splice: readonly (readonly string[])[]
  readonly partitions?: number
  readonly partitionUnits?: number
  readonly rowBytes?: number
  readonly rowsPerDay?: number
  readonly rowsPerSecond?: number
  readonly horizon?: number
  readonly sample?: number
  readonly json?: boolean
}

export function createCommand(): Command {
  const command = new Command('advise')
    .description(
      'Tell which columns of a file make a good partition key, as they stand, hashed or spliced, and why.',
    )
    .argument(
      '<file>',
      'rows as they came: CSV, NDJSON or Parquet; gzip is unpacked; - is standard input',
    )
    .addOption(formatOption())
  return fileOptions(command)
    .option('--only <NAMES>', 'look at these columns, separated by commas', listOf)
    .addOption(
      new Option(
        '--order <ORDER>',
        'in which rows came: file, unknown, or a column (default: the worse of the file and of its column of times)',
      ).argParser(orderOf),
    )
    .option(
      '--splice <NAMES>',
      'look at this splice too, beside all pairs',
      (text: string, all: readonly (readonly string[])[]) => [...all, listOf(text)],
      [],
    )
    .option('--partitions <N>', 'of the table (default: 8)', positive)
    .option('--partition-units <N>', 'capacity units a second of each (default: 10000)', positive)
    .option('--row-bytes <N>', 'of a row (default: the average of the file)', positive)
    .option('--rows-per-day <N>', 'that will be written', positive)
    .option('--rows-per-second <N>', 'at the busiest time', positive)
    .option('--horizon <DAYS>', 'how far to look ahead (default: 365)', positive)
    .option('--sample <ROWS>', 'to keep of the file, at most (default: 200000)', positive)
    .option('--json', 'print the advice as JSON')
    .action(run)
}

async function run(path: string, flags: AdviseFlags): Promise<void> {
  const { sample, unreadable } = await readSample(
    path,
    readingOf(flags, path),
    flags.only,
    flags.sample,
  )
  if (unreadable > 0) process.stderr.write(`${unreadable} lines were left out: they are no rows\n`)
  const advice = advise(sample, {
    order: flags.order,
    splices: flags.splice,
    partitions: flags.partitions,
    partitionUnits: flags.partitionUnits,
    rowBytes: flags.rowBytes,
    rowsPerDay: flags.rowsPerDay,
    rowsPerSecond: flags.rowsPerSecond,
    horizonDays: flags.horizon,
  })
  process.stdout.write(flags.json === true ? toJson(advice) : describeAdvice(advice))
}

const toJson = (advice: Advice): string => `${JSON.stringify(advice)}\n`

function orderOf(text: string): Order {
  if (text === '') throw new InvalidArgumentError('It is empty.')
  return text === 'file' || text === 'unknown' ? text : { column: text }
}
