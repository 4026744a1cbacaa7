import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const cli = cliFolder()
const data = (): string => cli.path('data')
const index = (...args: readonly string[]) => runCli(['index', ...args, '--data', data()])

test('rowhouse index lists indexes, with and without a server', async () => {
  const nothing = { code: 0, stdout: 'no indexes\n', stderr: '' }
  expect(await index('list')).toMatchObject({
    code: 3,
    stderr: `error: there is no data folder ${data()}\n`,
  })
  const server = await cli.serve()
  expect(await index('list')).toEqual(nothing)
  expect((await index('list', '--json')).stdout).toBe('{"indexes":[]}\n')
  server.kill('SIGTERM')
  await server.ended()
  expect(await index('list')).toEqual(nothing)
})

test('a missing index is reported plainly', async () => {
  await cli.serve()
  for (const action of ['verify', 'rebuild']) {
    expect(await index(action, 'inst', 'orders', 'orders_index')).toEqual({
      code: 3,
      stdout: '',
      stderr: "error: instance 'inst' has no table 'orders'\n",
    })
  }
})

test('a missing argument ends with 2', async () => {
  const { code, stderr } = await index('verify', 'inst', 'orders')
  expect(code).toBe(2)
  expect(stderr).toContain("missing required argument 'index'")
})
