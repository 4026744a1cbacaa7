import { ShellError } from '../errors.js'
import type { Command } from './command.js'

export const NO_TIME_SERIES = 'time-series tables are not served'

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['enable_service', 'there is no service to enable: "rowhouse serve" runs the server'],
  ['create_instance', 'instances are made with "rowhouse instance create NAME" beside the server'],
  ['list_instance', 'instances are listed with "rowhouse instance list" beside the server'],
  ['describe_instance', 'instances are listed with "rowhouse instance list" beside the server'],
  ['create_tunnel', 'tunnels are not served'],
  ['list_tunnel', 'tunnels are not served'],
  ['describe_tunnel', 'tunnels are not served'],
  ['consume_tunnel', 'tunnels are not served'],
  ['drop_tunnel', 'tunnels are not served'],
  ['putts', NO_TIME_SERIES],
  ['getts', NO_TIME_SERIES],
  ['import_timeseries', NO_TIME_SERIES],
  ['sql', 'SQL is not served: read rows with get, scan and search'],
]

/** Commands of the service's tool that are not served here, with the reason. */
export const notServed: readonly Command[] = TEXTS.map(([name, text]) => ({
  name,
  summary: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  samples: [],
  // The answer does not depend on flags.
  flags: [],
  words: '...',
  run() {
    throw new ShellError(text)
  },
}))
