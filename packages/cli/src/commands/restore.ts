import { resolve } from 'node:path'
import { readConfiguration, restoreData } from '@rowhouse/server'
import { Command } from 'commander'

interface Options {
  readonly data?: string
  readonly config?: string
  readonly json?: boolean
}

export function createCommand(): Command {
  return new Command('restore')
    .description(
      'Make a new data folder of a backup, once all of its checksums are right; search indexes are built when it is served.',
    )
    .argument('<folder>', 'the backup')
    .option('--data <FOLDER>', 'the data folder to make: empty, or not there (ROWHOUSE_DATA)')
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
  const restored = await restoreData(configuration, resolve(folder))
  const { entries, createdAt, position } = restored
  const taken = new Date(createdAt).toISOString()
  const what = `${entries} entries restored to ${configuration.data}`
  process.stdout.write(
    json
      ? `${JSON.stringify(restored)}\n`
      : `${what}, from the backup of ${taken}, position ${position}\n`,
  )
}
