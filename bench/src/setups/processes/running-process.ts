import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { guardProcess } from '../../peers/process-guard.js'
import type { ProcessUser } from './scratch-user.js'

const LAST_LINES = 15

/** A process of a set-up. */
export interface RunningProcess {
  /** What the report calls it. */
  readonly name: string
  readonly pid: number
  /** Undefined until it has ended by itself. */
  readonly failure: () => Error | undefined
  /** Ends it as a crash does, and waits until it is gone: its data is thrown away or must survive that. */
  readonly kill: () => Promise<void>
}

export interface ProcessOptions {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly user?: ProcessUser
  readonly folder?: string
  /** The line, on either output, that says that it is ready. */
  readonly ready: RegExp
}

/** Starts a process, which ends with this one in whatever way that ends, and waits until it is ready. */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { name, command, args, environment, user, folder, ready } = options
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    ...(folder !== undefined && { cwd: folder }),
    ...user,
  })
  const last: string[] = []
  let failure: Error | undefined
  const isReady = new Promise<void>((resolve, reject) => {
    const onLine = (line: string): void => {
      last.push(line)
      if (last.length > LAST_LINES) last.shift()
      if (ready.test(line)) resolve()
    }
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', onLine)
    }
    child.once('error', reject)
    child.once('close', (code, signal) => {
      failure = new Error(`${name} ended (${code ?? signal}):\n${last.join('\n')}`)
      reject(failure)
    })
  })
  const { pid } = child
  if (pid === undefined) {
    await isReady
    throw new Error(`${command} cannot be started`)
  }
  const guard = guardProcess(child, 'SIGKILL')
  const kill = async (): Promise<void> => {
    guard.release()
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  try {
    await isReady
  } catch (error) {
    await kill()
    throw error
  }
  return { name, pid, failure: () => failure, kill }
}
