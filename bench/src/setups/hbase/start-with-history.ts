import { join } from 'node:path'
import { ADD_COLUMN } from '../mariadb/add-column.js'
import { mariadbSoftware } from '../mariadb/mariadb-software.js'
import { OF_CONSUMER, OF_PLATFORM, OF_SELLER, ORDER_TABLE } from '../mariadb/order-database.js'
import { type Master, startMaster } from '../mariadb/start-master.js'
import { numberIn } from '../mariadb/database.js'
import type { StoredOrder } from '../questions/stored-order.js'
import type { Setup, SetupContext } from '../setup.js'
import { startSyncJob, waitUntilCopied } from '../sync/start-sync-job.js'
import type { SyncPlan } from '../sync/sync-plan.js'
import { HbaseClient } from './hbase-client.js'
import { type HbaseServer, startHbase } from './hbase-server.js'
import { hbaseSoftware } from './hbase-software.js'
import { historyDesk } from './history-desk.js'
import { createHistory, historyByIds } from './order-history.js'

/** How long MariaDB keeps an order. */
const KEPT_MS = 92 * 86_400_000
const REMOVED_AT_ONCE = 10_000
const KEYS_PER_READ = 50

/** MariaDB with the orders of three months, and HBase, which a sync job fills, with all of them. */
export async function startWithHistory(context: SetupContext): Promise<Setup | string> {
  const software = mariadbSoftware(context.software)
  if (typeof software === 'string') return software
  const found = hbaseSoftware(context.software)
  if (typeof found === 'string') return found
  const half = Math.floor(context.cacheMb / 2)
  const indexes = [OF_CONSUMER, OF_SELLER, ...OF_PLATFORM]
  const master = await startMaster(software, { ...context, bufferPoolMb: half }, indexes)
  try {
    const folder = join(context.scratch, 'hbase')
    const hbase = await startHbase(found, { folder, heapMb: half })
    const client = new HbaseClient(hbase.url)
    await createHistory(client)
    return await setupOf(master, hbase, client, context.asOf - KEPT_MS)
  } catch (error) {
    await master.stop()
    throw error
  }
}

async function setupOf(
  master: Master,
  hbase: HbaseServer,
  client: HbaseClient,
  keptFrom: number,
): Promise<Setup> {
  const plan: SyncPlan = { sources: [master.source], target: { kind: 'history', url: hbase.url } }
  let job = await startSyncJob(plan)
  const { orders: recent } = master
  return {
    steps: STEPS,
    desk: historyDesk({ recent, client, keptFrom }),
    processes: () => [master.server, ...hbase.processes, job],
    insert: recent.insert,
    settle: () => waitUntilCopied([recent], job),
    afterLoad: () => removeOld(master, keptFrom),
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
      await recent.query(ADD_COLUMN)
    },
    columnSteps: ['ALTER TABLE', 'change the sync job; history cannot be searched by it'],
    grow: () => Promise.resolve({ what: GROWTH }),
    stop: async () => {
      await job.kill()
      for (const { kill } of hbase.processes) await kill()
      await master.stop()
    },
  }
}

const STEPS = [
  'install MariaDB',
  'set up and start MariaDB',
  'make the table with its indexes and its change table',
  'install Java',
  'install HBase',
  'configure and start HBase with ZooKeeper',
  'start its gateway',
  'make a table by number, one by consumer and one by seller',
  'write and start the sync job',
  'write the job that removes old orders, and run it',
]

const GROWTH =
  'further region servers, whose regions move by themselves; MariaDB keeps three months and has to be sharded'

async function removeOld({ orders }: Master, keptFrom: number): Promise<void> {
  const old = `${ORDER_TABLE} WHERE createTime < ${keptFrom}`
  for (;;) {
    const [row] = await orders.query(`SELECT EXISTS (SELECT 1 FROM ${old}) AS found`)
    if (numberIn(row, 'found') === 0) return
    await orders.query(`DELETE FROM ${old} LIMIT ${REMOVED_AT_ONCE}`)
  }
}

async function missing(client: HbaseClient, orders: readonly StoredOrder[]): Promise<number> {
  let found = 0
  for (let from = 0; from < orders.length; from += KEYS_PER_READ) {
    found += (await historyByIds(client, orders.slice(from, from + KEYS_PER_READ))).length
  }
  return orders.length - found
}
