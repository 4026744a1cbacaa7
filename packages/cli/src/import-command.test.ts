import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

const eventsOf = (stdout: string): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

test('files become rows, and rejected rows end the command with 1', async () => {
  const server = await folder.serve('--access-key', 'me:secret')
  const environment = {
    ROWHOUSE_ENDPOINT: `http://127.0.0.1:${server.port}`,
    ROWHOUSE_INSTANCE: 'inst',
    ROWHOUSE_ACCESS_KEY: 'me:secret',
    ROWHOUSE_PROFILES: folder.path('profiles.json'),
    XDG_STATE_HOME: folder.path('state'),
  }
  const run = (...args: string[]) => runCli(['import', ...args], environment)
  const rejects = ['--rejects', folder.path('rejects')]
  writeFileSync(folder.path('a-1.csv'), 'id,n\n1,1\n2,2\n')
  writeFileSync(folder.path('a-2.csv'), 'id,n\n3,3\n4,x\n')

  const preview = await run(folder.path('a-1.csv'), '--table', 't', '--key', 'id', '--preview')
  expect(preview.stdout).toContain('is missing and will be created, key id')
  expect(preview.code).toBe(0)

  const files = folder.path('a-*.csv')
  const all = await run(files, '--table', 't', '--key', 'id', '--json', ...rejects)
  expect(eventsOf(all.stdout).at(-1)).toMatchObject({ event: 'done', written: 3, rejected: 1 })
  expect(all.code).toBe(1)
  expect(existsSync(folder.path('rejects'))).toBe(true)

  const again = await run(folder.path('a-1.csv'), '--table', 't', ...rejects)
  expect(again.stdout).toMatch(/^2 rows written to t in /)
  expect(again.stderr).toContain('table t exists, key id')
  expect(again.code).toBe(0)

  const missing = await run(folder.path('a-1.csv'), '--table', 'other')
  expect(missing.code).toBe(2)
  expect(missing.stderr).toContain('give --key')

  const rows = Array.from({ length: 20_000 }, (_, i) => `${i},\u001b[31mx\n`)
  writeFileSync(folder.path('open.csv'), `id,n\n${rows.join('')}20000,"x\n`)
  const open = ['--table', 'open', '--key', 'id', ...rejects]
  const failed = await run(folder.path('open.csv'), ...open)
  expect(failed.code).toBe(2)
  expect(failed.stderr).toContain('  n   n string         \\u001b[31mx\n')
  expect(failed.stderr).toMatch(/\nfailed after \d+ rows\nerror: a quote in record 20001 of /)
  const failedAgain = await run(folder.path('open.csv'), ...open, '--restart', '--json')
  expect(eventsOf(failedAgain.stdout).at(-1)).toMatchObject({ event: 'failed', rejected: 0 })

  const output = folder.path('t.csv')
  const exported = await runCli(
    ['export', '--table', 't', '--output', output, '--json'],
    environment,
  )
  expect(eventsOf(exported.stdout).at(-1)).toMatchObject({ event: 'done', rows: 3 })
  expect(readFileSync(output, 'utf8')).toBe('id,n\n1,1\n2,2\n3,3\n')
  const some = [
    '--table',
    't',
    '--output',
    '-',
    '--format',
    'ndjson',
    '--where',
    'n>1',
    '--to',
    '[3]',
  ]
  const shown = await runCli(['export', ...some], environment)
  expect(shown).toMatchObject({ code: 0, stdout: '{"id":2,"n":2}\n' })
  const wrong = await runCli(['export', ...some, '--where', 'n~1'], environment)
  expect(wrong.code).toBe(2)
})
