import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../../cli/bin/rowhouse.cjs', import.meta.url))
const BUNDLE = fileURLToPath(new URL('../../../cli/bundle/rowhouse.js', import.meta.url))
const INSTANCE = 'demo'

/** How to reach a server; what the official SDK needs to know. */
export interface Connection {
  readonly endpoint: string
  readonly instance: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
}

export interface TemporaryServer {
  readonly connection: Connection
  stop(): Promise<void>
}

/**
 * A server of its own with an empty data folder, durable as by default; `stop` removes the folder. `settings`
 * are options of `serve`.
 */
export const startTemporaryServer = async (
  settings: readonly string[] = [],
): Promise<TemporaryServer> => {
  if (!existsSync(BUNDLE)) throw new Error('the server is not built yet: npm run build')
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-demo-'))
  const accessKeyId = `demo${randomBytes(8).toString('hex')}`
  const accessKeySecret = randomBytes(24).toString('hex')
  const child = spawn(
    process.execPath,
    [
      COMMAND,
      'serve',
      '--port',
      '0',
      '--data',
      folder,
      '--instance',
      INSTANCE,
      '--log-level',
      'error',
      ...settings,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: environmentWith(`${accessKeyId}:${accessKeySecret}`),
    },
  )
  const stop = async (): Promise<void> => {
    await stopProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await readyPort(child)
    const endpoint = `http://127.0.0.1:${port}`
    return { connection: { endpoint, instance: INSTANCE, accessKeyId, accessKeySecret }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The key goes by the environment, where other users cannot see it; settings of one's own server do not. */
const environmentWith = (accessKey: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('ROWHOUSE_')),
  ),
  ROWHOUSE_ACCESS_KEY: accessKey,
})

/** The server prints one JSON line with its real port when it takes requests. */
const readyPort = async (child: ChildProcess): Promise<number> => {
  if (child.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const port = portIn(line)
    if (port !== undefined) {
      child.stdout.resume()
      return port
    }
  }
  throw new Error('the server ended before it was ready')
}

const portIn = (line: string): number | undefined => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || !('port' in value)) return undefined
  return typeof value.port === 'number' ? value.port : undefined
}

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
