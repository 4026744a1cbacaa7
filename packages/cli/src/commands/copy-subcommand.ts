import { counted } from '@rowhouse/platform'
import { Client, type ClientOptions } from '@rowhouse/client'
import {
  type CopyOptions,
  type CopyVerdict,
  journalPath,
  parseKey,
  runCopy,
  verifyCopy,
} from '@rowhouse/transfer'
import type { Command } from 'commander'
import { type ConnectionOptions, clientCommand, connectionOf } from '../connection/connection.js'
import { reachSameInstance } from '../connection/endpoint.js'
import { UseError } from '../connection/use-error.js'
import { ExitCode } from '../exit-codes.js'
import { listOf, positive } from '../transfer/flags.js'
import { createProgress, progressOfParts } from '../transfer/progress.js'

interface CopyFlags extends ConnectionOptions {
  readonly table: string
  readonly toTable?: string
  readonly toProfile?: string
  readonly toEndpoint?: string
  readonly toInstance?: string
  readonly toAccessKey?: string
  readonly toAccessKeyFile?: string
  readonly from?: string
  readonly to?: string
  readonly ignoreTimes?: boolean
  readonly sideColumns?: readonly string[]
  readonly sideTable?: string
  readonly parallel: number
  readonly concurrency?: number
  readonly verify?: boolean
  readonly onlyVerify?: boolean
  readonly journal?: string
  readonly restart?: boolean
}

export function createCommand(): Command {
  return clientCommand(
    'copy',
    'Copy a table to another instance or server, versions and times included. Killed at any moment, the same command goes on where it was.',
  )
    .requiredOption('--table <NAME>', 'the table')
    .option('--to-table <NAME>', 'name of the copy (default: the same)')
    .option('--to-profile <NAME>', 'target: a profile of "rowhouse config"')
    .option('--to-endpoint <URL>', 'target: address')
    .option('--to-instance <NAME>', 'target: instance')
    .option('--to-access-key <ID:SECRET>', 'target: access key (ROWHOUSE_TO_ACCESS_KEY)')
    .option('--to-access-key-file <FILE>', 'target: file with the ID:SECRET')
    .option(
      '--from <KEY>',
      'start of the range: a JSON array of leading key values, such as ["a",7]',
    )
    .option('--to <KEY>', 'end of the range, exclusive')
    .option('--ignore-times', 'copy the newest versions only; the target sets their times')
    .option(
      '--side-columns <a,b>',
      'large columns that few requests want: makes the copy a table with a side table; newest versions only',
      listOf,
    )
    .option(
      '--side-table <NAME>',
      'with --side-columns: its name (default: that of the copy and _side)',
    )
    .option('--parallel <N>', 'parts of the table that are read at a time', positive, 4)
    .option('--concurrency <N>', 'maximum of write requests in flight (default: 64)', positive)
    .option('--verify', 'compare both tables afterwards, row by row')
    .option('--only-verify', 'compare without copying')
    .option('--journal <FILE>', 'file with the progress of the copy')
    .option('--restart', 'start over instead of resuming an interrupted run')
    .action((flags: CopyFlags) => run(flags))
}

