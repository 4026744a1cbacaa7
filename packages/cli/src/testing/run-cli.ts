import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The file that npm links as `rowhouse`. It runs the bundle, so build before testing. */
const PROGRAM = fileURLToPath(new URL('../../bin/rowhouse.cjs', import.meta.url))

type Environment = Readonly<Record<string, string>>

export function spawnCli(
  args: readonly string[],
  environment: Environment = {},
  program: string = PROGRAM,
  folder?: string,
) {
  // Environment variables of the machine must not have an effect.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ROWHOUSE_'))
  return spawn(process.execPath, [program, ...args], {
    env: { ...Object.fromEntries(inherited), ...environment },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command to its end. */
export async function runCli(
  args: readonly string[],
  environment: Environment = {},
  program: string = PROGRAM,
  folder?: string,
): Promise<Finished> {
  const child = spawnCli(args, environment, program, folder)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  await once(child, 'close')
  return { code: child.exitCode, stdout, stderr }
}

export interface CliServer {
  /** The ready line on standard output. */
  readonly line: string
  readonly port: number
  /** Everything on standard output so far. */
  stdout(): string
  /** Resolves when the log on standard error has this text. */
  logged(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  /** The exit code, or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals | null>
}

/** Starts `rowhouse serve` and waits for its first line. */
export async function startCli(
  args: readonly string[],
  environment: Environment = {},
): Promise<CliServer> {
  const child = spawnCli(['serve', ...args], environment)
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const lines: string[] = []
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (text) => {
      lines.push(text)
      resolve(text)
    })
    child.on('close', () => reject(new Error(`rowhouse serve has ended: ${stderr}`)))
  })
  const ended = endOf(child)
  return {
    line,
    port: portIn(line),
    logged: async (text) => {
      while (!stderr.includes(text)) await once(child.stderr, 'data')
    },
    stdout: () => `${lines.join('\n')}\n`,
    kill: (signal) => {
      child.kill(signal)
    },
    ended: () => ended,
  }
}

export async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode ?? child.signalCode
}

const portIn = (line: string): number => Number(/:(\d+)\b/.exec(line.replace(/^.*?http/, ''))?.[1])
