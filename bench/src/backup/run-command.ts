import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))

export interface CommandRun {
  readonly seconds: number
  readonly result: unknown
}

/** Runs a command of rowhouse that prints JSON, and measures its time. */
export async function runCommand(
  program: string | undefined,
  args: readonly string[],
): Promise<CommandRun> {
  const startedAt = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [
    program ?? PROGRAM,
    ...args,
    '--json',
  ])
  return { seconds: (performance.now() - startedAt) / 1000, result: JSON.parse(stdout) }
}
