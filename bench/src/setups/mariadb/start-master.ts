import { join } from 'node:path'
import type { SetupContext } from '../setup.js'
import type { MariadbSoftware } from './mariadb-software.js'
import { type MariadbServer, startMariadb } from './mariadb-server.js'
import { type OrderDatabase, createOrderDatabase } from './order-database.js'

export const MASTER_DATABASE = 'orders'

/** One server that has every order that is not history, and notes changes for a sync job. */
export interface Master {
  readonly server: MariadbServer
  readonly orders: OrderDatabase
  readonly source: { readonly socketPath: string; readonly database: string }
  readonly stop: () => Promise<void>
}

export async function startMaster(
  software: MariadbSoftware,
  { scratch, bufferPoolMb }: Pick<SetupContext, 'scratch'> & { readonly bufferPoolMb: number },
  indexes: readonly string[],
): Promise<Master> {
  const folder = join(scratch, 'master')
  const server = await startMariadb(software, { name: 'MariaDB', folder, bufferPoolMb })
  const source = { socketPath: server.socketPath, database: MASTER_DATABASE }
  const orders = await createOrderDatabase({ ...source, indexes, isFollowed: true })
  const stop = async (): Promise<void> => {
    await orders.close()
    await server.kill()
  }
  return { server, orders, source, stop }
}
