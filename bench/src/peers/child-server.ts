import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Endpoint } from '../load/connection.js'

/** A server in its own process that prints one JSON line with its port when it is ready. */
export interface ChildServer {
  readonly process: ChildProcess
  readonly pid: number
  readonly endpoint: Endpoint
  /** From the start of the process to its ready line. */
  readonly readyMs: number
}

export interface ChildServerOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** With a channel, the parent can send messages, and the child ends with its parent. */
  readonly channel?: boolean
}

export async function startChildServer(
  args: readonly string[],
  options: ChildServerOptions = {},
): Promise<ChildServer> {
  const startedAt = performance.now()
  const spawnOptions: SpawnOptions = {
    stdio: ['ignore', 'pipe', 'inherit', ...(options.channel === true ? (['ipc'] as const) : [])],
    env: { ...process.env, ...options.environment },
  }
  const child = spawn(process.execPath, args, spawnOptions)
  const { pid, stdout } = child
  if (pid === undefined || stdout === null) throw new Error(`Cannot start node ${args.join(' ')}`)
  const lines = createInterface({ input: stdout })
  const exited = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`node ${args.join(' ')} ended (${code ?? signal}) before it was ready`)
  })
  const port = await Promise.race([readPort(lines), exited])
  exited.catch(() => undefined)
  lines.on('line', () => undefined)
  const readyMs = performance.now() - startedAt
  return { process: child, pid, endpoint: { host: '127.0.0.1', port }, readyMs }
}

export async function stopChildServer(
  { process: child }: ChildServer,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Skips lines that are not the ready line, such as a log or a banner. */
function readPort(lines: NodeJS.EventEmitter): Promise<number> {
  return new Promise((resolve) => {
    const onLine = (line: string): void => {
      const port = portIn(line)
      if (port === undefined) return
      lines.off('line', onLine)
      resolve(port)
    }
    lines.on('line', onLine)
  })
}

function portIn(line: string): number | undefined {
  if (!line.startsWith('{')) return undefined
  const message: unknown = JSON.parse(line)
  if (typeof message !== 'object' || message === null || !('port' in message)) return undefined
  if ('level' in message) return undefined
  return typeof message.port === 'number' ? message.port : undefined
}
