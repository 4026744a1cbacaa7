import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { REPOSITORY } from './folders.js'
import type { Mode } from './modes.js'

/** A server under test: the environment of the suites, and how to stop it. */
export interface Target {
  readonly environment: NodeJS.ProcessEnv
  readonly stop: () => Promise<void>
}

const PROGRAM = join(REPOSITORY, 'packages/cli/bin/rowhouse.cjs')
const INSTANCE = 'conformance'
const OTHER_INSTANCE = 'conformance-2'
const CAPACITY_INSTANCE = 'conformance-3'
const STS_TOKEN = 'conformance-token'

/** The caller's own settings must not reach the server under test. */
const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ROWHOUSE_')))

interface Key {
  readonly id: string
  readonly secret: string
}

const textOf = (value: unknown, name: string): string => {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (typeof found !== 'string') throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return found
}

/** `rowhouse instance …` on the data folder; all of these commands make a key. */
const makeKey = async (data: string, ...command: string[]): Promise<Key> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, 'instance', ...command, '--data', data, '--json'],
    { env: cleanEnvironment() },
  )
  const result: unknown = JSON.parse(stdout)
  const key: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'key') : undefined
  return { id: textOf(key, 'id'), secret: textOf(key, 'secret') }
}

const keyVariables = (name: string, { id, secret }: Key): NodeJS.ProcessEnv => ({
  [`ROWHOUSE_${name}ACCESS_KEY_ID`]: id,
  [`ROWHOUSE_${name}ACCESS_KEY_SECRET`]: secret,
})

/**
 * Makes two more instances, one of the capacity type, and two more keys, which only a server on disk can
 * have.
 */
const prepareFolder = async (data: string): Promise<NodeJS.ProcessEnv> => {
  const other = await makeKey(data, 'create', OTHER_INSTANCE)
  const capacity = await makeKey(data, 'create', CAPACITY_INSTANCE, '--type', 'capacity')
  const main = await makeKey(data, 'create', INSTANCE)
  const readOnly = await makeKey(data, 'add-key', INSTANCE, '--access', 'read-only')
  const sts = await makeKey(data, 'add-key', INSTANCE, '--sts-token', STS_TOKEN)
  return {
    ...keyVariables('', main),
    ...keyVariables('OTHER_', other),
    ROWHOUSE_OTHER_INSTANCE: OTHER_INSTANCE,
    ...keyVariables('CAPACITY_', capacity),
    ROWHOUSE_CAPACITY_INSTANCE: CAPACITY_INSTANCE,
    ...keyVariables('READ_ONLY_', readOnly),
    ...keyVariables('STS_', sts),
    ROWHOUSE_STS_TOKEN: STS_TOKEN,
  }
}

/** Waits for the line with the endpoint. */
const readyEndpoint = async (server: ChildProcess): Promise<string> => {
  if (server.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith('{"event":"ready"')) continue
    server.stdout.resume()
    return textOf(JSON.parse(line), 'endpoint')
  }
  throw new Error('the server ended before it was ready: is it built?')
}

export const startServer = async (mode: Mode): Promise<Target> => {
  const data = await mkdtemp(join(tmpdir(), 'rowhouse-conformance-'))
  const own: Key = { id: 'conformance', secret: randomBytes(16).toString('hex') }
  const keys = mode.ephemeral ? keyVariables('', own) : await prepareFolder(data)
  const storage = mode.ephemeral
    ? ['--ephemeral', '--instance', INSTANCE, '--access-key', `${own.id}:${own.secret}`]
    : ['--data', data]
  const doors = ['--door-threads', String(mode.doorThreads)]
  const more = mode.options ?? []
  const options = ['--port', '0', '--log-level', 'error', ...doors, ...more]
  const server = spawn(process.execPath, [PROGRAM, 'serve', ...options, ...storage], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: cleanEnvironment(),
  })
  const ended = once(server, 'exit')
  const endpoint = await readyEndpoint(server)
  return {
    environment: { ROWHOUSE_ENDPOINT: endpoint, ROWHOUSE_INSTANCE: INSTANCE, ...keys },
    stop: async () => {
      server.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}
