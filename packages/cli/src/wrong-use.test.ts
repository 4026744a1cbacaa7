import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()
const path = folder.path
// Nobody listens there: what is wrong is told before the server is asked, unless it must know the table.
const NOWHERE = {
  ROWHOUSE_ENDPOINT: 'http://127.0.0.1:1',
  ROWHOUSE_INSTANCE: 'inst',
  ROWHOUSE_ACCESS_KEY: 'me:secret',
}

type Case = readonly [args: readonly string[], text: string]

beforeEach(() => {
  writeFileSync(path('a.csv'), 'id,n\n1,1\n2,2\n')
  writeFileSync(path('open.csv'), 'id,n\n1,1\n2,"2\n')
  writeFileSync(path('twice.csv'), 'id,id\n1,1\n')
  writeFileSync(path('gb.csv'), Buffer.from([0x69, 0x64, 0x0a, 0xc4, 0xe3, 0x0a]))
  writeFileSync(path('cut.gz'), Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]))
  writeFileSync(path('a.parquet'), 'no Parquet at all')
  writeFileSync(path('empty.csv'), '')
  mkdirSync(path('folder'))
})

/** Runs at most four at a time, since each is a process of its own. */
async function expectAll(cases: readonly Case[], code: number, environment: typeof NOWHERE) {
  const own = { ...environment, ROWHOUSE_PROFILES: path('p.json'), XDG_STATE_HOME: path('s') }
  const found: unknown[] = []
  for (let at = 0; at < cases.length; at += 4)
    found.push(
      ...(await Promise.all(
        cases.slice(at, at + 4).map(async ([args, text]) => {
          const ended = await runCli(args, own)
          const isOneLine = /^error: [^\n]+\n$/.test(ended.stderr) && ended.stderr.includes(text)
          return { args, code: ended.code, told: isOneLine ? text : ended.stderr }
        }),
      )),
    )
  expect(found).toEqual(cases.map(([args, told]) => ({ args, code, told })))
}

const importOf = (file: string, ...more: readonly string[]): string[] => [
  'import',
  path(file),
  '--table',
  't',
  '--key',
  'id',
  ...more,
]
const exportOf = (...more: readonly string[]): string[] => [
  'export',
  '--table',
  't',
  '--output',
  path('out.csv'),
  ...more,
]
const copyOf = (...more: readonly string[]): string[] => [
  'copy',
  '--table',
  't',
  '--to-endpoint',
  'http://127.0.0.1:2',
  '--to-instance',
  'u',
  '--to-access-key',
  'me:secret',
  ...more,
]

