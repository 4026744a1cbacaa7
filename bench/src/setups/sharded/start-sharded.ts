import { expectDefined } from '@rowhouse/platform'
import { ADD_COLUMN } from '../mariadb/add-column.js'
import { type MariadbSoftware, mariadbSoftware } from '../mariadb/mariadb-software.js'
import type { StoredOrder } from '../questions/stored-order.js'
import type { Growth, Setup, SetupContext } from '../setup.js'
import { startSyncJob, waitUntilCopied } from '../sync/start-sync-job.js'
import type { SyncPlan } from '../sync/sync-plan.js'
import { moveSlots, unfollowed } from './move-slots.js'
import { CONSUMERS_DATABASE, SELLERS_DATABASE, type Shard, startShard, stopShard } from './shard.js'
import { type Layout, shardedDesk } from './sharded-desk.js'
import { groupByShard, slotsToMove, spreadSlots, withNewShard } from './slots.js'

/** Several servers with the orders by consumer, and a copy by seller that a sync job keeps. */
export async function startSharded(context: SetupContext): Promise<Setup | string> {
  const software = mariadbSoftware(context.software)
  if (typeof software === 'string') return software
  const steps = ['install MariaDB']
  const shards: Shard[] = []
  for (let number = 0; number < context.shards; number += 1) {
    shards.push(await startShard(software, shardOptions(context, number), steps))
  }
  let layout: Layout = { shards, slots: spreadSlots(context.shards) }
  steps.push('agree on a routing rule in every program', 'write and start the sync job')
  let job = await startSyncJob(planOf(layout))
  const restart = async (): Promise<void> => {
    job = await startSyncJob(planOf(layout))
  }
  return {
    steps,
    desk: shardedDesk(() => layout),
    processes: () => [...layout.shards.map(({ server }) => server), job],
    insert: (orders) => insert(layout, orders),
    settle: () =>
      waitUntilCopied(
        layout.shards.map(({ byConsumer }) => byConsumer),
        job,
      ),
    missing: (orders) => missing(layout, orders),
    interruption: { of: 'the sync job', kill: () => job.kill(), restart, takesWrites: true },
    // The copy first, because the sync job writes there what it finds.
    addColumn: async () => {
      await Promise.all(layout.shards.map(({ bySeller }) => bySeller.query(ADD_COLUMN)))
      await Promise.all(layout.shards.map(({ byConsumer }) => byConsumer.query(ADD_COLUMN)))
    },
    columnSteps: [`ALTER TABLE in ${2 * context.shards} databases`, 'change the sync job'],
    grow: async () => {
      await job.kill()
      const begin = performance.now()
      const { grown, movedRows } = await addShard(software, context, layout)
      layout = grown
      await restart()
      const seconds = (performance.now() - begin) / 1_000
      return { what: GROWTH, movedRows, seconds } satisfies Growth
    },
    stop: async () => {
      await job.kill()
      await Promise.all(layout.shards.map(stopShard))
    },
  }
}

const GROWTH = 'a further server; rows of both copies move by hand while routing waits'

const shardOptions = ({ scratch, cacheMb, shards }: SetupContext, number: number) => ({
  scratch,
  number,
  bufferPoolMb: Math.floor(cacheMb / shards),
})

const planOf = ({ shards, slots }: Layout): SyncPlan => ({
  sources: shards.map(({ server: { socketPath } }) => ({
    socketPath,
    database: CONSUMERS_DATABASE,
  })),
  target: {
    kind: 'sellers',
    socketPaths: shards.map(({ server: { socketPath } }) => socketPath),
    slots,
  },
})

async function insert({ shards, slots }: Layout, orders: readonly StoredOrder[]): Promise<void> {
  const groups = groupByShard(orders, slots, ({ cId }) => cId ?? '')
  await Promise.all(
    [...groups].map(([number, group]) =>
      expectDefined(shards[number], 'every slot stands on a shard').byConsumer.insert(group),
    ),
  )
}

async function missing({ shards }: Layout, orders: readonly StoredOrder[]): Promise<number> {
  const found = await Promise.all(shards.map(({ bySeller }) => bySeller.countOf(orders)))
  return orders.length - found.reduce((sum, count) => sum + count, 0)
}

/** Starts a server more and moves its slots there, from one shard after the other. */
async function addShard(
  software: MariadbSoftware,
  context: SetupContext,
  { shards, slots }: Layout,
): Promise<{ grown: Layout; movedRows: number }> {
  const added = await startShard(software, shardOptions(context, shards.length), [])
  const after = withNewShard(slots, shards.length)
  const { socketPath } = added.server
  const consumers = unfollowed(socketPath, CONSUMERS_DATABASE)
  const sellers = unfollowed(socketPath, SELLERS_DATABASE)
  let movedRows = 0
  for (const [number, { byConsumer, bySeller }] of shards.entries()) {
    const moved = slotsToMove(slots, after, number)
    const parts = [
      { from: byConsumer, to: consumers, column: 'cId', slots: moved },
      { from: bySeller, to: sellers, column: 'sId', slots: moved },
    ] as const
    for (const part of parts) movedRows += await moveSlots(part)
  }
  await Promise.all([consumers.close(), sellers.close()])
  return { grown: { shards: [...shards, added], slots: after }, movedRows }
}
