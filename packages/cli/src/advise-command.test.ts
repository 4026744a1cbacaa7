import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

/** Card, seller and order number: many even cards, one seller with most rows, rising numbers. */
const ROWS = Array.from({ length: 4000 }, (_, nth) =>
  [(nth * 7919) % 1009, nth % 3 === 0 ? `s${nth % 7}` : 's0', 200_000 + nth].join(),
)
const CSV = `card,seller,order\n${ROWS.join('\n')}\n`

const adviceShape = z.object({
  candidates: z.array(
    z.object({ columns: z.array(z.string()), transform: z.string(), verdict: z.string() }),
  ),
})

const candidatesIn = (stdout: string): Map<string, string> =>
  new Map(
    adviceShape
      .parse(JSON.parse(stdout))
      .candidates.map(({ columns, transform, verdict }) => [
        `${transform} ${columns.join()}`,
        verdict,
      ]),
  )

test('a file is judged by its rows, with output as text and as JSON', async () => {
  writeFileSync(folder.path('orders.csv.gz'), gzipSync(CSV))
  const asJson = await runCli(['advise', folder.path('orders.csv.gz'), '--json'])
  expect(asJson.code).toBe(0)
  const verdicts = candidatesIn(asJson.stdout)
  expect(verdicts.get('none card')).toBe('good')
  expect(verdicts.get('none seller')).toBe('bad')
  expect(verdicts.get('none order')).toBe('bad')
  expect(verdicts.get('hash order')).toBe('good')
  expect(verdicts.get('splice card,order')).toBe('bad')

  const shown = await runCli(['advise', folder.path('orders.csv.gz'), '--rows-per-day', '1000000'])
  expect(shown.stdout).toMatch(/^4,000 rows of \d+ bytes, in the order of the file\n/)
  expect(shown.stdout).toMatch(/good {2}[█░]{20} +\d+ % {2}card\n/)
  expect(shown.stdout).toMatch(/the largest value has .* after 365 days/)

  writeFileSync(folder.path('orders.ndjson'), '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n')
  const some = await runCli(['advise', folder.path('orders.ndjson'), '--only', 'b', '--json'])
  expect([...candidatesIn(some.stdout).keys()]).toEqual(['none b', 'hash b'])
})

test('a live table is judged by its rows and its load', async () => {
  const server = await folder.serve('--access-key', 'me:secret')
  const environment = {
    ROWHOUSE_ENDPOINT: `http://127.0.0.1:${server.port}`,
    ROWHOUSE_INSTANCE: 'inst',
    ROWHOUSE_ACCESS_KEY: 'me:secret',
    ROWHOUSE_PROFILES: folder.path('profiles.json'),
    XDG_STATE_HOME: folder.path('state'),
  }
  writeFileSync(folder.path('live.csv'), CSV)
  const imported = await runCli(
    ['import', folder.path('live.csv'), '--table', 'live', '--key', 'card,order'],
    environment,
  )
  expect(imported.code).toBe(0)
  const advised = await runCli(
    ['advise', '--table', 'live', '--order', 'unknown', '--json'],
    environment,
  )
  expect(advised.code).toBe(0)
  const verdicts = candidatesIn(advised.stdout)
  expect(verdicts.get('none card')).toBe('good')
  expect(verdicts.get('none seller')).toBe('bad')

  const shown = await runCli(
    ['advise', '--table', 'live', '--only', 'card,seller', '--data', folder.path('data')],
    environment,
  )
  expect(shown.stdout).toMatch(/^4,000 rows of \d+ bytes, in the order of writing\n/)
  expect(shown.stdout).toMatch(/the table now: 1 partition, [\d,]+ units a second\n/)

  // The import has put rows, whose columns are all small.
  expect(shown.stdout).toMatch(/ {2}no column should move to a side table\n/)

  const both = await runCli(['advise', folder.path('live.csv'), '--table', 'live'], environment)
  expect(both).toMatchObject({ code: 2, stderr: 'error: give a file or --table, one of them\n' })
})

test('wrong use ends with 2', async () => {
  writeFileSync(folder.path('wrong.csv'), CSV)
  const wrong = async (...args: string[]) => {
    const { code, stderr } = await runCli(['advise', folder.path('wrong.csv'), ...args])
    return { code, stderr }
  }
  expect(await wrong('--order', 'x')).toEqual({ code: 2, stderr: 'error: there is no column x\n' })
  expect(await wrong('--only', 'x')).toMatchObject({ code: 2 })
  expect(await wrong('--splice', 'card')).toMatchObject({ code: 2 })
  expect(await wrong('--partitions', '0')).toMatchObject({ code: 2 })
  const many = { code: 2, stderr: 'error: partitions are at most 10000\n' }
  expect(await wrong('--partitions', '1000000000')).toEqual(many)
})

test('files without rows that can be read are told by one line', async () => {
  writeFileSync(folder.path('cut.ndjson'), '{"a":1')
  const advise = (...args: string[]) => runCli(['advise', ...args])
  const cut = await advise(folder.path('cut.ndjson'))
  expect(cut.code).toBe(2)
  expect(cut.stderr).toMatch(/^error: .*cut\.ndjson has no rows: 1 line cannot be read, .+\n$/)
  expect(await advise(folder.path('.'), '--format', 'csv')).toMatchObject({
    code: 2,
    stderr: `error: ${folder.path('.')} is a folder, not a file\n`,
  })
  const none = folder.path('none.csv')
  expect(await advise(none)).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: there is no file ${none}\n`,
  })
})
