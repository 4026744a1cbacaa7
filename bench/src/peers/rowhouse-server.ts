import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ChildServer, startChildServer } from './child-server.js'
import { CREDENTIALS } from './credentials.js'

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.mjs', import.meta.url))

export interface RowhouseOptions {
  readonly data: string
  /** More options of `rowhouse serve`. */
  readonly serverArgs: readonly string[]
  /** Folder for the CPU profile that the server writes when it stops. */
  readonly cpuProfile: string | undefined
}

export function startRowhouse(options: RowhouseOptions): Promise<ChildServer> {
  mkdirSync(options.data, { recursive: true })
  const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
  const profile =
    options.cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.cpuProfile}`]
  const key = `${accessKeyId}:${accessKeySecret}`
  const serve = ['serve', '--data', options.data, '--port', '0']
  const access = ['--instance', instance, '--access-key', key]
  return startChildServer([...profile, COMMAND, ...serve, ...access, ...options.serverArgs])
}
