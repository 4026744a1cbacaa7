import { WorkerProcess } from '../../peers/worker-process.js'
import { orderMaker } from '../documents/order.js'
import type { WriteJob } from '../ingest/write-orders.js'
import type { SearchWorkerFigures, SearchWorkerJob } from '../search-worker.js'
import { type FreshnessFigures, measureFreshness } from './freshness.js'
import type { SearchLoadFigures, SearchLoadJob, SearchStream } from './search-load.js'

export type SearchWorker = WorkerProcess<SearchWorkerJob, SearchWorkerFigures>

export function startSearchWorker(): SearchWorker {
  return new WorkerProcess('search/search-worker.js')
}

export interface MixedRunFigures {
  readonly rowsPerSecondWanted: number
  readonly rowsPerSecond: number
  readonly searchesPerSecond: number
  readonly searchP50Ms: number
  readonly searchP99Ms: number
  readonly getRowAloneP99Ms: number
  readonly getRowP99Ms: number
  readonly freshness: FreshnessFigures
  readonly errors: Readonly<Record<string, number>>
}

const ROWS_PER_SECOND = 5_000
const ROWS_PER_BATCH = 50
const WRITERS = 4
const SEARCHERS = 8
const UPDATE_SHARE = 0.1
/** GetRow has few requests, so that it is not the load that it measures. */
const GET_ROW: SearchStream = { workload: 'get-row', connections: 2, pauseMs: 5 }

/** Runs writes, searches of every kind, GetRow and the freshness probes at once. */
export async function measureMixedRun(
  job: Omit<SearchLoadJob, 'streams'>,
  searcher: SearchWorker,
): Promise<MixedRunFigures> {
  const alone = await searcher.run({ kind: 'search', job: { ...job, streams: [GET_ROW] } })
  const writer = startSearchWorker()
  let isOver = false
  try {
    const write: WriteJob = {
      endpoint: job.endpoint,
      tableName: job.tableName,
      documents: job.documents,
      from: job.documents,
      writes: Number.MAX_SAFE_INTEGER,
      updateShare: UPDATE_SHARE,
      rowsPerBatch: ROWS_PER_BATCH,
      connections: WRITERS,
      rowsPerSecond: ROWS_PER_SECOND,
    }
    const writing = writer.run({ kind: 'write', job: write })
    const fresh = measureFreshness(job.endpoint, job.tableName, orderMaker(job), () => isOver)
    const searches: SearchStream = { workload: 'all', connections: SEARCHERS, pauseMs: 0 }
    const beside = await Promise.race([
      searcher.run({ kind: 'search', job: { ...job, streams: [searches, GET_ROW] } }),
      // Neither ends by itself: an end is a failure.
      endedEarly(writing, 'writer'),
      endedEarly(fresh, 'measuring of freshness'),
    ])
    isOver = true
    writer.stopJob()
    return mixedFigures(figuresOf(alone), figuresOf(beside), await writing, await fresh)
  } finally {
    isOver = true
    writer.close()
  }
}

async function endedEarly(work: Promise<unknown>, name: string): Promise<never> {
  await work
  throw new Error(`The ${name} ended early`)
}

function figuresOf(figures: SearchWorkerFigures): SearchLoadFigures {
  if (!('streams' in figures)) throw new Error('The worker answered with other figures')
  return figures
}

function mixedFigures(
  alone: SearchLoadFigures,
  beside: SearchLoadFigures,
  written: SearchWorkerFigures,
  freshness: FreshnessFigures,
): MixedRunFigures {
  const [getRowAlone] = alone.streams
  const [searches, getRow] = beside.streams
  if (getRowAlone === undefined || searches === undefined || getRow === undefined) {
    throw new Error('The worker answered without figures')
  }
  if (!('rows' in written)) throw new Error('The worker answered with other figures')
  return {
    rowsPerSecondWanted: ROWS_PER_SECOND,
    rowsPerSecond: written.rows / written.seconds,
    searchesPerSecond: searches.requestsPerSecond,
    searchP50Ms: searches.latency.p50Ms,
    searchP99Ms: searches.latency.p99Ms,
    getRowAloneP99Ms: getRowAlone.latency.p99Ms,
    getRowP99Ms: getRow.latency.p99Ms,
    freshness,
    errors: searches.errors,
  }
}
