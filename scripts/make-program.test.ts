import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './lib/run-command.mjs'

const make = (folder: string, ...more: readonly string[]) =>
  promisify(execFile)(process.execPath, ['scripts/make-program.mjs', folder, ...more], {
    cwd: ROOT,
  })

test('the program runs without the repository, and has no parts for other platforms', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'rowhouse-program-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'program')
  await make(folder)
  const prebuilds = join(folder, 'node_modules/rocksdb-native/prebuilds')
  expect(readdirSync(prebuilds)).toEqual([`${process.platform}-${process.arch}`])
  await expect(make(folder)).rejects.toThrow('is there already')

  const place = ['--data', join(parent, 'data'), '--port', '0', '--log-level', 'error']
  const program = join(folder, 'bin/rowhouse.cjs')
  const server = spawn(process.execPath, [program, 'serve', ...place], {
    cwd: parent,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  const lines = createInterface(server.stdout)
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    server.once('close', () => reject(new Error('the server has ended')))
  })
  expect(JSON.parse(line)).toMatchObject({ event: 'ready' })
  server.kill('SIGTERM')
  await ended
})

test('the package for buckets is in it when it is asked for', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'rowhouse-program-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const answerOf = (folder: string): Promise<unknown> => {
    const args = [join(folder, 'bin/rowhouse.cjs'), 'verify', 's3://bucket?zone=1']
    return promisify(execFile)(process.execPath, args)
  }
  const [without, whole] = [join(parent, 'without'), join(parent, 'whole')]
  await make(without)
  await expect(answerOf(without)).rejects.toThrow('npm install @rowhouse/object-store-s3@')
  await make(whole, '--with-s3')
  await expect(answerOf(whole)).rejects.toThrow('a location has no zone')
})
