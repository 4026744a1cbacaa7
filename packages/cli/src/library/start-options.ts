import type { AccessKey } from './test-server.js'

/** All options are optional; by default the server runs in this process, in memory, on a free port. */
export interface StartServerOptions {
  /** The instance that exists from the start, by default `test`: 3 to 16 letters, digits or hyphens. */
  readonly instance?: string
  /** Its access key, by default `{ id: 'testKey', secret: 'testSecret' }`. */
  readonly accessKey?: AccessKey
  /**
   * Runs the server in its own process, which ends with this one in any case. It can use another processor
   * then, and tests that block the event loop do not block the server.
   */
  readonly child?: boolean
  /** By default a free port. */
  readonly port?: number
  /** The folder of the data, which can be used again; by default data is in memory. */
  readonly data?: string
  /** Other settings of `rowhouse serve` by name: `{ throttle: 'table', logLevel: 'info' }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
}

/** The options with their defaults. */
export interface StartPlan {
  readonly instance: string
  readonly accessKey: AccessKey
  /** Settings of the server, by name, as text. */
  readonly settings: Readonly<Record<string, string>>
}

export function planStart(options: StartServerOptions): StartPlan {
  const { instance = 'test', data, port = 0, settings = {} } = options
  const { accessKey = { id: 'testKey', secret: 'testSecret' } } = options
  const texts = Object.entries(settings).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return {
    instance,
    accessKey,
    settings: {
      logLevel: 'error',
      ...Object.fromEntries(texts),
      testControl: 'true',
      port: String(port),
      instance,
      accessKey: `${accessKey.id}:${accessKey.secret}`,
      ...(data === undefined ? { ephemeral: 'true' } : { data }),
    },
  }
}
