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

test('a missing library of RocksDB is reported in one line; the own store works', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const preload = join(folder.path, 'preload.cjs')
  writeFileSync(preload, WITHOUT_LIBRARY)
  const environment = { NODE_OPTIONS: `--require ${preload}` }
  const data = ['--data', join(folder.path, 'data'), '--port', '0']
  const { code, stderr } = await runCli(['serve', ...data, '--store', 'rocksdb'], environment)
  expect(stderr).toMatch(/^error: the native part of RocksDB cannot be loaded: libatomic\.so\.1: /)
  expect(stderr).toMatch(/^[^\n]+; install libatomic1 [^\n]+\n$/)
  expect(code).toBe(3)
  const server = await startCli(data, environment)
  expect(server.line).toContain('ready')
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
})
