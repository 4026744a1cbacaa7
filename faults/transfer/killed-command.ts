import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A command of `rowhouse` and its environment variables. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface Ended {
  /** Undefined when it was killed. */
  readonly code: number | undefined
  readonly output: string
  readonly milliseconds: number
}

/** Runs the command and kills it after this time, unless it has ended by then. */
export async function runKilled(command: Command, killAfterMs: number | undefined): Promise<Ended> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [command.program, ...command.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutSettings(process.env), ...command.environment },
  })
  let output = ''
  const keep = (chunk: unknown): void => {
    output += String(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await once(child, 'close')
  clearTimeout(timer)
  const milliseconds = performance.now() - startedAt
  return { code: child.exitCode ?? undefined, output, milliseconds }
}

const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('ROWHOUSE_')))
