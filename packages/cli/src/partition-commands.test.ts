import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const cli = cliFolder()
const data = (): string => cli.path('data')
const partitions = (...args: readonly string[]) => runCli(['partitions', ...args, '--data', data()])

test('rowhouse partitions reports what is missing, with and without a server', async () => {
  expect(await partitions('inst', 'orders')).toMatchObject({
    code: 3,
    stderr: `error: there is no data folder ${data()}\n`,
  })
  const server = await cli.serve()
  const missing = { code: 3, stdout: '', stderr: "error: instance 'inst' has no table 'orders'\n" }
  expect(await partitions('inst', 'orders')).toEqual(missing)
  server.kill('SIGTERM')
  await server.ended()
  expect(await partitions('inst', 'orders', '--json')).toEqual(missing)
})
