import { counted } from '@rowhouse/platform'
import { type IndexCommand, type IndexResult, administerIndexes } from '@rowhouse/server'
import { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'
import { ExitCode } from '../exit-codes.js'

export function createCommand(): Command {
  const command = new Command('index').description(
    'Work on the indexes of a data folder, search and secondary ones, whether a server runs on it or not.',
  )
  command.addCommand(createList())
  command.addCommand(createVerify())
  command.addCommand(createRebuild())
  return command
}

const onIndex = (command: Command): Command =>
  command.argument('<instance>').argument('<table>').argument('<index>')

function createList(): Command {
  return dataCommand('list', 'list all indexes and how they are').action((options: DataOptions) =>
    run(options, { action: 'index-list' }),
  )
}

function createVerify(): Command {
  const description = 'compare an index with its table, row by row; 1 when they differ'
  return onIndex(dataCommand('verify', description)).action(
    (instance: string, table: string, index: string, options: DataOptions) =>
      run(options, { action: 'index-verify', instance, table, index }),
  )
}

function createRebuild(): Command {
  const description = 'build an index again; a search index answers meanwhile with what it has'
  return onIndex(dataCommand('rebuild', description)).action(
    (instance: string, table: string, index: string, options: DataOptions) =>
      run(options, { action: 'index-rebuild', instance, table, index }),
  )
}

async function run(options: DataOptions, command: IndexCommand): Promise<void> {
  const result = await administerIndexes(configurationOf(options), command)
  process.stdout.write(options.json === true ? `${JSON.stringify(result)}\n` : describe(result))
  if (differs(result)) process.exitCode = ExitCode.FOUND
}

const differs = ({ verification }: IndexResult): boolean =>
  verification !== undefined &&
  verification.missing.count + verification.different.count + verification.surplus.count > 0

function describe({ indexes, verification }: IndexResult): string {
  if (indexes !== undefined) return describeList(indexes)
  if (verification === undefined) return 'the rebuild has begun\n'
  const { matchingRows, missing, different, surplus } = verification
  return [
    `${counted(matchingRows, 'row is', 'rows are')} the same in the table and in the index`,
    ...describeKeys(
      ['row of the table is', 'rows of the table are'],
      'missing in the index',
      missing,
    ),
    ...describeKeys(
      ['row has', 'rows have'],
      'another content in the index than in the table',
      different,
    ),
    ...describeKeys(['row of the index is', 'rows of the index are'], 'not in the table', surplus),
    '',
  ].join('\n')
}

interface Keys {
  readonly count: number
  readonly keys: readonly string[]
}

function describeKeys(
  [one, more]: readonly [string, string],
  what: string,
  { count, keys }: Keys,
): string[] {
  if (count === 0) return []
  const rest = count > keys.length ? ['  …'] : []
  return [`${counted(count, one, more)} ${what}:`, ...keys.map((key) => `  ${key}`), ...rest]
}

function describeList(indexes: NonNullable<IndexResult['indexes']>): string {
  if (indexes.length === 0) return 'no indexes\n'
  const lines = indexes.map(
    ({ instance, table, index, kind, state, bytes, problem, ...figures }) => {
      const { rows, lagMs, lagBytes } = figures
      const size = rows === undefined ? `${bytes} bytes` : `${counted(rows, 'row')}  ${bytes} bytes`
      const lag = lagMs === undefined ? `${lagBytes ?? 0} bytes behind` : `${lagMs} ms behind`
      const trouble = problem === '' ? '' : `  ${problem}`
      return `${instance}/${table}/${index}  ${kind}  ${state}  ${size}  ${lag}${trouble}`
    },
  )
  return `${lines.join('\n')}\n`
}
