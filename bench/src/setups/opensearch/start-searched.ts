import { join } from 'node:path'
import { OpenSearchClient, numberAt } from '../../search/peers/opensearch/opensearch-client.js'
import {
  type OpenSearchNode,
  startOpenSearch,
} from '../../search/peers/opensearch/opensearch-node.js'
import { openSearchSoftware } from '../../search/peers/opensearch/opensearch-software.js'
import { ADD_COLUMN, NEW_COLUMN } from '../mariadb/add-column.js'
import { mariadbDesk } from '../mariadb/mariadb-desk.js'
import { mariadbSoftware } from '../mariadb/mariadb-software.js'
import { OF_CONSUMER, OF_SELLER } from '../mariadb/order-database.js'
import { type Master, startMaster } from '../mariadb/start-master.js'
import type { StoredOrder } from '../questions/stored-order.js'
import type { Setup, SetupContext } from '../setup.js'
import { startSyncJob, waitUntilCopied } from '../sync/start-sync-job.js'
import type { SyncPlan } from '../sync/sync-plan.js'
import { ORDERS, ORDERS_BODY } from './order-documents.js'
import { searchDesk } from './search-desk.js'

/** MariaDB for what is found by its key, and OpenSearch, which a sync job keeps, for everything else. */
export async function startSearched(context: SetupContext): Promise<Setup | string> {
  const software = mariadbSoftware(context.software)
  if (typeof software === 'string') return software
  const found = openSearchSoftware(context.software)
  if (typeof found === 'string') return found
  const bufferPoolMb = Math.floor(context.cacheMb / 2)
  const master = await startMaster(software, { ...context, bufferPoolMb }, [OF_CONSUMER, OF_SELLER])
  const heap = `${Math.ceil(context.cacheMb / 2)}m`
  const node = await startOpenSearch(found, join(context.scratch, 'opensearch'), heap)
  const client = new OpenSearchClient(node.endpoint)
  await client.call('GET', '/_cluster/health?wait_for_status=green&timeout=300s')
  await client.call('PUT', `/${ORDERS}`, ORDERS_BODY)
  return setupOf(master, node, client)
}

async function setupOf(
  master: Master,
  node: OpenSearchNode,
  client: OpenSearchClient,
): Promise<Setup> {
  const plan: SyncPlan = {
    sources: [master.source],
    target: { kind: 'index', ...node.endpoint },
  }
  let job = await startSyncJob(plan)
  const settle = async (): Promise<void> => {
    await waitUntilCopied([master.orders], job)
    await client.call('POST', `/${ORDERS}/_refresh`)
  }
  return {
    steps: STEPS,
    desk: { ...mariadbDesk(master.orders), ...searchDesk(client) },
    processes: () => [master.server, { name: 'OpenSearch', pid: node.pid }, job],
    insert: master.orders.insert,
    settle,
    missing: (orders) => missing(client, orders),
    interruption: {
      of: 'the sync job',
      kill: () => job.kill(),
      restart: async () => {
        job = await startSyncJob(plan)
      },
      takesWrites: true,
    },
    addColumn: async () => {
      const properties = { [NEW_COLUMN]: { type: 'keyword' } }
      await client.call('PUT', `/${ORDERS}/_mapping`, { properties })
      await master.orders.query(ADD_COLUMN)
    },
    columnSteps: ['ALTER TABLE', 'PUT _mapping', 'change the sync job'],
    grow: () => Promise.resolve({ what: GROWTH }),
    stop: async () => {
      await job.kill()
      await node.stop()
      await master.stop()
    },
  }
}

const STEPS = [
  'install MariaDB',
  'set up and start MariaDB',
  'make the table with its indexes and its change table',
  'install Java',
  'install OpenSearch',
  'configure and start OpenSearch',
  'make the index with its mapping',
  'write and start the sync job',
]

const GROWTH =
  'further nodes for OpenSearch, whose shards were counted at the start; MariaDB has to be sharded'

async function missing(client: OpenSearchClient, orders: readonly StoredOrder[]): Promise<number> {
  await client.call('POST', `/${ORDERS}/_refresh`)
  const query = { terms: { oId: orders.map(({ oId }) => oId) } }
  const found = await client.call('POST', `/${ORDERS}/_count`, { query })
  return orders.length - numberAt(found, 'count')
}
