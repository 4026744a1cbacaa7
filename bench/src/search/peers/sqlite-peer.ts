import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OrderMaker, orderMaker } from '../documents/order.js'
import { orderKey } from '../documents/order-row.js'

/** What Python's sqlite3 carries: rows, B-trees, FTS5 and R*Tree in one file. */
export interface PeerFigures {
  readonly version: string
  readonly loadRowsPerSecond: number
  readonly bytesPerRow: number
  readonly queries: readonly PeerQueryFigures[]
}

export interface PeerQueryFigures {
  readonly name: string
  readonly p50Ms: number
  readonly p99Ms: number
  readonly perSecond: number
}

/** Python runs the source as it stands: the build copies only JavaScript. */
const PROGRAM = fileURLToPath(new URL('../../../src/search/peers/sqlite-peer.py', import.meta.url))
const ROWS_PER_WRITE = 1_000

/** Undefined without a Python whose SQLite has FTS5. */
export function sqliteVersion(): string | undefined {
  try {
    return execFileSync('python3', [PROGRAM, '--version'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** Loads the same orders into a file of its own, and runs the same kinds of query in its process. */
export async function measureSqlite(
  folder: string,
  documents: number,
  secondsPerQuery: number,
): Promise<PeerFigures> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const args = [PROGRAM, join(folder, 'orders.sqlite'), String(documents), String(secondsPerQuery)]
  const child = spawn('python3', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const make = orderMaker({ documents })
  for (let from = 0; from < documents; from += ROWS_PER_WRITE) {
    const text = linesOf(make, from, Math.min(documents, from + ROWS_PER_WRITE))
    if (!child.stdin.write(text)) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  const code = await exited
  if (code !== 0) throw new Error(`The SQLite peer ended with ${String(code)}`)
  const figures: unknown = JSON.parse(output)
  if (!isFigures(figures)) throw new Error(`The SQLite peer answered ${output.slice(0, 200)}`)
  return figures
}

function linesOf(make: OrderMaker, from: number, to: number): string {
  let text = ''
  for (let number = from; number < to; number += 1) {
    const { number: _number, ...order } = make(number, 0)
    text += `${JSON.stringify({ id: orderKey(number), ...order })}\n`
  }
  return text
}

function isFigures(value: unknown): value is PeerFigures {
  if (typeof value !== 'object' || value === null) return false
  return 'queries' in value && Array.isArray(value.queries) && 'version' in value
}
