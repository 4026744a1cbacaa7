import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/engine/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliServer, runCli, startCli } from './testing/run-cli.js'

let folder: TemporaryFolder
let server: CliServer | undefined

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  server?.kill('SIGKILL')
  await server?.ended()
  server = undefined
  await folder.remove()
})

const data = (): string => join(folder.path, 'data')
const partitions = (...args: readonly string[]) => runCli(['partitions', ...args, '--data', data()])

test('rowhouse partitions tells plainly what is not there, with a server and without', async () => {
  expect(await partitions('inst', 'orders')).toMatchObject({
    code: 1,
    stderr: `error: there is no data folder ${data()}\n`,
  })
  server = await startCli(['--data', data(), '--port', '0', '--instance', 'inst'])
  const missing = { code: 1, stdout: '', stderr: "error: instance 'inst' has no table 'orders'\n" }
  expect(await partitions('inst', 'orders')).toEqual(missing)
  server.kill('SIGTERM')
  await server.ended()
  expect(await partitions('inst', 'orders', '--json')).toEqual(missing)
})
