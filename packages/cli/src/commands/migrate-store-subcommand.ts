import { resolve } from 'node:path'
import { migrateData } from '@rowhouse/server'
import { Command, Option } from 'commander'

interface MigrateOptions {
  readonly to: 'lsm' | 'rocksdb'
  readonly json?: boolean
}

type Migrated = Awaited<ReturnType<typeof migrateData>>
type Progress = Parameters<NonNullable<Parameters<typeof migrateData>[2]>>[0]

const MB = 1_000_000

export function createCommand(): Command {
  return new Command('migrate-store')
    .description(
      'Give a data folder that no server holds a store of another kind. A migration that was interrupted goes on where it was.',
    )
    .argument('<folder>', 'the data folder')
    .addOption(
      new Option('--to <KIND>', 'the kind of the new store')
        .choices(['lsm', 'rocksdb'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print the result as JSON')
    .action(run)
}

async function run(folder: string, { to, json }: MigrateOptions): Promise<void> {
  const directory = resolve(folder)
  const told = process.stderr.isTTY ? tellProgress : undefined
  const migrated = await migrateData(directory, to, told)
  if (told !== undefined) process.stderr.write('\r\u001b[K')
  const result = { folder: directory, store: to, isMigrated: migrated !== undefined, ...migrated }
  const text = json === true ? JSON.stringify(result) : describe(directory, to, migrated)
  process.stdout.write(`${text}\n`)
}

function describe(directory: string, to: string, migrated: Migrated): string {
  if (migrated === undefined) return `the store in ${directory} is of kind ${to} already`
  const { entries, bytes, digest, resumed } = migrated
  const again = resumed > 0 ? `, ${resumed} of them earlier` : ''
  return [
    `${entries} entries, ${bytes} bytes copied${again}`,
    `both stores have the digest ${digest}`,
    `the store in ${directory} is of kind ${to} now`,
  ].join('\n')
}

function tellProgress({ step, entries, bytes }: Progress): void {
  process.stderr.write(`\r${entries} entries, ${Math.floor(bytes / MB)} MB ${step}\u001b[K`)
}
