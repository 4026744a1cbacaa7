import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './lib/run-command.mjs'

const make = (folder: string, ...more: readonly string[]) =>
  promisify(execFile)(process.execPath, ['scripts/make-program.mjs', folder, ...more], {
    cwd: ROOT,
  })

/** Starts the program on a data folder, and stops it when it is ready. */
const serveOnce = async (folder: string, data: string, ...more: readonly string[]) => {
  const place = ['--data', data, '--port', '0', '--log-level', 'error']
  const program = join(folder, 'bin/rowhouse.cjs')
  const server = spawn(process.execPath, [program, 'serve', ...place, ...more], {
    cwd: dirname(folder),
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
}

test('the program runs without the repository, and has no parts for other platforms', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'rowhouse-program-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'program')
  await make(folder)
  const prebuilds = join(folder, 'node_modules/rocksdb-native/prebuilds')
  expect(readdirSync(prebuilds)).toEqual([`${process.platform}-${process.arch}`])
  await expect(make(folder)).rejects.toThrow('is there already')

  await serveOnce(folder, join(parent, 'data'))
})

test('without RocksDB it serves as well, and names the package for a folder that needs it', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'rowhouse-program-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const [whole, without] = [join(parent, 'whole'), join(parent, 'without')]
  await make(whole)
  await make(without, '--without-rocksdb')
  expect(existsSync(join(without, 'node_modules/rocksdb-native'))).toBe(false)
  await serveOnce(without, join(parent, 'new'))
  const old = join(parent, 'old')
  await serveOnce(whole, old, '--store=rocksdb')
  const named =
    /^error: The store in .*old.store is of kind rocksdb, and [^\n]+: npm install rocksdb-native@[\d.]+$/m
  for (const args of [['serve', '--port', '0'], ['verify']]) {
    const program = join(without, 'bin/rowhouse.cjs')
    const run = promisify(execFile)(process.execPath, [program, ...args, '--data', old])
    await expect(run).rejects.toMatchObject({ code: 3 })
    await expect(run).rejects.toThrow(named)
  }
  await serveOnce(whole, old)
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
