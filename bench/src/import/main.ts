import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readOptions } from '../read-options.js'
import { positive } from '../options.js'
import { stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { cpuSecondsOf } from '../report/process-figures.js'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/rowhouse.cjs', import.meta.url))
const SAMPLE = fileURLToPath(
  new URL('../../../packages/demos/data/online-retail-sample.csv.gz', import.meta.url),
)
const ROWS_OF = ['--table', 'order_lines', '--key', 'InvoiceNo,line', '--number', 'line'] as const
/** The lines of the whole data set. */
const LINES = 541_909

/**
 * Measures `rowhouse import` of order lines into a server on disk, from the start of the process to its
 * end.
 */
async function main(): Promise<void> {
  const { values, positionals } = readOptions('bench:import', 'bench/import.md', (args) =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '3' },
        order: { type: 'string', default: 'auto' },
      },
    }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-import-'))
  try {
    const [given] = positionals
    const file = given === undefined ? repeatedSample(folder) : resolve(given)
    for (let round = 1; round <= positive('rounds', values.rounds); round++) {
      await measure(folder, file, values.order, round)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file with repetitions of the demos' sample. */
function repeatedSample(folder: string): string {
  const [header = '', ...lines] = gunzipSync(readFileSync(SAMPLE)).toString().trim().split('\n')
  const all = Array.from({ length: LINES }, (_, i) => lines[i % lines.length] ?? '')
  const file = join(folder, 'order-lines.csv.gz')
  writeFileSync(file, gzipSync(`${[header, ...all].join('\n')}\n`))
  return file
}

async function measure(folder: string, file: string, order: string, round: number): Promise<void> {
  const data = join(folder, `data-${round}`)
  const server = await startRowhouse({
    program: undefined,
    data,
    nodeArgs: [],
    serverArgs: [],
    cpuProfile: undefined,
  })
  try {
    const { instance, accessKeyId, accessKeySecret } = CREDENTIALS
    const { host, port } = server.endpoint
    const connection = ['--endpoint', `http://${host}:${port}`, '--instance', instance]
    const before = cpuSecondsOf(server.pid)?.all ?? 0
    const begin = performance.now()
    const output = execFileSync(
      process.execPath,
      [PROGRAM, 'import', file, ...ROWS_OF, '--order', order, '--restart', '--json', ...connection],
      {
        encoding: 'utf8',
        env: { ...process.env, ROWHOUSE_ACCESS_KEY: `${accessKeyId}:${accessKeySecret}` },
      },
    )
    const seconds = (performance.now() - begin) / 1000
    const result: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '')
    const served = (cpuSecondsOf(server.pid)?.all ?? 0) - before
    console.log(
      `round ${round}: ${seconds.toFixed(1)} s in all; processor s of the server ${served.toFixed(1)}`,
    )
    console.log(`  ${JSON.stringify(result)}`)
  } finally {
    await stopChildServer(server)
    rmSync(data, { recursive: true, force: true })
  }
}

await main()
