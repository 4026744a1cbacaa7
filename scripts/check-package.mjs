// Checks that the packages can be installed and used: packs the command, the client, the practices and the
// object store, installs them, takes the optional package for RocksDB away, runs programs that use the client
// and the practices against the command, and runs the examples of docs/testing-with-rowhouse.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { clientProgram } from './lib/client-program.mjs'
import { examplesIn } from './lib/examples.mjs'
import { practicesProgram } from './lib/practices-program.mjs'
import { ROOT, runCommand } from './lib/run-command.mjs'

const folder = mkdtempSync(join(tmpdir(), 'rowhouse-package-'))

const run = async (command, args, options) => {
  const { isOk } = await runCommand(command, args, options)
  if (!isOk) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** Packs a package and installs it in its own folder; `what` is its name for npm pack. */
const install = async (name, what) => {
  const home = join(folder, name)
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }')
  await installInto(home, name, what)
  return home
}

const installInto = async (home, name, what) => {
  const place = join(folder, `${name}-archive`)
  mkdirSync(place)
  await run('npm', ['pack', '--silent', ...what, '--pack-destination', place])
  const archive = readdirSync(place).find((file) => file.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack made no archive')
  const options = ['--prefix', home, '--ignore-scripts', '--prefer-offline', '--no-audit']
  await run('npm', ['install', '--silent', ...options, join(place, archive)])
}

const ACCESS = ['--instance', 'demo', '--access-key', 'ID:SECRET']

const ROCKSDB = 'rocksdb-native'

/** The command without its optional package for RocksDB, as on systems that have none. */
const withoutRocksDb = async (home) => {
  const place = join(home, 'node_modules', ROCKSDB)
  if (!existsSync(place)) throw new Error(`npm has not installed ${ROCKSDB}`)
  console.log(
    `installed: ${megabytes(join(home, 'node_modules'))} MB, ${ROCKSDB} ${megabytes(place)} of them`,
  )
  rmSync(place, { recursive: true })
  const command = join(home, 'node_modules', 'rowhouse', 'bin', 'rowhouse.cjs')
  const data = ['--data', join(home, 'data-on-rocksdb'), '--store', 'rocksdb']
  const { tail } = await runCommand(process.execPath, [command, 'serve', ...data, '--port', '0'])
  if (!tail.includes(`npm install ${ROCKSDB}@`)) throw new Error(`serve does not name ${ROCKSDB}`)
}

const megabytes = (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).size)
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000)
}

/** Does `work` with the port while the packed command serves. */
const whileServing = async (home, work) => {
  const command = join(home, 'node_modules', 'rowhouse', 'bin', 'rowhouse.cjs')
  const options = ['--port', '0', '--data', join(home, 'data'), '--log-level', 'error']
  const server = spawn(process.execPath, [command, 'serve', ...options, ...ACCESS], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      await work(JSON.parse(line).port)
      return
    }
    throw new Error('the server ended before it was ready')
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

const askHealth = async (port) => {
  const reply = await fetch(`http://127.0.0.1:${port}/healthz`)
  if (!reply.ok) throw new Error(`/healthz answers ${reply.status}`)
}

/** Strict options, which also check the types of the package itself. */
const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
}

const compile = async (home, files, more = {}) => {
  const settings = { compilerOptions: { ...COMPILER_OPTIONS, ...more }, files }
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', home])
}

const useClient = async (home, port) => {
  writeFileSync(join(home, 'program.ts'), clientProgram)
  await compile(home, ['program.ts'])
  await run(process.execPath, [join(home, 'program.js'), `http://127.0.0.1:${port}`])
}

/** The practices work on the client that is installed beside them. */
const usePractices = async (home, port) => {
  await installInto(home, 'practices', ['./packages/practices/bundle'])
  writeFileSync(join(home, 'practices.ts'), practicesProgram)
  await compile(home, ['practices.ts'])
  const values = join(home, 'values')
  await run(process.execPath, [join(home, 'practices.js'), `http://127.0.0.1:${port}`, values])
}

/** The package for buckets is found once it is installed beside the command, and named until then. */
const useBucket = async (home) => {
  const command = join(home, 'node_modules', 'rowhouse', 'bin', 'rowhouse.cjs')
  const expectAnswer = async (text) => {
    const args = [command, 'verify', 's3://bucket?zone=1']
    const { tail } = await runCommand(process.execPath, args, { cwd: home })
    if (!tail.includes(text)) throw new Error(`a command with a bucket does not say "${text}"`)
  }
  await expectAnswer('npm install @rowhouse/object-store-s3@')
  await installInto(home, 'object-store-s3', ['./packages/object-store-s3/bundle'])
  await expectAnswer('a location has no zone')
}

/** Packages of an application that this repository also has. */
const BORROWED = ['tablestore', 'typescript', '@types/node', 'vitest']

const borrowPackages = (home) => {
  for (const name of BORROWED) {
    const place = join(home, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), place, 'junction')
  }
}

const runExamples = async (home) => {
  borrowPackages(home)
  const page = readFileSync(join(ROOT, 'docs/testing-with-rowhouse.md'), 'utf8')
  for (const { name, text } of examplesIn(page)) {
    const place = join(home, name)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  const node = (...args) => run(process.execPath, args, { cwd: home })
  await node('--test', 'retry.test.mjs', 'seed.test.mjs')
  await compile(home, ['types.ts'])
  // The official SDK has no types, and those of Vitest are not ours to check.
  writeFileSync(join(home, 'sdk.d.ts'), "declare module 'tablestore'\n")
  await compile(home, ['sdk.d.ts', 'vitest/orders.test.ts'], { skipLibCheck: true, noEmit: true })
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // First with one server for all files, then with one in each file.
  await node(vitest, 'run', '--root', 'vitest', PATIENCE)
  rmSync(join(home, 'vitest/vitest.config.mjs'))
  await node(vitest, 'run', '--root', 'vitest', PATIENCE)
  await runJest(home)
}

/** A busy machine may take longer than the five seconds that runners give a test. */
const PATIENCE = '--testTimeout=120000'

/** Jest is hundreds of packages for one example, so it is no dependency of this repository. */
const JEST = 'jest@30.2.0'

const runJest = async (home) => {
  const place = join(folder, 'jest')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true }')
  const options = ['--prefix', place, '--ignore-scripts', '--prefer-offline', '--no-audit']
  const { isOk } = await runCommand('npm', ['install', '--silent', ...options, JEST])
  if (!isOk) {
    console.log(`SKIPPED: ${JEST} cannot be installed; the example of Jest was not run`)
    return
  }
  // The command's folder has ES modules, and the example is CommonJS like most tests for Jest.
  writeFileSync(join(home, 'jest/package.json'), '{ "type": "commonjs" }')
  const jest = join(place, 'node_modules/jest/bin/jest.js')
  await run(process.execPath, [jest, '--config', 'jest/jest.config.js', PATIENCE], { cwd: home })
}

try {
  const command = await install('command', ['--workspace', 'rowhouse'])
  await withoutRocksDb(command)
  const client = await install('client', ['./packages/client/bundle'])
  await whileServing(command, async (port) => {
    await askHealth(port)
    await useClient(client, port)
    await usePractices(client, port)
  })
  await useBucket(command)
  await runExamples(command)
  console.log('the packed command, client and practices install, start and answer')
  console.log('the examples of docs/testing-with-rowhouse.md run')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
