import { counted } from '@rowhouse/platform'
import { Client } from '@rowhouse/client'
import {
  type ExportOptions,
  type FormatName,
  type KeyRange,
  STANDARD_INPUT as STANDARD_OUTPUT,
  formatOf,
  parseKey,
  runExport,
} from '@rowhouse/transfer'
import type { Command } from 'commander'
import { type ConnectionOptions, clientCommand, connectionOf } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'
import { filterOf, queryOf } from '../transfer/parse-conditions.js'
import { formatOption, unescaped } from '../transfer/file-flags.js'
import { listOf, positive } from '../transfer/flags.js'
import { createProgress, progressOfParts } from '../transfer/progress.js'

interface ExportFlags extends ConnectionOptions {
  readonly table: string
  readonly output: string
  readonly format?: FormatName
  readonly from?: string
  readonly to?: string
  readonly columns?: readonly string[]
  readonly where: readonly string[]
  readonly index?: string
  readonly versions?: boolean
  readonly delimiter: string
  readonly quote: string
  readonly null: string
  readonly parallel: number
  readonly ordered?: boolean
  readonly restart?: boolean
}

export function createCommand(): Command {
  return clientCommand(
    'export',
    'Read a table, or a part of it, into a file: CSV, NDJSON, Parquet, or what the ts tool imports. Killed at any moment, the same command goes on where it was.',
  )
    .requiredOption('--table <NAME>', 'the table')
    .requiredOption('--output <FILE>', 'output file; .gz compresses text; - is standard output')
    .addOption(formatOption())
    .option(
      '--from <KEY>',
      'start of the range: a JSON array of leading key values, such as ["a",7]',
    )
    .option('--to <KEY>', 'end of the range, exclusive')
    .option(
      '--columns <NAMES>',
      'columns beside the key, separated by commas (default: all)',
      listOf,
    )
    .option(
      '--where <CONDITION>',
      'rows with NAME=VALUE, also != < <= > >=; may be given several times',
      (text: string, all: readonly string[]) => [...all, text],
      [],
    )
    .option('--index <NAME>', 'find the rows of --where by this search index')
    .option('--versions', 'every version with its time, to NDJSON and ts (default: the newest)')
    .option('--delimiter <CHARACTER>', 'of CSV', unescaped, ',')
    .option('--quote <CHARACTER>', 'of CSV', '"')
    .option('--null <TEXT>', 'text that means null in CSV', '')
    .option('--parallel <N>', 'parts of the table that are read at a time', positive, 4)
    .option('--ordered', 'keep the order of the keys: read one part at a time')
    .option('--restart', 'start over instead of resuming an interrupted run')
    .action((flags: ExportFlags) => run(flags))
}

async function run(flags: ExportFlags): Promise<void> {
  const connection = connectionOf(flags, process.env)
  const client = new Client(connection)
  if (flags.index !== undefined && (flags.from ?? flags.to) !== undefined) {
    throw new UseError('give a range or --index, not both')
  }
  const isJson = flags.json === true
  const isToOutput = flags.output === STANDARD_OUTPUT
  if (isJson && isToOutput) throw new UseError('--json and rows cannot both go to standard output')
  const now = (): number => performance.now()
  const progress = createProgress(isJson, now)
  const begin = now()
  try {
    const { rows, resumed } = await runExport(optionsOf(flags, client, connection), {
      now,
      onProgress: (reached) => progress.tell(progressOfParts(reached)),
    })
    progress.end()
    const seconds = (now() - begin) / 1000
    const rate = Math.round((rows - resumed) / seconds)
    const event = { event: 'done', rows, resumed, seconds: Number(seconds.toFixed(3)), rate }
    const again = resumed > 0 ? `, ${resumed} of them by the run that was interrupted` : ''
    const took = `${seconds.toFixed(1)} s, ${rate} rows/s`
    const line = `${counted(rows, 'row')} of ${flags.table} in ${took}${again}`
    const told = isJson ? JSON.stringify(event) : line
    if (isToOutput) process.stderr.write(`${told}\n`)
    else process.stdout.write(`${told}\n`)
  } catch (error) {
    progress.fail()
    throw error
  } finally {
    await client.close()
  }
}

function optionsOf(
  flags: ExportFlags,
  client: Client,
  { endpoint, instance }: { readonly endpoint: string; readonly instance: string },
): ExportOptions {
  return {
    client,
    source: { endpoint, instance },
    tableName: flags.table,
    range: rangeOf(flags),
    columns: flags.columns ?? [],
    filter: flags.index === undefined ? filterOf(flags.where) : undefined,
    found: foundBy(flags),
    filterText: flags.where.join('\n'),
    format: flags.format ?? formatOf(flags.output),
    csv: { delimiter: flags.delimiter, quote: flags.quote, nullText: flags.null },
    hasVersions: flags.versions === true,
    outputPath: flags.output,
    output: process.stdout,
    parallel: flags.ordered === true ? 1 : flags.parallel,
    isRestart: flags.restart === true,
  }
}

const foundBy = ({ index, where }: ExportFlags): ExportOptions['found'] =>
  index === undefined ? undefined : { indexName: index, query: queryOf(where) }

const rangeOf = ({ from, to }: ExportFlags): KeyRange => ({
  from: from === undefined ? [] : parseKey(from),
  to: to === undefined ? undefined : parseKey(to),
})
