import { Client, type ClientParts } from '@rowhouse/client'
import { createMemoryFiles, type ObjectStore, openFolderObjects } from '@rowhouse/platform'
import { startMemoryServer } from '@rowhouse/server/testing'
import type { Surroundings } from '../journal/journal.js'
import { readPlan } from '../plan/read-plan.js'
import type { SetPlan } from '../plan/set-plan.js'

/** A server in memory, a store for archives, and a clock that tests set. */
export interface TestPlace extends Surroundings {
  readonly endpoint: string
  readonly client: Client
  readonly objects: ObjectStore
  /** Another client of the server, whose parts a test can replace. */
  connect(parts?: ClientParts): Client
  /** Moves the clock to the second day of the next month, in UTC. */
  nextMonth(): void
  close(): Promise<void>
}

const INSTANCE = 'rotation'
const DAY_MS = 86_400_000

/** Archives go to memory, unless another store is given. */
export async function startTestPlace(
  start: number,
  objects: ObjectStore = openFolderObjects(createMemoryFiles(), '/archive'),
): Promise<TestPlace> {
  const server = await startMemoryServer(INSTANCE)
  const clients: Client[] = []
  const { endpoint } = server
  const connect = (parts: ClientParts = {}): Client => {
    const client = new Client({ endpoint, instance: INSTANCE, accessKey: server.accessKey }, parts)
    clients.push(client)
    return client
  }
  let now = start
  return {
    endpoint,
    client: connect(),
    connect,
    objects,
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds
    },
    nextMonth: () => {
      const date = new Date(now)
      now = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) + DAY_MS
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      await server.close()
    },
  }
}

/** A set of cards' orders with 3 recent months and 5 kept; older ones are archived. */
export const testPlan = (changes: Readonly<Record<string, unknown>> = {}): SetPlan =>
  readPlan({
    name: 'orders',
    tableName: 'orders_{yyyy}{MM}',
    timeZone: 'Asia/Shanghai',
    key: { card: 'string', number: 'integer' },
    columns: { time: 'integer', price: 'double', shop: 'string' },
    timeColumn: 'time',
    indexes: [{ name: 'by_shop_{yyyy}{MM}', key: ['shop'] }],
    searchIndexes: { orders_search: { fields: { shop: 'KEYWORD', time: 'LONG' } } },
    units: {
      current: { read: 500, write: 500 },
      recent: { read: 300, write: 10 },
      old: { read: 5, write: 5 },
    },
    recentMonths: 3,
    monthsAhead: 1,
    retentionMonths: 5,
    expired: 'archive',
    ...changes,
  })
