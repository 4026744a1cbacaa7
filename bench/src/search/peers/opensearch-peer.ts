import { dirname, join } from 'node:path'
import { memoryOf } from '../../report/process-figures.js'
import type { SearchBenchOptions } from '../options.js'
import { OpenSearchClient } from './opensearch/opensearch-client.js'
import { loadOpenSearch, storedBytes } from './opensearch/opensearch-load.js'
import { type OpenSearchNode, startOpenSearch } from './opensearch/opensearch-node.js'
import {
  answersOfOpenSearch,
  measureOpenSearchQuery,
  pageThroughOpenSearch,
} from './opensearch/opensearch-search.js'
import { OPENSEARCH_VERSION, openSearchSoftware } from './opensearch/opensearch-software.js'
import type { PeerFigures, PeerQueryFigures } from './peer-figures.js'

/**
 * Measures a single node with the same orders and searches from the same load generator, or returns why
 * there is none. Its index is kept for the next run.
 */
export async function measureOpenSearch(
  options: SearchBenchOptions,
  pagedRows: number,
  tell: (text: string) => void,
): Promise<PeerFigures | string> {
  const software = openSearchSoftware(join(dirname(options.data), 'software'))
  if (typeof software === 'string') return software
  tell(`OpenSearch ${OPENSEARCH_VERSION} starts`)
  const folder = `${options.data}.opensearch`
  const node = await startOpenSearch(software, folder)
  try {
    return await measureNode(node, join(folder, 'load.json'), options, pagedRows, tell)
  } finally {
    await node.stop()
  }
}

async function measureNode(
  node: OpenSearchNode,
  statePath: string,
  options: SearchBenchOptions,
  pagedRows: number,
  tell: (text: string) => void,
): Promise<PeerFigures> {
  const { documents, workloads, skips } = options
  const client = new OpenSearchClient(node.endpoint)
  await client.call('GET', '/_cluster/health?wait_for_status=green&timeout=300s')
  const load = await loadOpenSearch(client, documents, statePath, tell)
  const answers = await answersOfOpenSearch(client, workloads)
  const queries: PeerQueryFigures[] = []
  for (const workload of skips.has('queries') ? [] : workloads) {
    for (const connections of options.connections) {
      const one = await measureOpenSearchQuery(node, workload, connections, options)
      tell(`OpenSearch, ${workload.title}, ${connections} clients: ${one.p50Ms.toFixed(2)} ms`)
      queries.push(one)
    }
  }
  const paging = []
  if (!skips.has('paging')) {
    paging.push(await pageThroughOpenSearch(client, 1_000, pagedRows, false))
    paging.push(await pageThroughOpenSearch(client, 100, pagedRows, true))
  }
  const { rssMb, peakMb } = memoryOf(node.pid)
  const bytesPerDocument = (await storedBytes(client)) / documents
  const memory = { rssMb, peakRssMb: peakMb }
  const version = OPENSEARCH_VERSION
  return {
    name: 'OpenSearch',
    version,
    load,
    bytesPerDocument,
    ...memory,
    queries,
    paging,
    answers,
  }
}
