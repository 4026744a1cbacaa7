import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

test('a profile is readable for its user only, and shown without its secret', async () => {
  const environment = { ROWHOUSE_PROFILES: folder.path('profiles.json') }
  const config = (...args: string[]) => runCli(['config', ...args], environment)
  const kept = await config('--endpoint', 'http://127.0.0.1:1', '--access-key', 'me:hidden')
  expect(kept).toMatchObject({ code: 0, stderr: '' })
  expect(kept.stdout).toContain('me:…')
  expect(kept.stdout).not.toContain('hidden')
  expect(statSync(folder.path('profiles.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(folder.path('profiles.json'), 'utf8')).toContain('me:hidden')

  // Later values are added to the profile.
  const shown = await config('--instance', 'demo', '--json')
  expect(JSON.parse(shown.stdout)).toEqual({
    profile: 'default',
    endpoint: 'http://127.0.0.1:1',
    accessKey: 'me:…',
    instance: 'demo',
  })
  await config('--remove')
  expect((await config('--json')).stdout).toBe('')
})

test('wrong use ends with 2 and one line without secrets', async () => {
  const environment = { ROWHOUSE_PROFILES: folder.path('none.json') }
  const wrong = [
    ['config', '--access-key', 'topsecret'],
    ['config', '--remove', '--profile', 'nobody'],
    ['import', 'a.csv'],
    ['import', 'a.csv', '--table', 't'],
  ]
  for (const args of wrong) {
    const { code, stderr } = await runCli(args, environment)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: .+\n$/)
    expect(stderr).not.toContain('topsecret')
  }
})
