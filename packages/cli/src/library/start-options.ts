import type { AccessKey } from './test-server.js'

/** All may be left out: then the server runs in this process, in memory, on a free port. */
export interface StartServerOptions {
  /** The instance that is there from the start; `test` when left out. 3 to 16 letters, digits or hyphens. */
  readonly instance?: string
  /** Its access key; `{ id: 'testKey', secret: 'testSecret' }` when left out. */
  readonly accessKey?: AccessKey
  /**
   * Runs the server as a process of its own, which ends with this one, however that ends. It then has a
   * processor to itself, and tests that stop the event loop do not stop it.
   */
  readonly child?: boolean
  /** A free port when left out. */
  readonly port?: number
  /** A folder to keep the data in, to start again with it; in memory when left out. */
  readonly data?: string
  /** Any other setting of `rowhouse serve`, by its name there: `{ throttle: 'table', logLevel: 'info' }`. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
}

/** The options with everything that was left out. */
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
