import { execFile } from 'node:child_process'
import { INSTANCE, PROGRAM } from '../kill/server-process.js'
import { Violation } from '../workloads/workload.js'
import { TABLE } from './indexed-rows.js'

/** Runs `rowhouse index verify` while the server runs; throws a Violation when it finds a difference. */
export async function verifyIndex(
  program: string | undefined,
  directory: string,
  index: string,
): Promise<void> {
  const names = [INSTANCE, TABLE, index]
  const args = [program ?? PROGRAM, 'index', 'verify', ...names, '--data', directory]
  const { code, output } = await run(args)
  if (code !== 0) throw new Violation(`index ${index}`, `verify answers ${code}:\n${output}`)
}

function run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, output: stdout + stderr })
    })
  })
}
