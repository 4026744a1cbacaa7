import { counted, nounFor } from '@rowhouse/platform'
import { Client } from '@rowhouse/client'
import {
  type ImportOptions,
  STANDARD_INPUT,
  findFiles,
  journalPath,
  prepareImport,
  parseHashPrefix,
  parseMapping,
  parseSplice,
  runImport,
} from '@rowhouse/transfer'
import { type Command, Option } from 'commander'
import { type ConnectionOptions, clientCommand, connectionOf } from '../connection/connection.js'
import { UseError } from '../connection/use-error.js'
import { ExitCode } from '../exit-codes.js'
import { type FileFlags, fileOptions, formatOption, readingOf } from '../transfer/file-flags.js'
import { describePlan } from '../transfer/describe-plan.js'
import { createProgress } from '../transfer/progress.js'
import { listOf, positive } from '../transfer/flags.js'

interface ImportFlags extends ConnectionOptions, FileFlags {
  readonly table: string
  readonly key?: readonly string[]
  readonly map: readonly string[]
  readonly number?: string
  readonly asWritten?: boolean
  readonly timeZone: string
  readonly ignoreTimes?: boolean
  readonly maxVersions: number
  readonly order: ImportOptions['order']
  readonly splice: readonly string[]
  readonly connector: string
  readonly hashPrefix: readonly string[]
  readonly concurrency?: number
  readonly rejects?: string
  readonly journal?: string
  readonly restart?: boolean
  readonly preview?: boolean
  readonly dryRun?: boolean
}

const several = (text: string, all: readonly string[]): readonly string[] => [...all, text]

export function createCommand(): Command {
  const command = clientCommand(
    'import',
    'Write files into a table: CSV, NDJSON, Parquet, or what the ts tool exports. Killed at any moment, the same command goes on where it was.',
  )
    .argument('<files...>', 'files and patterns; gzip is unpacked; - is standard input')
    .requiredOption('--table <NAME>', 'the table; created when it is missing')
    .option(
      '--key <NAMES>',
      'columns of the key, separated by commas (default: those of the table)',
      listOf,
    )
  fileOptions(command.addOption(formatOption()))
  return command
    .option(
      '--map <MAPPING>',
      'SOURCE=TARGET:TYPE of a column; types: string integer double boolean binary time time(yyyy-MM-dd HH:mm:ss) time(epoch) written; SOURCE= leaves it out',
      several,
      [],
    )
    .option(
      '--splice <KEY=COLUMNS>',
      'a key column made of several: KEY=DEVICE:6,SELLER,CARD:6; integers with their digits or MIN..MAX',
      several,
      [],
    )
    .option('--connector <CHARACTER>', 'between the columns of a spliced key', ',')
    .option(
      '--hash-prefix <KEY=COLUMN>',
      'a key column with a hash in front: KEY=COLUMN, or KEY=COLUMN:DIGITS (default: 4)',
      several,
      [],
    )
    .option('--number <NAME>', 'a key column that counts the records of the file from 1')
    .option('--as-written', 'keep the type that each value has in the file')
    .option('--time-zone <ZONE>', 'time zone of times without one, such as +08:00', 'Z')
    .option('--ignore-times', 'leave the times of versions to the server')
    .option('--max-versions <N>', 'max versions of a table that is created', positive, 1)
    .addOption(
      new Option('--order <ORDER>', 'of the rows; auto measures which is faster')
        .choices(['auto', 'sorted', 'shuffled'])
        .default('auto'),
    )
    .option('--concurrency <N>', 'maximum of requests in flight (default: 64)', positive)
    .option(
      '--rejects <FILE>',
      'rows that cannot be written, with reasons (default: TABLE.rejects.ndjson, with --dry-run TABLE.dry-run.rejects.ndjson)',
    )
    .option('--journal <FILE>', 'file with the progress of the import')
    .option('--restart', 'start over instead of resuming an interrupted run')
    .option('--preview', 'show what would be done, and exit')
    .option('--dry-run', 'read and convert everything, but write only the rejects')
    .action((files: readonly string[], flags: ImportFlags) => run(files, flags))
}

