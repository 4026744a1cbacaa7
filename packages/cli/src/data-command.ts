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

export function configurationOf({ data, config, store }: DataOptions): Configuration {
  const options = { data, store }
  return readConfiguration({ options, environment: process.env, configFile: config })
}
