import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach } from 'vitest'
import { type CliServer, startCli } from './run-cli.js'

export interface CliFolder {
  readonly path: (name: string) => string
  /** Runs `rowhouse serve` on the folder `data` within it. */
  readonly serve: (...more: readonly string[]) => Promise<CliServer>
}

/** A folder for each test of a file, and servers on it. All are removed after the test. */
export const cliFolder = (): CliFolder => {
  const folders: TemporaryFolder[] = []
  const running: CliServer[] = []
  beforeEach(async () => {
    folders.push(await temporaryFolder())
  })
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.kill('SIGKILL')
      await server.ended()
    }
    await Promise.all(folders.splice(0).map((folder) => folder.remove()))
  })
  const path = (name: string): string => {
    const [folder] = folders
    if (folder === undefined) throw new Error('no test is running')
    return join(folder.path, name)
  }
  return {
    path,
    serve: async (...more) => {
      const place = ['--data', path('data'), '--port', '0', '--instance', 'inst']
      const server = await startCli([...place, ...more])
      running.push(server)
      return server
    },
  }
}
