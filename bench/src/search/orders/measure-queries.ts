import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { LatencyHistogram } from '../../load/latency-histogram.js'
import { seededRandom } from '../../rows/random.js'
import type { ManualQuery } from '../queries/manual-queries.js'
import { ALL_COLUMNS, type OrderServer, ServerAnswerError } from '../server/order-server.js'

export interface QueryFigures {
  readonly name: string
  /** Undefined when it was refused. */
  readonly firstMs: number | undefined
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly meanTotal: number
  /** Runs that timed out or were refused as busy; they are not in the other figures. */
  readonly errors: number
}

/**
 * Measures every query a number of times. The figures of an interrupted run are kept in the file until all
 * queries are measured.
 */
export async function measureQueries(
  server: Pick<OrderServer, 'search'>,
  queries: readonly ManualQuery[],
  runs: number,
  statePath: string,
  tell: (text: string) => void,
): Promise<readonly QueryFigures[]> {
  const figures = readFigures(statePath, runs)
  for (const query of queries) {
    if (figures.some(({ name }) => name === query.name)) continue
    tell(query.name)
    figures.push(await measureQuery(server, query, runs))
    writeFileSync(statePath, `${JSON.stringify({ runs, figures }, undefined, 2)}\n`)
  }
  rmSync(statePath, { force: true })
  return figures
}

/** The first run has its own figure, because none of the index may be in memory. */
async function measureQuery(
  server: Pick<OrderServer, 'search'>,
  { name, make }: ManualQuery,
  runs: number,
): Promise<QueryFigures> {
  const random = seededRandom(11)
  const histogram = new LatencyHistogram()
  let firstMs: number | undefined
  let [total, answered, errors] = [0, 0, 0]
  for (let run = 0; run <= runs; run += 1) {
    const query = make(random)
    const startedAt = performance.now()
    try {
      const reply = await server.search(query, ALL_COLUMNS)
      total += Math.max(0, reply.totalHits)
    } catch (error) {
      if (!(error instanceof ServerAnswerError)) throw error
      errors += 1
      continue
    }
    const ms = performance.now() - startedAt
    answered += 1
    if (run === 0) firstMs = ms
    else histogram.record(ms)
  }
  const { p50Ms, p95Ms, p99Ms } = histogram.summary()
  return { name, firstMs, p50Ms, p95Ms, p99Ms, meanTotal: total / Math.max(1, answered), errors }
}

function readFigures(path: string, runs: number): QueryFigures[] {
  const state: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  return isState(state) && state.runs === runs ? [...state.figures] : []
}

interface QueryState {
  readonly runs: number
  readonly figures: readonly QueryFigures[]
}

function isState(value: unknown): value is QueryState {
  if (typeof value !== 'object' || value === null) return false
  return 'runs' in value && 'figures' in value && Array.isArray(value.figures)
}
