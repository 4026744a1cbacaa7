import { expect, test } from 'vitest'
import { writeFileSync } from 'node:fs'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

test('a table is copied within its instance and compared', async () => {
  const server = await folder.serve('--access-key', 'me:secret')
  const environment = {
    ROWHOUSE_PROFILES: folder.path('profiles.json'),
    XDG_STATE_HOME: folder.path('state'),
  }
  const run = (...args: string[]) => runCli(args, environment)
  const endpoint = `http://127.0.0.1:${server.port}`
  await run('config', '--endpoint', endpoint, '--instance', 'inst', '--access-key', 'me:secret')
  writeFileSync(folder.path('a.csv'), 'id,n\n1,1\n2,2\n')
  await run('import', folder.path('a.csv'), '--table', 't', '--key', 'id')

  const target = ['--table', 't', '--to-table', 'u', '--to-profile', 'default']
  const copied = await run('copy', ...target, '--verify')
  expect(copied.stderr).toBe('')
  expect(copied.stdout).toMatch(
    /^2 rows copied to u, a table that was created, in .* s\n2 rows compared, both tables are the same\n$/,
  )

  const toSplit = ['--table', 't', '--to-table', 's', '--to-profile', 'default']
  const split = await run('copy', ...toSplit, '--side-columns', 'n', '--verify')
  expect(split.stdout).toMatch(
    /^2 rows copied to s, .*\n2 rows compared, both tables are the same\n$/,
  )
  const unused = await run('copy', ...toSplit, '--side-table', 'x')
  expect(unused).toMatchObject({ code: 2, stderr: 'error: --side-table needs --side-columns\n' })

  writeFileSync(folder.path('b.csv'), 'id,n\n3,3\n')
  await run('import', folder.path('b.csv'), '--table', 'u')
  const verified = await run('copy', ...target, '--only-verify', '--json')
  expect(verified.code).toBe(1)
  // A slow machine tells its progress before.
  const last = verified.stdout.trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({
    event: 'verified',
    extra: 1,
    examples: [{ kind: 'extra', key: '[3]' }],
  })

  const missing = await run('copy', '--table', 't', '--to-endpoint', endpoint, '--to-instance', 'x')
  // The profile has a key, so the error is that of the instance.
  expect(missing.code).toBe(3)
  expect(missing.stderr).toMatch(/^error: OTS\w+: /)
})
