import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ChildServer, startChildServer } from './child-server.js'
import { CREDENTIALS } from './credentials.js'
import { guardProcess } from './process-guard.js'

/** The build of this workspace. */
const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))

const WATCH = new URL('../beside/watch-thread.js', import.meta.url).href

/** The environment of the systemd unit and the image. */
const PUBLISHED_ENVIRONMENT = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '8388608',
} as const

/** The program sets this itself, unless something was loaded before it. */
const POOL_ENVIRONMENT = { UV_THREADPOOL_SIZE: '16' } as const

export interface RowhouseOptions {
  /** `bin/rowhouse.cjs` of another build, to compare two builds. */
  readonly program: string | undefined
  readonly data: string
  /** Options of Node.js itself. */
  readonly nodeArgs: readonly string[]
  /** Further options of `rowhouse serve`. */
  readonly serverArgs: readonly string[]
  /** Folder for the CPU profile that the server writes when it stops. */
  readonly cpuProfile: string | undefined
  /** Whether the server measures how long its main thread was held (`askHeld`). */
  readonly isWatched?: boolean
}

/** Starts a server that ends with this process, in whatever way that ends. */
export async function startRowhouse(options: RowhouseOptions): Promise<ChildServer> {
  mkdirSync(options.data, { recursive: true })
  const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
  const profile =
    options.cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.cpuProfile}`]
  const key = `${accessKeyId}:${accessKeySecret}`
  const serve = ['serve', '--data', options.data, '--port', '0']
  // The load makes many requests slow, so slow requests are not logged.
  const quiet = ['--log-level', 'error']
  const access = ['--instance', instance, '--access-key', key]
  const isWatched = options.isWatched ?? false
  const args = [
    ...(isWatched ? ['--import', WATCH] : []),
    ...options.nodeArgs,
    ...profile,
    options.program ?? PROGRAM,
    ...serve,
    ...access,
    ...quiet,
    ...options.serverArgs,
  ]
  const server = await startChildServer(args, {
    environment: { ...PUBLISHED_ENVIRONMENT, ...(isWatched ? POOL_ENVIRONMENT : {}) },
    channel: isWatched,
  })
  const guard = guardProcess(server.process, 'SIGTERM')
  server.process.once('exit', () => guard.release())
  return server
}
