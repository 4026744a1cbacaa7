import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach } from 'vitest'
import { type Configuration, readConfiguration } from '../configuration/configuration.js'
import { type RunningServer, type StartOptions, startServer } from '../start-server.js'

export type TestOptions = Readonly<Record<string, unknown>>

/** The requests of the tests are signed for a fixed date, so the clock's skew must not matter. */
export const ANY_DATE = { clockSkew: '8000h', auth: 'warn' } as const

export interface TestServers {
  readonly folder: TemporaryFolder
  readonly configure: (options?: TestOptions) => Configuration
  readonly start: (options?: TestOptions, startOptions?: StartOptions) => Promise<RunningServer>
}

export const testConfiguration = (options: TestOptions): Configuration =>
  readConfiguration({
    options: {
      port: '0',
      logLevel: 'silent',
      instance: 'inst',
      accessKey: 'testId:testSecret',
      ...options,
    },
    environment: {},
    configFile: undefined,
  })

/** Servers over one folder for each test of a file. Both are removed after the test. */
export const testServers = (defaults: TestOptions = {}): TestServers => {
  const folders: TemporaryFolder[] = []
  const running: RunningServer[] = []
  beforeEach(async () => {
    folders.push(await temporaryFolder())
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()))
    await Promise.all(folders.splice(0).map((folder) => folder.remove()))
  })
  const currentFolder = (): TemporaryFolder => {
    const [folder] = folders
    if (folder === undefined) throw new Error('no test is running')
    return folder
  }
  const configure = (options: TestOptions = {}): Configuration =>
    testConfiguration({ data: join(currentFolder().path, 'data'), ...defaults, ...options })
  return {
    get folder() {
      return currentFolder()
    },
    configure,
    start: async (options, startOptions) => {
      const server = await startServer(configure(options), startOptions)
      running.push(server)
      return server
    },
  }
}
