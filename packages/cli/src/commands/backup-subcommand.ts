import { type BackupResult, administerBackup, resolvePlace } from '@rowhouse/server'
import type { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'

export function createCommand(): Command {
  return dataCommand(
    'backup',
    'Copy everything but the search indexes to an empty folder or bucket, while a server goes on serving or without one.',
  )
    .argument('<place>', 'a folder or s3://… for the backup; the server writes it')
    .option('--incremental', 'add what has come since to the backup that is there')
    .option('--keep-log', 'hold up to 4 GB of log for an incremental backup to come')
    .action(run)
}

interface BackupOptions extends DataOptions {
  readonly incremental?: boolean
  readonly keepLog?: boolean
}

async function run(place: string, options: BackupOptions): Promise<void> {
  const configuration = configurationOf(options)
  const target = resolvePlace(place)
  const told = process.stderr.isTTY ? tellProgress : undefined
  const result = await administerBackup(
    configuration,
    { place: target, isIncremental: options.incremental, keepsLog: options.keepLog },
    told,
  )
  if (told !== undefined) process.stderr.write('\n')
  const { entries, bytes, position } = result
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify({ folder: target, entries, bytes, position })}\n`
      : `${entries} entries, ${bytes} bytes in ${target}, up to position ${position} of the log\n`,
  )
}

function tellProgress({ entries, bytes }: BackupResult): void {
  process.stderr.write(`\r${entries} entries, ${bytes} bytes`)
}
