import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { expect, onTestFinished, test } from 'vitest'
import { runCli, startCli } from './testing/run-cli.js'

/** Imitates a system without libatomic. */
const WITHOUT_LIBRARY = `const load = process.dlopen
process.dlopen = (module, file, ...others) => {
  if (!file.includes('rocksdb')) return load.call(process, module, file, ...others)
  throw new Error('libatomic.so.1: cannot open shared object file: No such file or directory')
}`

test('a missing library of the store is reported in one line; others work', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const preload = join(folder.path, 'preload.cjs')
  writeFileSync(preload, WITHOUT_LIBRARY)
  const environment = { NODE_OPTIONS: `--require ${preload}` }
  const data = ['--data', join(folder.path, 'data'), '--port', '0']
  const { code, stderr } = await runCli(['serve', ...data], environment)
  expect(stderr).toMatch(
    /^error: the native part of the store cannot be loaded: libatomic\.so\.1: /,
  )
  expect(stderr).toMatch(/^[^\n]+; install libatomic1 [^\n]+\n$/)
  expect(code).toBe(1)
  const server = await startCli(['--ephemeral', '--port', '0'], environment)
  expect(server.line).toContain('ready')
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})
