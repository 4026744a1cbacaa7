import { connectServer } from './connect-server.js'
import { planStart, type StartServerOptions } from './start-options.js'
import type { ServerAddress, TestServer } from './test-server.js'

/** A started server, in this process or as a child. */
export interface Started {
  readonly endpoint: string
  readonly control: ServerAddress['control']
  readonly close: () => Promise<void>
}

/**
 * Starts a server for tests: in this process and in memory unless the options say otherwise. It takes
 * requests when this resolves. A server in this process keeps it running until `close`.
 */
export async function startServer(options: StartServerOptions = {}): Promise<TestServer> {
  const plan = planStart(options)
  // Loaded only when needed: a process that starts a child does not need the database's code.
  const start = options.child === true ? await loadChild() : await loadInProcess()
  const { endpoint, control, close } = await start(plan)
  const { instance, accessKey } = plan
  return {
    ...connectServer({ endpoint, instance, accessKey, control }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const loadChild = async () => (await import('../start-child.js')).startChild
const loadInProcess = async () => (await import('./start-in-process.js')).startInProcess
