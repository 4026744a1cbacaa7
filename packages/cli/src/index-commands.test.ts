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
const index = (...args: readonly string[]) => runCli(['index', ...args, '--data', data()])

test('rowhouse index lists, with a server and without', async () => {
  const nothing = { code: 0, stdout: 'no indexes\n', stderr: '' }
  expect(await index('list')).toMatchObject({
    code: 1,
    stderr: `error: there is no data folder ${data()}\n`,
  })
  server = await startCli(['--data', data(), '--port', '0', '--instance', 'inst'])
  expect(await index('list')).toEqual(nothing)
  expect((await index('list', '--json')).stdout).toBe('{"indexes":[]}\n')
  server.kill('SIGTERM')
  await server.ended()
  expect(await index('list')).toEqual(nothing)
})

test('an index that is not there is told plainly', async () => {
  server = await startCli(['--data', data(), '--port', '0', '--instance', 'inst'])
  for (const action of ['verify', 'rebuild']) {
    expect(await index(action, 'inst', 'orders', 'orders_index')).toEqual({
      code: 1,
      stdout: '',
      stderr: "error: instance 'inst' has no table 'orders'\n",
    })
  }
})

test('what is missing on the command line ends with 2', async () => {
  const { code, stderr } = await index('verify', 'inst', 'orders')
  expect(code).toBe(2)
  expect(stderr).toContain("missing required argument 'index'")
})
