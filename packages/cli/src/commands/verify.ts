import { type DataVerification, verifyData } from '@rowhouse/server'
import type { Command } from 'commander'
import { type DataOptions, configurationOf, dataCommand } from '../data-command.js'

export function createCommand(): Command {
  return dataCommand(
    'verify',
    'Read everything in a data folder that no server holds, and compare all checksums; 1 when something is damaged.',
  ).action(run)
}

async function run(options: DataOptions): Promise<void> {
  const configuration = configurationOf(options)
  const found = await verifyData(configuration)
  process.stdout.write(options.json === true ? `${JSON.stringify(found)}\n` : describe(found))
  if (found.damages > 0) process.exitCode = 1
}

function describe({ log, store, search, instances, damages, named }: DataVerification): string {
  const lines = [
    `commit log  ${log.records} records, from position ${log.start} to ${log.end}`,
    `store       ${store.entries} entries, ${store.rows} rows of ${store.tables} tables`,
    `search      ${search.indexes} indexes, ${search.segments} segments, ${search.bytes} bytes`,
    `instances   ${instances}`,
  ]
  if (store.orphans > 0) lines.push(`note: ${store.orphans} entries are of tables that are gone`)
  for (const what of named) lines.push(`damaged: ${what}`)
  if (damages > named.length) lines.push(`damaged: ${damages - named.length} more`)
  lines.push(damages === 0 ? 'everything is whole' : `${damages} damages were found`)
  return `${lines.join('\n')}\n`
}
