import { Client, type ClientOptions } from '@rowhouse/client'
import type { OneShotOptions } from '@rowhouse/shell'
import { type ConnectionOptions, givenConnection } from '../connection/connection.js'

/** Missing parts of the connection may still be given by the shell's `config`. */
export function surroundingsOf(options: ConnectionOptions): OneShotOptions {
  const { key, stsToken: token, ...given } = givenConnection(options, process.env)
  return {
    input: process.stdin,
    output: process.stdout,
    errorOutput: process.stderr,
    connection: { ...given, ...key, ...(token !== undefined && { token }) },
    connect: (settings: ClientOptions) => new Client(settings),
    format: options.json === true ? 'json' : 'table',
  }
}
