import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import type { OrderDatabase } from '../mariadb/order-database.js'
import { type RunningProcess, startProcess } from '../processes/running-process.js'
import { READY_LINE, type SyncPlan } from './sync-plan.js'

const PROGRAM = fileURLToPath(new URL('main.js', import.meta.url))
const LOOK_EVERY_MS = 20

export const startSyncJob = (plan: SyncPlan): Promise<RunningProcess> =>
  startProcess({
    name: 'sync job',
    command: process.execPath,
    args: [PROGRAM, JSON.stringify(plan)],
    ready: new RegExp(READY_LINE),
  })

/** Resolves when the sync job has copied every change of these databases, and rejects when it has failed. */
export async function waitUntilCopied(
  sources: readonly OrderDatabase[],
  job: RunningProcess,
): Promise<void> {
  for (const source of sources) {
    while ((await source.changes(1)).length > 0) {
      const failure = job.failure()
      if (failure !== undefined) throw failure
      await wait(LOOK_EVERY_MS)
    }
  }
}
