import { expectDefined } from '@rowhouse/platform'
import { OpenSearchClient } from '../../search/peers/opensearch/opensearch-client.js'
import { putHistory } from '../hbase/order-history.js'
import { HbaseClient } from '../hbase/hbase-client.js'
import { openOrderDatabase } from '../mariadb/order-database.js'
import { indexOrders } from '../opensearch/order-documents.js'
import type { StoredOrder } from '../questions/stored-order.js'
import { SELLERS_DATABASE } from '../sharded/shard.js'
import { groupByShard } from '../sharded/slots.js'
import type { SyncTarget } from './sync-plan.js'

type PutOrders = (orders: readonly StoredOrder[]) => Promise<void>

/** Puts orders where the plan says; an order that is put again changes nothing. */
export function openSyncTarget(target: SyncTarget): PutOrders {
  if (target.kind === 'history') {
    const client = new HbaseClient(target.url)
    return (orders) => putHistory(client, orders)
  }
  if (target.kind === 'index') {
    const client = new OpenSearchClient(target)
    return (orders) => indexOrders(client, orders)
  }
  const { slots, socketPaths } = target
  const databases = socketPaths.map((socketPath) =>
    openOrderDatabase({ socketPath, database: SELLERS_DATABASE, isFollowed: false }),
  )
  return async (orders) => {
    const groups = groupByShard(orders, slots, ({ sId }) => sId ?? '')
    await Promise.all(
      [...groups].map(([shard, group]) =>
        expectDefined(databases[shard], `there is shard ${shard}`).insert(group),
      ),
    )
  }
}
