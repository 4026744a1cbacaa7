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

/** So many milliseconds after the start, or after so many lines of output. */
export interface KillMoment {
  readonly afterMs: number
  readonly lines?: number
  /** Happens at that moment in the place of the command's kill, unless it kills the command as well. */
  readonly strike?: (killCommand: () => void) => void
}

/** Runs the command and kills it after this time, unless it has ended by then. */
export async function runKilled(command: Command, kill: KillMoment | undefined): Promise<Ended> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [command.program, ...command.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutSettings(process.env), ...command.environment },
  })
  let output = ''
  let timer: NodeJS.Timeout | undefined
  const killCommand = (): void => {
    child.kill('SIGKILL')
  }
  const strike = (): void => {
    if (kill?.strike === undefined) killCommand()
    else kill.strike(killCommand)
  }
  const arm = (): void => {
    if (kill === undefined || timer !== undefined) return
    const lines = output.split('\n').length - 1
    if (lines >= (kill.lines ?? 0)) timer = setTimeout(strike, kill.afterMs)
  }
  const keep = (chunk: unknown): void => {
    output += String(chunk)
    arm()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  arm()
  await once(child, 'close')
  clearTimeout(timer)
  const milliseconds = performance.now() - startedAt
  return { code: child.exitCode ?? undefined, output, milliseconds }
}

const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('ROWHOUSE_')))
