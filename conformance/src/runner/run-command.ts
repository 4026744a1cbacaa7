import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface Finished {
  readonly code: number | null
  readonly stderr: string
}

/** How many characters of a command's standard error are kept. */
const MAX_STDERR = 20_000

/** Runs a command to its end, passes on each line of its output and keeps its standard error. */
export const runCommand = (
  command: string,
  args: readonly string[],
  options: { readonly directory: string; readonly environment?: NodeJS.ProcessEnv },
  onLine: (line: string) => void = () => undefined,
): Promise<Finished> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.directory,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-MAX_STDERR)
    })
    createInterface({ input: child.stdout }).on('line', onLine)
    child.on('error', (error) => resolve({ code: null, stderr: error.message }))
    child.on('close', (code) => resolve({ code, stderr }))
  })

/** Whether the command is installed and runs. */
export const answers = async (command: string, ...args: string[]): Promise<boolean> =>
  (await runCommand(command, args, { directory: process.cwd() })).code === 0
