import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@rowhouse/client'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))

export const GRID_KEY = { id: 'grid', secret: 'grid-secret' }
export const GRID_INSTANCE = 'grid'

export interface GridServer {
  readonly consoleUrl: string
  readonly client: Client
  stop(): Promise<void>
}

/** A server in memory with its console. */
export async function startGridServer(): Promise<GridServer> {
  const key = ['--instance', GRID_INSTANCE, '--access-key', `${GRID_KEY.id}:${GRID_KEY.secret}`]
  const place = ['--ephemeral', '--port', '0', '--console-port', '0', '--log-level', 'silent']
  const child = spawn(process.execPath, [PROGRAM, 'serve', ...place, ...key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve)
  })
  const ready: unknown = JSON.parse(line)
  const members = new Map<string, unknown>(Object.entries(ready ?? {}))
  const client = new Client({
    endpoint: String(members.get('endpoint')),
    instance: GRID_INSTANCE,
    accessKey: GRID_KEY,
  })
  return {
    consoleUrl: String(members.get('console')),
    client,
    stop: async () => {
      await client.close()
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
