import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const { path, serve } = cliFolder()

test('a command on a data folder is not concerned by variables of commands that sign in', async () => {
  const server = await serve()
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)
  const verified = await runCli(['verify', '--data', path('data')], { ROWHOUSE_ACCESS_KEY: 'a:b' })
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  const listed = await runCli(['instance', 'list', '--data', path('data')], {
    ROWHOUSE_INSTANCE: 'UPPER',
    ROWHOUSE_ACCESS_KEY_FILE: path('missing'),
  })
  expect(listed).toMatchObject({ code: 0, stderr: '' })
})
