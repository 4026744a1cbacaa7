import type { Client } from '@rowhouse/client'
import type { ObjectStore } from '@rowhouse/platform'
import { loadManifest } from '../archive/archive-manifest.js'
import { isArchiveOf } from '../archive/compare-archive.js'
import { verifyArchive } from '../archive/read-archive.js'
import { restoreArchive } from '../archive/restore-archive.js'
import { rotationLimits } from '../limits.js'
import type { Month } from '../plan/months.js'
import { nameFor } from '../plan/month-names.js'
import type { SetPlan } from '../plan/set-plan.js'
import { RotationError } from '../rotation-error.js'
import { createMonth, schemaOf } from './apply-steps.js'

/**
 * Brings an archived month back as a table, and answers how many rows it has. Whatever ended an earlier try,
 * this one goes on from what it finds.
 *
 * A table with secondary indexes takes no times, and archived rows have theirs. So the indexes are made last,
 * and a table that has one has its rows.
 */
export async function restoreMonth(
  client: Client,
  plan: SetPlan,
  objects: ObjectStore,
  month: Month,
): Promise<number> {
  const table = nameFor(plan.tableName, month)
  const manifest = await loadManifest(objects, table)
  if (manifest === undefined) throw new RotationError(`there is no archive of ${table}`)
  await verifyArchive(objects, manifest)
  await createWithoutIndexes(client, plan, table, month)
  const { indexMetas } = await client.describeTable(table)
  if (indexMetas.length === 0) await restoreArchive(client, objects, table, table)
  else if (!(await isArchiveOf({ client, schema: schemaOf(plan, table), month }, objects, NO_LOCK)))
    throw new RotationError(`${table} is there, and has other rows than its archive`)
  for (const index of plan.indexes) {
    const name = nameFor(index.name, month)
    if (indexMetas.some((meta) => meta.name === name)) continue
    await client.createIndex(table, { ...index, name })
  }
  return manifest.rows
}

/** Nobody else works on a month that is gone. */
const NO_LOCK = { renew: async () => {} }

/** Rows of an archive are older than rows may usually be that are written. */
async function createWithoutIndexes(
  client: Client,
  plan: SetPlan,
  table: string,
  month: Month,
): Promise<void> {
  const indexed = plan.indexes.flatMap(({ key, columns = [] }) => [...key, ...columns])
  await createMonth(
    client,
    plan,
    { table, month, units: plan.units.old },
    {
      timeToLive: -1,
      maxTimeDeviationSeconds: rotationLimits.ARCHIVE_AGE_SECONDS_MAX,
      indexes: [],
      definedColumns: indexed.filter((name) => Object.hasOwn(plan.columns, name)),
    },
  )
}
