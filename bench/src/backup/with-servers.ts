import { join } from 'node:path'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import type { BackupBenchOptions } from './bench-options.js'

/** Starts a server on a folder inside the folder of the run. */
export type StartServer = (name: string, more?: readonly string[]) => Promise<ChildServer>

/** Runs work that starts servers; all of them have been stopped in order when it resolves or rejects. */
export async function withServers<T>(
  { directory, program, serverArgs }: BackupBenchOptions,
  use: (start: StartServer) => Promise<T>,
): Promise<T> {
  const servers: ChildServer[] = []
  try {
    return await use(async (name, more = []) => {
      const server = await startRowhouse({
        program,
        data: join(directory, name),
        nodeArgs: [],
        serverArgs: [...serverArgs, ...more],
        cpuProfile: undefined,
      })
      servers.push(server)
      return server
    })
  } finally {
    for (const server of servers) await stopChildServer(server)
  }
}
