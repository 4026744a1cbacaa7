import { join } from 'node:path'
import type { MariadbSoftware } from '../mariadb/mariadb-software.js'
import { type MariadbServer, startMariadb } from '../mariadb/mariadb-server.js'
import {
  OF_CONSUMER,
  OF_PLATFORM,
  OF_SELLER,
  type OrderDatabase,
  createOrderDatabase,
} from '../mariadb/order-database.js'

export const CONSUMERS_DATABASE = 'orders_by_consumer'
export const SELLERS_DATABASE = 'orders_by_seller'

/** One server with a part of the orders by consumer and a part of their copy by seller. */
export interface Shard {
  readonly server: MariadbServer
  readonly byConsumer: OrderDatabase
  readonly bySeller: OrderDatabase
}

export async function startShard(
  software: MariadbSoftware,
  { scratch, number, bufferPoolMb }: { scratch: string; number: number; bufferPoolMb: number },
  steps: string[],
): Promise<Shard> {
  const name = `MariaDB ${number + 1}`
  const folder = join(scratch, `shard-${number}`)
  const server = await startMariadb(software, { name, folder, bufferPoolMb })
  steps.push(`set up and start ${name}`)
  const { socketPath } = server
  const byConsumer = await createOrderDatabase({
    socketPath,
    database: CONSUMERS_DATABASE,
    indexes: [OF_CONSUMER, ...OF_PLATFORM],
    isFollowed: true,
  })
  steps.push(`make the table by consumer with its indexes and its change table on ${name}`)
  const bySeller = await createOrderDatabase({
    socketPath,
    database: SELLERS_DATABASE,
    indexes: [OF_SELLER],
    isFollowed: false,
  })
  steps.push(`make the table by seller with its index on ${name}`)
  return { server, byConsumer, bySeller }
}

export async function stopShard({ server, byConsumer, bySeller }: Shard): Promise<void> {
  await byConsumer.close()
  await bySeller.close()
  await server.kill()
}
