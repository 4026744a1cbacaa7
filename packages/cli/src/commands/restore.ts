import { resolve } from 'node:path'
import { restoreData } from '@rowhouse/server'
import type { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'

export function createCommand(): Command {
  return dataCommand(
    'restore',
    'Make a new data folder of a backup, once all of its checksums are right; search indexes are built when it is served.',
    'the data folder to make: empty, or not there',
  )
    .argument('<folder>', 'the backup')
    .action(run)
}

async function run(folder: string, options: DataOptions): Promise<void> {
  const configuration = configurationOf(options)
  const restored = await restoreData(configuration, resolve(folder))
  const { entries, createdAt, position } = restored
  const taken = new Date(createdAt).toISOString()
  const what = `${entries} entries restored to ${configuration.data}`
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(restored)}\n`
      : `${what}, from the backup of ${taken}, position ${position}\n`,
  )
}
