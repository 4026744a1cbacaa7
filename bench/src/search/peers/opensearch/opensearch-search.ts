import type { SearchQuery } from '@rowhouse/protocol'
import { RequestPool } from '../../../load/request-pool.js'
import { runLoad } from '../../../load/run-load.js'
import type { ChildServer } from '../../../peers/child-server.js'
import { cpuSecondsOf } from '../../../report/process-figures.js'
import { seededRandom } from '../../../rows/random.js'
import { httpRequest } from '../../../workloads/http-request.js'
import { pagedSearch, type SearchWorkload } from '../../queries/search-workloads.js'
import {
  type AnswerGroup,
  ANSWER_SEED,
  collectAnswers,
  inOrderOfKeys,
  plainSortField,
  type SearchAnswer,
  type SearchAnswers,
} from '../../queries/search-answers.js'
import type { PeerPagingFigures, PeerQueryFigures } from '../peer-figures.js'
import { at, listAt, numberAt, type OpenSearchClient } from './opensearch-client.js'
import { INDEX } from './opensearch-index.js'
import { openSearchBody } from './opensearch-query.js'

/** Without its cache of whole replies, which would answer repeated searches. */
const SEARCH_PATH = `/${INDEX}/_search?request_cache=false`
/** The same time for which pages of Rowhouse are followed. */
const PAGING_SECONDS_MAX = 60
const POOL_BYTES_MAX = 64 * 1024 * 1024

interface LoadTimes {
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** Measures with the same load generator and the same searches in the same order as for Rowhouse. */
export async function measureOpenSearchQuery(
  { endpoint, pid }: Pick<ChildServer, 'endpoint' | 'pid'>,
  workload: SearchWorkload,
  connections: number,
  times: LoadTimes,
): Promise<PeerQueryFigures> {
  const random = seededRandom(ANSWER_SEED)
  const headers = {
    host: `${endpoint.host}:${endpoint.port}`,
    'content-type': 'application/json',
  }
  const make = (): Buffer => {
    const body = JSON.stringify(openSearchBody(workload.make(random)))
    return httpRequest(SEARCH_PATH, headers, Buffer.from(body))
  }
  const stream = {
    name: workload.name,
    requests: RequestPool.fill(workload.poolRequests, POOL_BYTES_MAX, make),
    connections,
    rowsOf: () => 1,
    warmUpRequests: 1,
    pauseMs: 0,
  }
  const stop = new Promise<void>(() => undefined)
  const before = cpuSecondsOf(pid)
  const [figures] = await runLoad(endpoint, [stream], { ...times, stop })
  if (figures === undefined) throw new Error('A load came back without figures')
  const failed = Object.keys(figures.errors)
  if (failed.length > 0) {
    throw new Error(`OpenSearch answered ${workload.name} with ${failed.join(', ')}`)
  }
  const after = cpuSecondsOf(pid)
  const { p50Ms, p99Ms } = figures.latency
  return {
    name: workload.name,
    connections,
    perSecond: figures.requestsPerSecond,
    p50Ms,
    p99Ms,
    cpuMs: before && after && ((after.all - before.all) * 1000) / Math.max(1, figures.replies),
  }
}

export const answersOfOpenSearch = (
  client: OpenSearchClient,
  workloads: readonly SearchWorkload[],
): Promise<SearchAnswers> =>
  collectAnswers(workloads, async (query) =>
    answerOf(query, await client.call('POST', SEARCH_PATH, openSearchBody(query))),
  )

function answerOf(query: SearchQuery, reply: unknown): SearchAnswer {
  const hits = listAt(reply, 'hits', 'hits')
  return {
    total: numberAt(reply, 'hits', 'total', 'value'),
    groups: inOrderOfKeys(
      query.groupBys.flatMap(({ name }) =>
        listAt(reply, 'aggregations', name, 'buckets').map(groupOf),
      ),
    ),
    sortValues:
      plainSortField(query) === undefined ? [] : hits.map((hit) => numberAt(hit, 'sort', 0)),
  }
}

function groupOf(bucket: unknown): AnswerGroup {
  return [
    String(at(bucket, 'key')),
    numberAt(bucket, 'doc_count'),
    numberAt(bucket, 'sum', 'value'),
  ]
}

/** Pages with search_after, as its manual advises for more than 10,000 hits. */
export async function pageThroughOpenSearch(
  client: OpenSearchClient,
  rowsPerPage: number,
  rowsMax: number,
  isWhole: boolean,
): Promise<PeerPagingFigures> {
  const { query } = openSearchBody(pagedSearch(rowsPerPage, undefined))
  const sort = [{ createdAt: 'asc' }, { id: 'asc' }]
  const page = { query, sort, size: rowsPerPage, track_total_hits: false, _source: isWhole }
  const startedAt = performance.now()
  let rows = 0
  let behind: unknown
  do {
    const body = behind === undefined ? page : { ...page, search_after: behind }
    const hits = listAt(await client.call('POST', SEARCH_PATH, body), 'hits', 'hits')
    rows += hits.length
    behind = at(hits.at(-1), 'sort')
    if (performance.now() - startedAt > PAGING_SECONDS_MAX * 1000) break
  } while (behind !== undefined && rows < rowsMax)
  return { rowsPerPage, rows, seconds: (performance.now() - startedAt) / 1000 }
}
