import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stopChildServer } from './child-server.js'
import { startRowhouse } from './rowhouse-server.js'

/** A program that prints that it is ready, and ends on request. */
const PROGRAM = `console.log(JSON.stringify({ port: 1 }))
setInterval(() => {}, 1000)`

test('a server is guarded as long as it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-bench-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program.cjs')
  writeFileSync(program, PROGRAM)
  const guards = (): number => process.listenerCount('SIGTERM')
  const before = guards()
  const options = { nodeArgs: [], serverArgs: [], cpuProfile: undefined }
  const server = await startRowhouse({ ...options, program, data: join(folder, 'data') })
  expect(existsSync(join(folder, 'data'))).toBe(true)
  expect(guards()).toBe(before + 1)
  await stopChildServer(server)
  expect(guards()).toBe(before)
})
