import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CallError } from '@rowhouse/client'
import { expect, onTestFinished, test } from 'vitest'
import { explainError } from './explain-error.js'

test('an error of the file system is one line', async () => {
  const error: unknown = await readFile(`${import.meta.filename}/MANIFEST`).catch(
    (one: unknown) => one,
  )
  expect(explainError(error)).toEqual({
    text: `a part of ${import.meta.filename}/MANIFEST is a file, not a folder`,
    exitCode: 2,
  })
})

test('what is wrong with a path is wrong use, and what the disk lacks is a failure', () => {
  const ofPath = (code: string, syscall: string, path: string) =>
    explainError(Object.assign(new Error('the words of the system'), { code, syscall, path }))
  const folder = dirname(import.meta.filename)
  expect(ofPath('ENOENT', 'open', join(folder, 'x'))).toEqual({
    text: `there is no file ${join(folder, 'x')}`,
    exitCode: 2,
  })
  expect(ofPath('ENOENT', 'open', join(folder, 'x', 'y')).text).toBe(
    `there is no folder ${join(folder, 'x')}`,
  )
  expect(ofPath('EACCES', 'open', '/x')).toEqual({ text: 'this user may not use /x', exitCode: 2 })
  expect(ofPath('ENOSPC', 'write', '/x')).toEqual({ text: 'the disk of /x is full', exitCode: 3 })
  expect(ofPath('EIO', 'read', '/x')).toEqual({ text: 'the words of the system', exitCode: 3 })
})

test('a call that the service refuses, or that has no answer, is a failure', () => {
  const refused = { operation: 'GetRow', status: 403, requestId: 'r1' }
  const error = new CallError({ ...refused, code: 'OTSAuthFailed', message: 'no.' })
  expect(explainError(error)).toEqual({ text: 'OTSAuthFailed: no. (request r1)', exitCode: 3 })
  const lost = { operation: 'GetRow', status: undefined, requestId: undefined }
  const silent = new CallError({ ...lost, code: 'ClientNetwork', message: 'gone' })
  expect(explainError(silent)).toEqual({ text: 'ClientNetwork: gone', exitCode: 3 })
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
  expect(exitCode).toBe(3)
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
