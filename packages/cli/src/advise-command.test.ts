import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cliFolder } from './testing/cli-folder.js'
import { runCli } from './testing/run-cli.js'

const folder = cliFolder()

/** Card, seller and order number: many even cards, one seller with most of the rows, numbers that rise. */
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

test('a file is judged by its rows, for people and as JSON', async () => {
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

test('wrong use ends it with 2', async () => {
  writeFileSync(folder.path('wrong.csv'), CSV)
  const wrong = async (...args: string[]) => {
    const { code, stderr } = await runCli(['advise', folder.path('wrong.csv'), ...args])
    return { code, stderr }
  }
  expect(await wrong('--order', 'x')).toEqual({ code: 2, stderr: 'error: there is no column x\n' })
  expect(await wrong('--only', 'x')).toMatchObject({ code: 2 })
  expect(await wrong('--splice', 'card')).toMatchObject({ code: 2 })
  expect(await wrong('--partitions', '0')).toMatchObject({ code: 2 })
})