async function run(flags: CopyFlags): Promise<void> {
  if (flags.sideTable !== undefined && flags.sideColumns === undefined)
    throw new UseError('--side-table needs --side-columns')
  const [from, to] = [connectionOf(flags, process.env), targetOf(flags)]
  if (reachSameInstance(from, to) && (flags.toTable ?? flags.table) === flags.table)
    throw new UseError('the copy would be the table itself: give --to-table or another target')
  const [source, target] = [new Client(from), new Client(to)]
  const now = (): number => performance.now()
  const progress = createProgress(flags.json === true, now)
  try {
    const options = optionsOf(flags, { from, to, source, target })
    if (flags.onlyVerify !== true) {
      const begin = now()
      const { rows, resumed, hasCreatedTable } = await runCopy(options, {
        now,
        onProgress: (reached) => progress.tell(progressOfParts(reached)),
      })
      const seconds = Number(((now() - begin) / 1000).toFixed(3))
      progress.end()
      const made = hasCreatedTable ? ', a table that was created' : ''
      const again = resumed > 0 ? `, ${resumed} of them by the run that was interrupted` : ''
      const copied = `${counted(rows, 'row')} copied to ${options.target.tableName}${made}`
      const text = `${copied}, in ${seconds} s${again}`
      tell(flags, { event: 'copied', rows, resumed, hasCreatedTable, seconds }, text)
    }
    if (flags.verify === true || flags.onlyVerify === true) {
      const verdict = await verifyCopy(options, (rows) =>
        progress.tell({ rows, rejected: 0, share: undefined }),
      )
      progress.end()
      tell(flags, { event: 'verified', ...verdict }, textOf(verdict))
      if (verdict.missing + verdict.extra + verdict.different > 0) process.exitCode = ExitCode.FOUND
    }
  } catch (error) {
    progress.fail()
    throw error
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

/** The environment variables are those of the source; only the target's key has its own variable. */
function targetOf(flags: CopyFlags): ClientOptions {
  const { toProfile, toEndpoint, toInstance, toAccessKey, toAccessKeyFile } = flags
  const environment = {
    ROWHOUSE_PROFILES: process.env['ROWHOUSE_PROFILES'],
    XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'],
    ROWHOUSE_ACCESS_KEY: process.env['ROWHOUSE_TO_ACCESS_KEY'],
  }
  const given = {
    ...(toProfile !== undefined && { profile: toProfile }),
    ...(toEndpoint !== undefined && { endpoint: toEndpoint }),
    ...(toInstance !== undefined && { instance: toInstance }),
    ...(toAccessKey !== undefined && { accessKey: toAccessKey }),
    ...(toAccessKeyFile !== undefined && { accessKeyFile: toAccessKeyFile }),
  }
  return connectionOf(given, environment, 'to-')
}

function optionsOf(
  flags: CopyFlags,
  sides: {
    readonly from: ClientOptions
    readonly to: ClientOptions
    readonly source: Client
    readonly target: Client
  },
): CopyOptions {
  const { table, toTable = table } = flags
  const end = (client: Client, { endpoint, instance }: ClientOptions, tableName: string) => ({
    client,
    endpoint,
    instance,
    tableName,
  })
  const source = end(sides.source, sides.from, table)
  const target = end(sides.target, sides.to, toTable)
  const parts = [source, target].flatMap(({ endpoint, instance, tableName }) => [
    endpoint,
    instance,
    tableName,
  ])
  const { sideColumns, sideTable } = flags
  const side = sideColumns && { columns: sideColumns, tableName: sideTable }
  return {
    source,
    target,
    range: {
      from: flags.from === undefined ? [] : parseKey(flags.from),
      to: flags.to === undefined ? undefined : parseKey(flags.to),
    },
    keepsTimes: flags.ignoreTimes !== true && side === undefined,
    side,
    parallel: flags.parallel,
    concurrency: flags.concurrency,
    journalPath: flags.journal ?? journalPath('copy', parts, process.env),
    isRestart: flags.restart === true,
  }
}

function tell({ json }: CopyFlags, event: object, text: string): void {
  process.stdout.write(`${json === true ? JSON.stringify(event) : text}\n`)
}

function textOf({ rows, missing, extra, different, examples }: CopyVerdict): string {
  const shown = examples.map(({ kind, key }) => `  ${kind} ${key}`)
  if (missing + extra + different === 0)
    return `${counted(rows, 'row')} compared, both tables are the same`
  const counts = `${missing} missing, ${extra} that the source lacks, ${different} different`
  return [`${counted(rows, 'row')} compared: ${counts}`, ...shown].join('\n')
}
