import { Client, type ClientOptions } from '@rowhouse/client'
import type { ShellOptions } from '@rowhouse/shell'
import { type ConnectionOptions, givenConnection } from '../connection/connection.js'
import { explainError } from '../explain-error.js'

type Surroundings = Omit<ShellOptions, 'isInteractive' | 'historyPath' | 'banner' | 'keepsGoing'>

/** Missing parts of the connection may still be given by the shell's `config`. */
export function surroundingsOf(options: ConnectionOptions): Surroundings {
  const { key, stsToken: token, ...given } = givenConnection(options, process.env)
  return {
    input: process.stdin,
    output: process.stdout,
    errorOutput: process.stderr,
    connection: { ...given, ...key, ...(token !== undefined && { token }) },
    connect: (settings: ClientOptions) => new Client(settings),
    explain: explainError,
    format: options.json === true ? 'json' : 'table',
  }
}