async function run(patterns: readonly string[], flags: ImportFlags): Promise<void> {
  const connection = connectionOf(flags, process.env)
  const client = new Client(connection)
  const isJson = flags.json === true
  const now = (): number => performance.now()
  const progress = createProgress(isJson, now)
  try {
    const options = await optionsOf(patterns, flags, client, connection)
    const prepared = await prepareImport(options)
    const text = describePlan(prepared, options.tableName)
    if (flags.preview === true) {
      process.stdout.write(
        isJson ? `${JSON.stringify({ event: 'plan', ...prepared.plan })}\n` : text,
      )
      await prepared.first.records.return()
      return
    }
    if (!isJson) process.stderr.write(text)
    const begin = now()
    const result = await runImport(options, prepared, {
      now,
      random: Math.random,
      onProgress: ({ written, rejected, bytesRead, bytes }) =>
        progress.tell({
          rows: written,
          rejected,
          share: bytes > 0 ? bytesRead / bytes : undefined,
        }),
    })
    progress.end()
    const seconds = (now() - begin) / 1000
    report(result, seconds, flags)
    if (result.rejected > 0) process.exitCode = ExitCode.FOUND
  } catch (error) {
    progress.fail()
    throw error
  } finally {
    await client.close()
  }
}

async function optionsOf(
  patterns: readonly string[],
  flags: ImportFlags,
  client: Client,
  { endpoint, instance }: { readonly endpoint: string; readonly instance: string },
): Promise<ImportOptions> {
  const files = await findFiles(patterns)
  const [first] = files
  if (first === undefined) throw new UseError('no file is named')
  const isStandardInput = first.path === STANDARD_INPUT
  const journal =
    flags.journal ??
    (isStandardInput
      ? undefined
      : journalPath(
          'import',
          [endpoint, instance, flags.table, ...files.map(({ path }) => path)],
          process.env,
        ))
  return {
    client,
    target: { endpoint, instance },
    files,
    reading: readingOf(flags, first.path),
    input: process.stdin,
    tableName: flags.table,
    keyNames: flags.key ?? [],
    mappings: flags.map.map(parseMapping),
    counter: flags.number,
    madeKeys: [
      ...flags.splice.map((text) => parseSplice(text, flags.connector)),
      ...flags.hashPrefix.map(parseHashPrefix),
    ],
    isAsWritten: flags.asWritten === true,
    zone: flags.timeZone,
    keepsTimes: flags.ignoreTimes !== true,
    order: flags.order,
    concurrency: flags.concurrency,
    maxVersions: flags.maxVersions,
    rejectsPath: flags.rejects ?? rejectsOf(flags),
    journalPath: journal,
    isRestart: flags.restart === true,
    isDryRun: flags.dryRun === true,
  }
}

/** A dry run leaves the rejects of an interrupted import alone, which goes on with them. */
const rejectsOf = ({ table, dryRun }: ImportFlags): string =>
  dryRun === true ? `${table}.dry-run.rejects.ndjson` : `${table}.rejects.ndjson`

function report(
  result: Awaited<ReturnType<typeof runImport>>,
  seconds: number,
  { json, dryRun, table }: ImportFlags,
): void {
  const { written, rejected, superseded, resumed, order, rejectsPath } = result
  const rate = seconds > 0 ? Math.round((written - resumed) / seconds) : 0
  if (json === true) {
    const { user, system } = process.cpuUsage()
    const processorSeconds = Number(((user + system) / 1e6).toFixed(2))
    const times = { seconds: Number(seconds.toFixed(3)), processorSeconds, rate }
    const event = { event: 'done', ...result, ...times }
    process.stdout.write(`${JSON.stringify(event)}\n`)
    return
  }
  const verb = dryRun === true ? 'could be written' : 'written'
  const lines = [
    `${counted(written, 'row')} ${verb} to ${table} in ${seconds.toFixed(1)} s, ${rate} rows/s`,
    ...(resumed > 0 ? [`  ${resumed} of them by the run that was interrupted`] : []),
    ...(dryRun === true ? [] : [`  order ${order}`]),
    ...(superseded > 0
      ? [
          `  ${counted(superseded, 'row')} had the key of a later row, which replaced ${nounFor(superseded, 'it', 'them')}`,
        ]
      : []),
    ...(rejected > 0 ? [`  ${counted(rejected, 'row')} rejected: ${rejectsPath ?? ''}`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
