import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ACCESS_KEY_ID, INSTANCE, SECRET } from './http/envelope.js'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))

export interface FuzzServer {
  readonly port: number
  /** Fulfilled with a text when the server ends by itself. */
  readonly died: Promise<string>
  stop(): Promise<void>
}

/** Starts a server in another process, with an empty store. */
export async function startServer(
  store: 'memory' | 'disk',
  doorThreads: number,
): Promise<FuzzServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-fuzz-'))
  const where = store === 'memory' ? ['--ephemeral'] : ['--data', folder]
  const settings = {
    port: 0,
    instance: INSTANCE,
    'door-threads': doorThreads,
    'log-level': 'error',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...where, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ROWHOUSE_ACCESS_KEY: `${ACCESS_KEY_ID}:${SECRET}` },
  })
  const died = once(child, 'exit').then(([code, signal]) => `the server ended: ${code ?? signal}`)
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await died
    await rm(folder, { recursive: true, force: true })
  }
  const port = await Promise.race([readyPort(child), died])
  if (typeof port === 'number') return { port, died, stop }
  await stop()
  throw new Error(port)
}

/** The port from the JSON line that the server prints when it is ready; its log is passed on to ours. */
async function readyPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const port = /"event":"ready".*"port":(\d+)/.exec(line)?.[1]
      if (port === undefined) console.error(line)
      else resolve(Number(port))
    })
  })
}
