import { counted, expectDefined, nounFor } from '@rowhouse/platform'
import { type Order, advise } from '@rowhouse/practices'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { adviceJson, describeAdvice } from '../advice/describe-advice.js'
import { wrapLines } from '../advice/wrap-lines.js'
import { type FileSample, readSample } from '../advice/read-sample.js'
import { type TableHeat, readHeat } from '../advice/read-heat.js'
import { readTable } from '../advice/read-table.js'
import { type ConnectionOptions, clientCommand } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'
import { faultOfFile } from '../fault-of-file.js'
import { type FileFlags, fileOptions, formatOption, readingOf } from '../transfer/file-flags.js'
import { listOf, positive } from '../transfer/flags.js'

interface AdviseFlags extends FileFlags, ConnectionOptions {
  readonly table?: string
  readonly data?: string
  readonly only?: readonly string[]
  readonly order?: Order
  readonly splice?: readonly (readonly string[])[]
  readonly partitions?: number
  readonly partitionUnits?: number
  readonly rowBytes?: number
  readonly rowsPerDay?: number
  readonly rowsPerSecond?: number
  readonly horizon?: number
  readonly sample?: number
}

export function createCommand(): Command {
  const command = clientCommand(
    'advise',
    'Tell which columns of a file or table make a good partition key, as they stand, hashed or spliced, and why.',
  )
    .argument(
      '[file]',
      'rows as they came: CSV, NDJSON or Parquet; gzip is unpacked; - is standard input',
    )
    .addOption(formatOption())
  return fileOptions(command)
    .option(
      '--table <NAME>',
      'look at the rows of a table, in the order in which they were written',
    )
    .option(
      '--data <FOLDER>',
      'of the server that has the table, on this machine: its load counts too, of keys and of columns',
    )
    .option('--only <NAMES>', 'rate these columns only, separated by commas', listOf)
    .addOption(
      new Option(
        '--order <ORDER>',
        'order in which rows are written: file, unknown, or a column (default: the worse of file order and its time column)',
      ).argParser(orderOf),
    )
    .option(
      '--splice <NAMES>',
      'also rate this splice, besides all pairs',
      (text: string, all?: readonly (readonly string[])[]) => [...(all ?? []), listOf(text)],
    )
    .option('--partitions <N>', 'partitions of the table (default: 8)', positive)
    .option(
      '--partition-units <N>',
      'capacity units per second of a partition (default: 10000)',
      positive,
    )
    .option('--row-bytes <N>', 'bytes of a row (default: the average of the file)', positive)
    .option('--rows-per-day <N>', 'rows that will be written per day', positive)
    .option('--rows-per-second <N>', 'rows per second at the busiest time', positive)
    .option('--horizon <DAYS>', 'how far to look ahead (default: 365)', positive)
    .option('--sample <ROWS>', 'rows to sample at most (default: 200000)', positive)
    .action(run)
}

async function run(path: string | undefined, flags: AdviseFlags): Promise<void> {
  // First, because reading the sample is load, too.
  const heat = await heatOf(flags)
  const { sample, unreadable } = await sampleOf(path, flags)
  if (unreadable > 0) {
    const left = nounFor(
      unreadable,
      'was left out: it is no row',
      'were left out: they are no rows',
    )
    process.stderr.write(`${counted(unreadable, 'line')} ${left}\n`)
  }
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
  if (flags.json === true) {
    process.stdout.write(`${adviceJson(advice, heat)}\n`)
    return
  }
  const order = flags.table === undefined ? 'of the file' : 'of writing'
  const isOrderTold = flags.table !== undefined || flags.order !== undefined
  const text = describeAdvice(advice, order, heat, isOrderTold)
  // Undefined where the output is no terminal: a file or another program takes whole lines.
  const { columns }: { readonly columns: number | undefined } = process.stdout
  process.stdout.write(columns === undefined ? text : wrapLines(text, columns))
}

async function sampleOf(path: string | undefined, flags: AdviseFlags): Promise<FileSample> {
  if ((path === undefined) === (flags.table === undefined))
    throw new UseError('give a file or --table, one of them')
  return path === undefined
    ? {
        sample: await readTable(
          expectDefined(flags.table, 'a table'),
          flags,
          flags.only,
          flags.sample,
        ),
        unreadable: 0,
      }
    : fileSampleOf(path, flags)
}

async function fileSampleOf(path: string, flags: AdviseFlags): Promise<FileSample> {
  try {
    return await readSample(path, readingOf(flags, path), flags.only, flags.sample)
  } catch (error) {
    const fault = faultOfFile(error, path)
    throw fault === undefined ? error : new UseError(fault)
  }
}

async function heatOf({ table, data, instance }: AdviseFlags): Promise<TableHeat | undefined> {
  if (data === undefined) return undefined
  if (table === undefined) throw new UseError('--data needs --table')
  return readHeat(data, instance ?? process.env['ROWHOUSE_INSTANCE'], table)
}

function orderOf(text: string): Order {
  if (text === '') throw new InvalidArgumentError('It is empty.')
  return text === 'file' || text === 'unknown' ? text : { column: text }
}
