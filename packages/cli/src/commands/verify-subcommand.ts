import { counted } from '@rowhouse/platform'
import {
  type BackupVerification,
  type DataVerification,
  resolvePlace,
  verifyBackupAt,
  verifyData,
} from '@rowhouse/server'
import type { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'
import { ExitCode } from '../exit-codes.js'

export function createCommand(): Command {
  return dataCommand(
    'verify',
    'Read everything in a data folder that no server holds, and compare all checksums; 1 when something is damaged.',
  )
    .argument('[backup]', 'a backup, or where a continuous one is, instead of a data folder')
    .action((backup: string | undefined, options: DataOptions) =>
      backup === undefined ? run(options) : runOnBackup(resolvePlace(backup), options),
    )
}

async function runOnBackup(place: string, options: DataOptions): Promise<void> {
  const found = await verifyBackupAt(place)
  const text = options.json === true ? JSON.stringify(found) : describeBackup(found)
  process.stdout.write(`${text}\n`)
}

function describeBackup(found: BackupVerification): string {
  const time = (at: number): string => new Date(at).toISOString()
  if (found.kind === 'backup') {
    const { createdAt, position, entries, objects, bytes } = found
    const what = `backup of ${time(createdAt)}, up to position ${position} of the log`
    return `${what}\n${entries} entries, ${bytes} bytes in ${objects} files\neverything is whole`
  }
  const { from, until, bases, histories, objects, bytes } = found.store
  const gaps = histories > 1 ? `, with ${histories - 1} gaps` : ''
  const range =
    from === undefined
      ? 'no base copy yet: nothing can be restored'
      : `restores any moment from ${time(from)} to ${time(until)}${gaps}`
  const size = `${bases} base copies, ${bytes} bytes in ${objects} files`
  return `continuous backup, ${range}\n${size}\neverything is whole`
}

async function run(options: DataOptions): Promise<void> {
  const configuration = configurationOf(options)
  const found = await verifyData(configuration)
  process.stdout.write(options.json === true ? `${JSON.stringify(found)}\n` : describe(found))
  if (found.damages > 0) process.exitCode = ExitCode.FOUND
}

function describe({ log, store, search, instances, damages, named }: DataVerification): string {
  const lines = [
    `commit log  ${counted(log.records, 'record')}, from position ${log.start} to ${log.end}`,
    `store       ${counted(store.entries, 'entry', 'entries')}, ${counted(store.rows, 'row')} of ${counted(store.tables, 'table')}`,
    `search      ${counted(search.indexes, 'index', 'indexes')}, ${counted(search.segments, 'segment')}, ${search.bytes} bytes`,
    `instances   ${instances}`,
  ]
  if (store.orphans > 0)
    lines.push(`note: ${counted(store.orphans, 'entry is', 'entries are')} of tables that are gone`)
  for (const what of named) lines.push(`damaged: ${what}`)
  if (damages > named.length) lines.push(`damaged: ${damages - named.length} more`)
  lines.push(damages === 0 ? 'everything is whole' : `${damages} damages were found`)
  return `${lines.join('\n')}\n`
}
