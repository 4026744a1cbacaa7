import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { PeerLoadFigures } from '../peer-figures.js'
import { type OrderMaker, orderMaker } from '../../documents/order.js'
import { at, numberAt, type OpenSearchClient } from './opensearch-client.js'
import { bulkLines, INDEX, INDEX_BODY } from './opensearch-index.js'

const DOCUMENTS_PER_BULK = 2_000
const BULKS_AT_ONCE = 4
/** Progress is saved after so many documents, which an interruption costs at most. */
const DOCUMENTS_PER_STEP = 200_000
const POLL_MS = 500

interface LoadState {
  readonly documents: number
  readonly loaded: number
  readonly seconds: number
}

/**
 * Loads all orders, from where an earlier run has stopped, and waits for the node's merges, which belong to
 * loading.
 */
export async function loadOpenSearch(
  client: OpenSearchClient,
  documents: number,
  statePath: string,
  tell: (text: string) => void,
): Promise<PeerLoadFigures> {
  let state = readState(statePath, documents)
  if (!(await client.exists(`/${INDEX}`))) {
    await client.call('PUT', `/${INDEX}`, INDEX_BODY)
    state = { documents, loaded: 0, seconds: 0 }
  }
  const make = orderMaker({ documents })
  while (state.loaded < documents) {
    const to = Math.min(documents, state.loaded + DOCUMENTS_PER_STEP)
    const startedAt = performance.now()
    await sendOrders(client, make, state.loaded, to)
    if (to === documents) await settle(client)
    const seconds = (performance.now() - startedAt) / 1000
    tell(`OpenSearch: ${to} of ${documents}, ${Math.round((to - state.loaded) / seconds)}/s`)
    state = { documents, loaded: to, seconds: state.seconds + seconds }
    writeFileSync(statePath, `${JSON.stringify(state)}\n`)
  }
  await settle(client)
  const count = numberAt(await client.call('GET', `/${INDEX}/_count`), 'count')
  if (count !== documents) throw new Error(`OpenSearch has ${count} orders of ${documents}`)
  return { seconds: state.seconds, documentsPerSecond: documents / state.seconds }
}

async function sendOrders(
  client: OpenSearchClient,
  make: OrderMaker,
  from: number,
  to: number,
): Promise<void> {
  let next = from
  const sender = async (): Promise<void> => {
    while (next < to) {
      const first = next
      next = Math.min(to, first + DOCUMENTS_PER_BULK)
      let lines = ''
      for (let number = first; number < next; number += 1) lines += bulkLines(make(number, 0))
      const reply = await client.call('POST', `/${INDEX}/_bulk`, lines)
      if (at(reply, 'errors') !== false) {
        throw new Error(`OpenSearch refused orders: ${JSON.stringify(reply).slice(0, 300)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: BULKS_AT_ONCE }, sender))
}

/** Does what a user does after loading: refreshes, and waits for the merges in progress. */
async function settle(client: OpenSearchClient): Promise<void> {
  await client.call('POST', `/${INDEX}/_refresh`)
  while (true) {
    const stats = await client.call('GET', `/${INDEX}/_stats/merge`)
    if (numberAt(stats, '_all', 'total', 'merges', 'current') === 0) return
    await delay(POLL_MS)
  }
}

export async function storedBytes(client: OpenSearchClient): Promise<number> {
  await client.call('POST', `/${INDEX}/_flush`)
  const stats = await client.call('GET', `/${INDEX}/_stats/store`)
  return numberAt(stats, '_all', 'total', 'store', 'size_in_bytes')
}

function readState(path: string, documents: number): LoadState {
  const state: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  if (state === undefined) return { documents, loaded: 0, seconds: 0 }
  if (numberAt(state, 'documents') !== documents) {
    throw new Error(
      `${path} is of ${String(at(state, 'documents'))} documents; name another --data`,
    )
  }
  return { documents, loaded: numberAt(state, 'loaded'), seconds: numberAt(state, 'seconds') }
}
