import { getRow, search } from '@rowhouse/protocol'
import type { Endpoint } from '../../load/connection.js'
import { RequestPool } from '../../load/request-pool.js'
import { type LoadStream, runLoad, type StreamFigures } from '../../load/run-load.js'
import { seededRandom } from '../../rows/random.js'
import { type RequestSigner, requestSigner } from '../../workloads/signed-request.js'
import { orderRowRequest } from '../documents/order-row.js'
import {
  SEARCH_WORKLOADS,
  type SearchWorkloadName,
  searchWorkloadNamed,
} from '../queries/search-workloads.js'
import { ALL_COLUMNS, searchRequest } from '../server/order-server.js'

const POOL_BYTES_MAX = 64 * 1024 * 1024
const GET_ROW_REQUESTS = 20_000

export interface SearchLoadJob {
  readonly endpoint: Endpoint
  readonly tableName: string
  readonly documents: number
  readonly warmUpSeconds: number
  readonly seconds: number
  readonly seed: number
  readonly streams: readonly SearchStream[]
}

export interface SearchStream {
  /** `all` are the searches of every kind in turn. */
  readonly workload: SearchWorkloadName | 'all' | 'get-row'
  readonly connections: number
  readonly pauseMs: number
}

export interface SearchLoadFigures {
  readonly streams: readonly StreamFigures[]
}

/** Runs the streams of a job at once, with requests that were encoded and signed in advance. */
export async function runSearchLoad(
  job: SearchLoadJob,
  stop: Promise<void>,
): Promise<SearchLoadFigures> {
  const streams = job.streams.map((stream, index) => streamOf(job, stream, job.seed + index))
  const { warmUpSeconds, seconds } = job
  return { streams: await runLoad(job.endpoint, streams, { warmUpSeconds, seconds, stop }) }
}

function streamOf(job: SearchLoadJob, stream: SearchStream, seed: number): LoadStream {
  const { host, port } = job.endpoint
  const sign = requestSigner(`${host}:${port}`)
  const { requests, make } = requestsOf(job, stream, seed, sign)
  return {
    name: stream.workload,
    requests: RequestPool.fill(requests, POOL_BYTES_MAX, make),
    connections: stream.connections,
    rowsOf: () => 1,
    warmUpRequests: 1,
    pauseMs: stream.pauseMs,
  }
}

interface Requests {
  readonly requests: number
  readonly make: (index: number) => Buffer
}

function requestsOf(
  job: SearchLoadJob,
  { workload }: SearchStream,
  seed: number,
  sign: RequestSigner,
): Requests {
  const random = seededRandom(seed)
  const { tableName, documents } = job
  if (workload === 'get-row') {
    const make = (): Buffer => {
      const number = Math.floor(random() * documents)
      return sign(getRow.name, getRow.encodeRequest(orderRowRequest(tableName, number)))
    }
    return { requests: GET_ROW_REQUESTS, make }
  }
  const kinds = workload === 'all' ? SEARCH_WORKLOADS : [searchWorkloadNamed(workload)]
  const make = (index: number): Buffer => {
    const query = kinds[index % kinds.length]?.make(random)
    if (query === undefined) throw new Error('No kind of search')
    return sign(search.name, search.encodeRequest(searchRequest(tableName, query, ALL_COLUMNS)))
  }
  const requests = Math.max(...kinds.map((kind) => kind.poolRequests))
  return { requests: workload === 'all' ? requests - (requests % kinds.length) : requests, make }
}
