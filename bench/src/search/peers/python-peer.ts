import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { guardProcess } from '../../peers/process-guard.js'
import { seededRandom } from '../../rows/random.js'
import { type OrderMaker, orderMaker } from '../documents/order.js'
import { orderKey } from '../documents/order-row.js'
import type { Part, SearchBenchOptions } from '../options.js'
import { ANSWER_SEED, COMPARED } from '../queries/search-answers.js'
import type { PeerFigures } from './peer-figures.js'
import { searchArguments } from './search-arguments.js'

/** A database with a Python package, driven by a program beside this file. */
export interface PythonPeer {
  readonly name: PeerFigures['name']
  readonly skip: Part
  /** Why it is left out when its program cannot print a version. */
  readonly missing: string
}

export const SQLITE: PythonPeer = {
  name: 'SQLite',
  skip: 'sqlite',
  missing: 'there is no Python here whose sqlite3 has FTS5 and R*Trees',
}

export const DUCKDB: PythonPeer = {
  name: 'DuckDB',
  skip: 'duckdb',
  missing: 'there is no Python here that has its package',
}

/** Python runs the source files, because the build copies only JavaScript. */
const PROGRAMS = new URL('../../../src/search/peers/', import.meta.url)
const ROWS_PER_WRITE = 1_000

/**
 * Measures the same orders in the peer's own file, which is kept for the next run, and the same searches in
 * the peer's process, or returns why the peer is missing.
 */
export async function measurePythonPeer(
  { name, missing }: PythonPeer,
  options: SearchBenchOptions,
  pagedRows: number,
  tell: (text: string) => void,
): Promise<PeerFigures | string> {
  const program = fileURLToPath(new URL(`${name.toLowerCase()}-peer.py`, PROGRAMS))
  const version = versionOf(program)
  if (version === undefined) return missing
  tell(`${name} ${version}`)
  const folder = `${options.data}.${name.toLowerCase()}`
  mkdirSync(folder, { recursive: true })
  const job = join(folder, 'job.json')
  writeFileSync(job, JSON.stringify(jobOf(options, pagedRows)))
  const child = spawn('python3', [program, join(folder, 'orders.db'), job], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Temporary files of sorts go beside the database, because the default folder may be small.
    env: { ...process.env, SQLITE_TMPDIR: folder },
  })
  const guard = guardProcess(child, 'SIGKILL')
  try {
    const exited = new Promise<number | NodeJS.Signals | null>((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? signal))
      child.once('error', () => resolve(null))
    })
    // An early end is reported by the exit.
    child.stdin.on('error', () => undefined)
    let figures: unknown
    for await (const line of createInterface({ input: child.stdout })) {
      const message: unknown = JSON.parse(line)
      if (isFigures(message)) figures = message
      else await sendOrders(child.stdin, exited, options.documents, firstWanted(message))
    }
    const end = await exited
    if (end === 0 && isFigures(figures)) return figures
    throw new Error(`it ended with ${end ?? 'nothing said'}`)
  } finally {
    child.kill('SIGKILL')
    guard.release()
  }
}

function versionOf(program: string): string | undefined {
  try {
    const quiet = { encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('python3', [program, '--version'], quiet).trim()
  } catch {
    return undefined
  }
}

function jobOf(options: SearchBenchOptions, pagedRows: number) {
  const { documents, seconds, connections } = options
  const workloads = options.skips.has('queries') ? [] : options.workloads
  const searches = workloads.map(({ name, make, poolRequests }) => {
    const random = seededRandom(ANSWER_SEED)
    const drawn = Array.from({ length: poolRequests }, () => searchArguments(make(random)))
    return { name, arguments: drawn }
  })
  return { documents, seconds, connections, pagedRows, compared: COMPARED, searches }
}

async function sendOrders(
  stdin: Writable,
  exited: Promise<unknown>,
  documents: number,
  first: number,
): Promise<void> {
  const make = orderMaker({ documents })
  for (let from = first; from < documents && stdin.writable; from += ROWS_PER_WRITE) {
    const text = linesOf(make, from, Math.min(documents, from + ROWS_PER_WRITE))
    if (stdin.write(text)) continue
    await Promise.race([once(stdin, 'drain').catch(() => undefined), exited])
  }
  stdin.end()
}

/** One object per line, in the order of the table's columns. */
function linesOf(make: OrderMaker, from: number, to: number): string {
  let text = ''
  for (let number = from; number < to; number += 1) {
    const order = make(number, 0)
    const { customer, seller, category, sku, status, amount, rating, createdAt, title } = order
    const { latitude, longitude, tags } = order
    const keywords = { number, id: orderKey(number), customer, seller, category, sku, status }
    const values = { amount, rating, createdAt, title, latitude, longitude, tags }
    text += `${JSON.stringify({ ...keywords, ...values })}\n`
  }
  return text
}

function firstWanted(message: unknown): number {
  if (typeof message === 'object' && message !== null && 'from' in message) {
    if (typeof message.from === 'number') return message.from
  }
  throw new Error(`it said ${JSON.stringify(message).slice(0, 200)}`)
}

function isFigures(value: unknown): value is PeerFigures {
  if (typeof value !== 'object' || value === null) return false
  return 'queries' in value && Array.isArray(value.queries) && 'version' in value
}
