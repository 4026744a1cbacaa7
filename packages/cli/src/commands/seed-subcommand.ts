import { counted } from '@rowhouse/platform'
import { type Command, Option } from 'commander'
import { type ConnectionOptions, clientCommand, connect } from '../connection/connection.js'
import { EXISTING, type Existing, type SeededTable, loadSeed } from '../seed/load-seed.js'
import { readSeed } from '../seed/read-seed.js'

interface SeedFlags extends ConnectionOptions {
  readonly existing: Existing
}

export function createCommand(): Command {
  return clientCommand(
    'seed',
    'Make the tables of a file, with their indexes and rows; docs/testing-with-rowhouse.md has its form.',
  )
    .argument('<file>', 'JSON, in which comments and commas at the end are no mistakes')
    .addOption(
      new Option(
        '--existing <WHAT>',
        'what to do when a table is there already: refuse (load nothing), keep it as it is, or replace it',
      )
        .choices(EXISTING)
        .default('refuse'),
    )
    .action((file: string, flags: SeedFlags) => seed(file, flags))
}

async function seed(file: string, flags: SeedFlags): Promise<void> {
  const client = connect(flags)
  try {
    const loaded = await loadSeed(client, await readSeed(file), flags.existing)
    const lines = loaded.map((table) => (flags.json === true ? JSON.stringify(table) : tell(table)))
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  } finally {
    await client.close()
  }
}

function tell({ table, outcome, rows }: SeededTable): string {
  if (outcome === 'kept') return `${table}: kept as it is`
  return `${table}: ${outcome}, ${counted(rows, 'row')}`
}