test('wrong use of any client command ends with 2 and one line, without a server', async () => {
  const cases: Case[] = [
    [['nonsense'], 'nonsense'],
    [['import', path('a.csv')], '--table'],
    [importOf('a.csv', '--nonsense'), '--nonsense'],
    [importOf('a.csv', '--map', '=x'), '--map =x'],
    [importOf('a.csv', '--map', 'n=n:number'), 'no type is called number'],
    [importOf('a.csv', '--splice', 'nonsense'), '--splice nonsense'],
    [importOf('a.csv', '--hash-prefix', 'nonsense'), '--hash-prefix nonsense'],
    [importOf('a.csv', '--order', 'random'), '--order'],
    [importOf('a.csv', '--concurrency', '0'), '--concurrency'],
    [importOf('none.csv'), 'there is no file'],
    [importOf('folder', '--format', 'csv'), 'is a folder'],
    [importOf('n*.csv'), 'no file matches'],
    [
      ['import', '-', path('a.csv'), '--table', 't', '--key', 'id', '--format', 'csv'],
      'standard input',
    ],
    [importOf('a.csv', '--endpoint', 'nonsense'), 'no http or https address'],
    [importOf('a.csv', '--access-key', 'nonsense'), 'not ID:SECRET'],
    [importOf('a.csv', '--access-key-file', path('none')), 'there is no file'],
    [importOf('a.csv', '--profile', 'nobody'), 'no profile nobody'],
    [exportOf('--from', 'nonsense'), 'no JSON array'],
    [exportOf('--where', 'n~1'), '--where n~1'],
    [exportOf('--delimiter', 'ab'), 'one character'],
    [exportOf('--delimiter', '"'), 'two characters'],
    [exportOf('--quote', ''), 'needs a quote'],
    [exportOf('--format', 'xml'), '--format'],
    [exportOf('--index', 'i', '--from', '["a"]'), 'a range or --index'],
    [exportOf('--output', path('none/out.csv')), 'there is no folder'],
    [exportOf('--output', path('folder')), 'format'],
    [copyOf('--from', 'nonsense'), 'no JSON array'],
    [copyOf('--side-table', 's'), '--side-columns'],
    [copyOf('--to-endpoint', 'http://localhost:1/', '--to-instance', 'inst'), 'the table itself'],
    [['copy', '--table', 't', '--to-instance', 'u'], '--to-endpoint is missing'],
    [['stat', path('none.csv')], 'there is no file'],
    [['stat', path('open.csv')], 'a quote in record 2 of'],
    [['stat', path('twice.csv')], 'two columns'],
    [['stat', path('gb.csv')], 'is not in utf-8'],
    [['stat', path('cut.gz'), '--format', 'csv'], 'damaged'],
    [['stat', path('a.parquet')], 'is no Parquet file'],
    [['stat', path('a.csv'), '--delimiter', 'ab'], 'one character'],
    [['stat', path('a.csv'), '--encoding', 'nonsense'], 'nonsense'],
    [['stat', path('a.txt')], 'there is no file'],
    [['advise', path('none.csv')], 'there is no file'],
    [['advise', path('empty.csv')], 'has no rows'],
    [['advise', path('a.csv'), '--table', 't'], 'one of them'],
    [['advise', path('a.csv'), '--only', 'x'], 'no column x'],
    [['config', '--endpoint', 'nonsense'], 'no http or https address'],
    [['config', '--access-key', 'nonsense'], 'not ID:SECRET'],
    [['seed', path('none.json')], 'there is no file'],
    [['rotate', 'plan', path('a.csv')], 'is no JSON'],
    [['rotate', 'apply'], 'FILE'],
    [['table', 'desc'], '--table'],
    [['table', 'create', '-t', 't', '-k', 'nonsense'], 'JSON'],
    [['search', 'query', '-t', 't'], '--'],
    [importOf('a.csv', '--time-zone', 'Mars'), 'Mars is no time zone'],
    [importOf('a.csv', '--map', 'n=n:time(MM)'), 'no yyyy'],
    [importOf('a.csv', '--rejects', path('none/r')), 'there is no folder'],
    [importOf('a.csv', '--rejects', path('a.csv')), 'which is imported'],
  ]
  await expectAll(cases, 2, NOWHERE)
})

test('options that the table or the file shows to be wrong end with 2, refusals with 3', async () => {
  const server = await folder.serve('--access-key', 'me:secret')
  const there = { ...NOWHERE, ROWHOUSE_ENDPOINT: `http://127.0.0.1:${server.port}` }
  expect((await runCli(importOf('a.csv'), there)).code).toBe(0)
  const wrong: Case[] = [
    [importOf('a.csv', '--delimiter', 'ab'), 'one character'],
    [importOf('a.csv', '--map', 'x=y'), 'which the file lacks'],
    [importOf('a.csv', '--key', 'n'), 'the key of t is id, not n'],
    [['row', 'scan', '-t', 't', '--limit', 'x'], 'no whole number'],
    [['row', 'put', '-t', 't', '--input', path('none.json')], 'there is no file'],
    [['import', path('a.csv'), '--table', 'new'], 'give --key'],
    [exportOf('--from', '["a"]'), 'must be an integer'],
    [exportOf('--from', '[2]', '--to', '[1]'), 'ends before it begins'],
    [['advise', '--table', 't', '--only', 'x'], 'no column x'],
  ]
  await expectAll(wrong, 2, there)
  const failed: Case[] = [
    [['export', '--table', 'none', '--output', path('o.csv')], 'there is no table none'],
    [['table', 'desc', '-t', 'none'], 'OTSObjectNotExist'],
    [['row', 'scan', '-t', 't', '--access-key', 'me:wrong'], 'OTSAuthFailed'],
    [['advise', '--table', 'none'], 'there is no table none'],
    [importOf('a.csv', '--instance', 'none'), 'OTS'],
  ]
  await expectAll(failed, 3, there)
})
