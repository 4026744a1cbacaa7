import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.js'

/** A server that speaks S3, on this machine, with one bucket. */
export interface TestS3 {
  readonly proxy: FaultyProxy
  /** Where the server keeps the objects of the bucket, as files. */
  readonly bucketFolder: string
  /** A new prefix in the bucket. */
  newLocation(): string
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(
  new URL('../../../../node_modules/.cache/rowhouse-s3-server/versitygw', import.meta.url),
)

/** Tests that need the server are skipped without it. */
export function hasS3Server(): boolean {
  const isThere = existsSync(PROGRAM)
  if (!isThere) console.warn('SKIPPED: tests against S3. `npm run s3-server` builds their server.')
  return isThere
}

const BUCKET = 'rowhouse'
const ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: 'test-key-id',
  AWS_SECRET_ACCESS_KEY: 'test-key-secret',
  AWS_EC2_METADATA_DISABLED: 'true',
}

/** Starts the server on a folder of its own, with one bucket and a proxy before it. */
export async function startTestS3(): Promise<TestS3> {
  const folder = await temporaryFolder()
  const socket = join(folder.path, 'socket')
  await mkdir(join(folder.path, 'data', BUCKET), { recursive: true })
  let server = await startServer(folder.path, socket)
  const proxy = await startFaultyProxy(socket)
  const restoreEnvironment = setEnvironment()
  let locations = 0
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  return {
    proxy,
    bucketFolder: join(folder.path, 'data', BUCKET),
    newLocation: () =>
      `s3://${BUCKET}/prefix-${++locations}?endpoint=http://127.0.0.1:${proxy.port}`,
    kill,
    restart: async () => {
      await kill()
      await rm(socket, { force: true })
      server = await startServer(folder.path, socket)
    },
    close: async () => {
      restoreEnvironment()
      await proxy.close()
      await kill()
      await folder.remove()
    },
  }
}

async function startServer(folder: string, socket: string): Promise<ChildProcess> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = ENVIRONMENT
  const place = ['posix', join(folder, 'data')]
  const options = ['--access', id, '--secret', secret, '--port', socket, '--quiet', '--keep-alive']
  const server = spawn(PROGRAM, [...options, ...place], { stdio: 'ignore' })
  const failure = once(server, 'exit').then(() => {
    throw new Error('the S3 server has ended at its start')
  })
  await Promise.race([failure, untilListening(socket)])
  failure.catch(() => {})
  return server
}

/** The server does not say when it listens. */
async function untilListening(socket: string): Promise<void> {
  while (!(await accepts(socket))) await wait(20)
}

const accepts = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** For clients in this process and those that it starts; the returned function restores what was there. */
function setEnvironment(): () => void {
  const before = Object.keys(ENVIRONMENT).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, ENVIRONMENT)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
