import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explainError } from './explain-error.js'

test('an error of the file system is one line', async () => {
  const error: unknown = await readFile(`${import.meta.filename}/MANIFEST`).catch(
    (one: unknown) => one,
  )
  const { text, exitCode } = explainError(error)
  expect(text).toMatch(/^ENOTDIR: [^\n]+MANIFEST'$/)
  expect(exitCode).toBe(1)
})

/** Loads an addon from a package with these files, in the same way as rocksdb-native. */
const loadAddon = (files: Readonly<Record<string, string>>): unknown => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-addon-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const manifest = { name: 'store', version: '1.0.0', addon: true }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const requireHere = createRequire(import.meta.url)
  const requireThere = createRequire(requireHere.resolve('rocksdb-native'))
  const load: unknown = requireThere('require-addon')
  if (typeof load !== 'function') throw new Error('require-addon has changed')
  try {
    Reflect.apply(load, undefined, ['.', join(folder, 'binding.js')])
  } catch (error) {
    return error
  }
  return undefined
}

test('a RocksDB whose native part cannot be loaded is one line', () => {
  const prebuilt = `prebuilds/${process.platform}-${process.arch}/store.node`
  const { text, exitCode } = explainError(loadAddon({ [prebuilt]: 'no library' }))
  expect(text).toMatch(/^the native part of RocksDB cannot be loaded: [^\n]+; see "Install" in /)
  expect(exitCode).toBe(1)
  expect(explainError(loadAddon({})).text).toBe(
    `the package rocksdb-native has nothing for this system (${process.platform} on ${process.arch})`,
  )
  const missing = new Error('libatomic.so.1: cannot open shared object file: No such file')
  const lacking = Object.assign(new Error('Cannot load addon', { cause: missing }), {
    code: 'CANNOT_LOAD',
  })
  expect(explainError(lacking).text).toMatch(/libatomic\.so\.1: [^\n]+; install libatomic1 \(/)
})

test('an unexpected error comes with its stack', () => {
  expect(explainError(new TypeError('oops')).text).toMatch(/^TypeError: oops\n +at /)
})
