import { type Client, operations } from '@rowhouse/client'
import type { DescribeTableReply } from '@rowhouse/protocol'
import { type Journal, type VerifiedArchive } from '../journal/journal.js'
import type { Month } from '../plan/months.js'
import { monthIn } from '../plan/month-names.js'
import type { SetPlan, Units } from '../plan/set-plan.js'

/** One table of a set, as the server describes it. */
export interface MonthTable {
  readonly month: Month
  readonly table: string
  readonly units: Units
  /** The last change of the reserved units, in milliseconds since the epoch. */
  readonly lastChange: number
  readonly searchIndexes: readonly string[]
}

/** The current state of a set. */
export interface SetState {
  /** The tables of the set, oldest first. */
  readonly months: readonly MonthTable[]
  /** All tables of the instance, secondary indexes included. */
  readonly tables: number
  readonly archives: ReadonlyMap<Month, VerifiedArchive>
}

export async function readState(
  client: Client,
  plan: SetPlan,
  journal: Pick<Journal, 'archives'>,
): Promise<SetState> {
  const months: MonthTable[] = []
  let tables = 0
  for (const table of await client.tableNames()) {
    const described = await client.describeTable(table)
    // Secondary indexes count as tables for the service's limit, but are not listed.
    tables += 1 + described.indexMetas.length
    const month = monthIn(plan.tableName, table)
    if (month === undefined) continue
    const searchIndexes = await searchIndexesOf(client, plan, table)
    months.push({ month, table, searchIndexes, ...unitsIn(described) })
  }
  months.sort((a, b) => a.month - b.month)
  return { months, tables, archives: await journal.archives() }
}

function unitsIn({
  reservedThroughputDetails: { capacityUnit, lastIncreaseTime, lastDecreaseTime },
}: DescribeTableReply): Pick<MonthTable, 'units' | 'lastChange'> {
  return {
    units: { read: capacityUnit.read, write: capacityUnit.write },
    lastChange: Math.max(lastIncreaseTime, lastDecreaseTime ?? 0) * 1000,
  }
}

async function searchIndexesOf(
  client: Client,
  plan: SetPlan,
  tableName: string,
): Promise<readonly string[]> {
  if (Object.keys(plan.searchIndexes).length === 0) return []
  const { indices } = await client.call(operations.listSearchIndex, { tableName })
  return indices.map(({ indexName }) => indexName)
}
