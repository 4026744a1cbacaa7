import { setTimeout as wait } from 'node:timers/promises'
import { openOrderDatabase } from '../mariadb/order-database.js'
import { openSyncTarget } from './sync-targets.js'
import { READY_LINE, type SyncPlan, isSyncPlan } from './sync-plan.js'

const CHANGES_PER_ROUND = 1_000
const IDLE_MS = 20

/**
 * A small sync job, as such set-ups have one: it copies changed orders and forgets a change when its target
 * has the order, so that one that is killed loses none and copies some again.
 */
async function main(plan: SyncPlan): Promise<never> {
  const target = openSyncTarget(plan.target)
  const sources = plan.sources.map((source) => openOrderDatabase({ ...source, isFollowed: true }))
  console.log(READY_LINE)
  for (;;) {
    const copied = await Promise.all(
      sources.map(async (source) => {
        const changes = await source.changes(CHANGES_PER_ROUND)
        if (changes.length === 0) return 0
        await target(changes.map(({ order }) => order))
        await source.forgetChanges(changes)
        return changes.length
      }),
    )
    if (copied.every((changes) => changes === 0)) await wait(IDLE_MS)
  }
}

const [, , text = ''] = process.argv
const plan: unknown = JSON.parse(text)
if (!isSyncPlan(plan)) throw new Error('a sync job needs a plan')
await main(plan)
