import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CREDENTIALS } from '../peers/credentials.js'
import { figure } from '../report/text-table.js'
import type { KeyPattern } from '../throttle/key-patterns.js'
import { createPatternTable, tableNameOf } from '../throttle/pattern-table.js'
import { markdownTable } from './markdown-table.js'
import { type PracticeServer, withPracticeServer } from './practice-server.js'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const PARTITIONS = 8
/** Write units a second of the throttled table: a row costs one. */
const RESERVED = 800
const THROTTLED_ROWS = 8_000
const FREE_ROWS = 100_000
/** Whatever else goes on makes a round slower, never faster. */
const FREE_ROUNDS = 3
const ORDERS = ['sorted', 'shuffled'] as const

/** `rowhouse import` of a file that is sorted by its key, in both orders. */
export async function measureImports(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-practices-'))
  try {
    const throttled = ['--ephemeral', '--throttle=partitions']
    const slow = await withPracticeServer(throttled, (server) =>
      ratesOf(server, folder, THROTTLED_ROWS, RESERVED, 1),
    )
    const free = await withPracticeServer([], (server) =>
      ratesOf(server, folder, FREE_ROWS, 0, FREE_ROUNDS),
    )
    const rows = ORDERS.map((order, nth) => [
      order,
      figure(slow[nth] ?? 0),
      `${(((slow[nth] ?? 0) / RESERVED) * 100).toFixed(0)} %`,
      figure(free[nth] ?? 0),
    ])
    const header = [
      'order',
      'rows/s, throttled',
      'of what is reserved',
      'rows/s, not throttled, on disk',
    ]
    return markdownTable(header, rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ratesOf(
  server: PracticeServer,
  folder: string,
  count: number,
  reservedWrites: number,
  rounds: number,
): Promise<number[]> {
  const file = join(folder, `${count}.csv`)
  const lines = Array.from({ length: count }, (_, nth) => `${keyOf(nth, count)},${nth},${DETAIL}`)
  writeFileSync(file, `key,order,detail\n${lines.join('\n')}\n`)
  const best = ORDERS.map(() => 0)
  for (let round = 0; round < rounds; round++) {
    for (const [nth, order] of ORDERS.entries()) {
      const pattern = patternOf(`${order}_${round}`, count)
      await createPatternTable(server.endpoint, pattern, { partitions: PARTITIONS, reservedWrites })
      const rate = await runImport(server, file, tableNameOf(pattern), order)
      best[nth] = Math.max(best[nth] ?? 0, rate)
    }
  }
  return best
}

const DETAIL = 'x'.repeat(200)

const keyOf = (nth: number, count: number): string =>
  String(Math.floor((nth * 1_000_000) / count)).padStart(7, '0')

const patternOf = (name: string, count: number): KeyPattern => ({
  name: `import_${name}`,
  description: name,
  keyOf: (nth) => keyOf(nth, count),
  splitAt: (part, parts) => keyOf((count * part) / parts, count),
})

async function runImport(
  { url }: PracticeServer,
  file: string,
  table: string,
  order: string,
): Promise<number> {
  const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
  const connection = ['--endpoint', url, '--instance', instance]
  const key = ['--access-key', `${accessKeyId}:${accessKeySecret}`, '--key', 'key,order']
  // Keys are text, though they look like numbers.
  const how = ['--table', table, '--map', 'key=key:string', '--order', order, '--restart', '--json']
  const args = [PROGRAM, 'import', file, ...connection, ...key, ...how]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })
  for (const line of stdout.trim().split('\n')) {
    const rate = /"event":"done".*"rate":(\d+)/.exec(line)?.[1]
    if (rate !== undefined) return Number(rate)
  }
  throw new Error(`the import told no rate:\n${stdout}`)
}
