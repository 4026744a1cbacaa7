import { readConfiguration } from '../configuration/configuration.js'
import { type RunningServer, type StartOptions, startServer } from '../start-server.js'

export interface MemoryServer {
  readonly endpoint: string
  readonly instance: string
  readonly accessKey: { readonly id: string; readonly secret: string }
  readonly registry: RunningServer['registry']
  /** Where the console is, if one was opened. */
  readonly consoleUrl: string | undefined
  close(): Promise<void>
}

/** The key of every server in memory. */
export const MEMORY_SERVER_KEY = { id: 'test-key', secret: 'test-secret' } as const

/** A server in memory with one instance, for tests of clients. */
export async function startMemoryServer(
  instance = 'tests',
  start: StartOptions = {},
): Promise<MemoryServer> {
  const accessKey = MEMORY_SERVER_KEY
  const options = {
    ephemeral: 'true',
    port: '0',
    instance,
    accessKey: `${accessKey.id}:${accessKey.secret}`,
    logLevel: 'silent',
  }
  const configuration = readConfiguration({ options, environment: {}, configFile: undefined })
  const { endpoint, registry, consoleUrl, close } = await startServer(configuration, start)
  return { endpoint, instance, accessKey, registry, consoleUrl, close }
}
