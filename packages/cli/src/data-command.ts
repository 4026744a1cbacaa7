import { type Configuration, readConfiguration, writtenDefault } from '@rowhouse/server'
import { Command } from 'commander'

/** The options that every command on a data folder takes. */
export interface DataOptions {
  readonly data?: string
  readonly config?: string
  readonly json?: boolean
  /** Of commands that make a data folder. */
  readonly store?: string
}

export function dataCommand(
  name: string,
  description: string,
  data = 'where the data is kept',
): Command {
  return new Command(name)
    .description(description)
    .option('--data <FOLDER>', `${data} (default: ${writtenDefault('data')}; ROWHOUSE_DATA)`)
    .option('--config <FILE>', 'JSON file with settings (ROWHOUSE_CONFIG)')
    .option('--json', 'print the result as JSON')
}

/** Commands on a folder sign in nowhere, but the shell may have variables for those that do. */
const variablesOfClients = new Set([
  'ROWHOUSE_INSTANCE',
  'ROWHOUSE_ACCESS_KEY',
  'ROWHOUSE_ACCESS_KEY_FILE',
])

export function configurationOf({ data, config, store }: DataOptions): Configuration {
  const options = { data, store }
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !variablesOfClients.has(name)),
  )
  return readConfiguration({ options, environment, configFile: config })
}
