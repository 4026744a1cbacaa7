import { resolve } from 'node:path'
import { type BackupResult, administerBackup, readConfiguration } from '@rowhouse/server'
import { Command } from 'commander'

interface Options {
  readonly data?: string
  readonly config?: string
  readonly json?: boolean
}

export function createCommand(): Command {
  return new Command('backup')
    .description(
      'Copy everything but the search indexes to an empty folder, while a server goes on serving or without one.',
    )
    .argument('<folder>', 'where the backup goes; the server writes it')
    .option('--data <FOLDER>', 'where the data is kept (ROWHOUSE_DATA)')
    .option('--config <FILE>', 'JSON file with settings (ROWHOUSE_CONFIG)')
    .option('--json', 'print the result as JSON')
    .action(run)
}

async function run(folder: string, { data, config, json = false }: Options): Promise<void> {
  const configuration = readConfiguration({
    options: { data },
    environment: process.env,
    configFile: config,
  })
  const target = resolve(folder)
  const told = process.stderr.isTTY ? tellProgress : undefined
  const result = await administerBackup(configuration, target, told)
  if (told !== undefined) process.stderr.write('\n')
  const { entries, bytes, position } = result
  process.stdout.write(
    json
      ? `${JSON.stringify({ folder: target, entries, bytes, position })}\n`
      : `${entries} entries, ${bytes} bytes in ${target}, up to position ${position} of the log\n`,
  )
}

function tellProgress({ entries, bytes }: BackupResult): void {
  process.stderr.write(`\r${entries} entries, ${bytes} bytes`)
}
