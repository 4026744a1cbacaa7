import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BulkWriter, Client, query } from '@rowhouse/client'
import { orderTables } from '@rowhouse/demos'
import { catchUpOf } from '../../indexes/catch-up.js'
import { stopChildServer } from '../../peers/child-server.js'
import { CREDENTIALS } from '../../peers/credentials.js'
import { startRowhouse } from '../../peers/rowhouse-server.js'
import { NEW_COLUMN } from '../mariadb/add-column.js'
import { PATIENCE_MS } from '../processes/patience.js'
import { DESK_QUESTIONS, type CompleteDesk } from '../questions/desk-questions.js'
import type { StoredOrder } from '../questions/stored-order.js'
import type { Setup, SetupContext } from '../setup.js'

const { ORDER_CONTRACT, ORDER_INDEX, ORDER_SEARCH_INDEX, ORDER_SECONDARY_INDEXES } = orderTables

/** One server with the table, its secondary indexes and its search index. */
export async function startRowhouseSetup({ scratch }: SetupContext): Promise<Setup | string> {
  let open = await openServer(scratch)
  let written = 0
  await open.client.createTable(ORDER_CONTRACT, { indexes: ORDER_SECONDARY_INDEXES })
  await index(open.client).create(ORDER_SEARCH_INDEX)
  return {
    steps: STEPS,
    desk: deskOf(() => open.client),
    processes: () => [{ name: 'Rowhouse', pid: open.server.pid }],
    insert: async (orders) => {
      await insert(open.writer, orders)
      written += orders.length
    },
    settle: async () => {
      while ((await countFound(open.client)) < written) await wait(LOOK_EVERY_MS)
      for (const { name } of ORDER_SECONDARY_INDEXES) await secondaryIndexCaughtUp(scratch, name)
    },
    missing: (orders) => missing(open.client, orders),
    interruption: {
      of: 'the server',
      kill: () => open.kill(),
      restart: async () => {
        open = await openServer(scratch)
      },
      takesWrites: false,
    },
    addColumn: async () => {
      await index(open.client).addFields({ [NEW_COLUMN]: 'KEYWORD' })
      await index(open.client).search({ query: query.exists(NEW_COLUMN), waitForIndex: true })
    },
    columnSteps: ['add the field to the search index'],
    grow: () => Promise.resolve({ what: GROWTH }),
    stop: () => open.kill(),
  }
}

const LOOK_EVERY_MS = 50

const dataIn = (scratch: string): string => join(scratch, 'rowhouse')

/** Only the server's administration tells that a secondary index has all rows; the protocol does not. */
const secondaryIndexCaughtUp = (scratch: string, index: string): Promise<void> =>
  catchUpOf(dataIn(scratch), { table: ORDER_CONTRACT.name, index })()

const STEPS = [
  'install Rowhouse',
  'start it',
  'make the table with its secondary indexes',
  'make the search index',
]

const GROWTH = 'partitions split by themselves and no row moves, on the one machine that it runs on'

type Writer = BulkWriter<typeof ORDER_CONTRACT>

interface OpenServer {
  readonly client: Client
  readonly writer: Writer
  readonly server: Awaited<ReturnType<typeof startRowhouse>>
  readonly kill: () => Promise<void>
}

async function openServer(scratch: string): Promise<OpenServer> {
  const server = await startRowhouse({
    program: undefined,
    data: dataIn(scratch),
    nodeArgs: [],
    serverArgs: [],
    cpuProfile: undefined,
  })
  const { instance, accessKeyId: id, accessKeySecret: secret } = CREDENTIALS
  const endpoint = `http://${server.endpoint.host}:${server.endpoint.port}`
  const accessKey = { id, secret }
  const client = new Client({ endpoint, instance, accessKey, timeoutMs: PATIENCE_MS })
  // The same writer all the time, because it learns how many requests at once the server takes.
  const writer = client.table(ORDER_CONTRACT).bulkWriter({ order: 'none', mayRepeat: true })
  const kill = async (): Promise<void> => {
    await client.close()
    await stopChildServer(server, 'SIGKILL')
  }
  return { client, writer, server, kill }
}

const index = (client: Client) => client.table(ORDER_CONTRACT).index(ORDER_INDEX)

/** The questions as the sample asks them. */
function deskOf(client: () => Client): CompleteDesk {
  const asked = DESK_QUESTIONS
  return {
    orderByKey: (parameters) => asked.orderByKey.ask(client(), parameters),
    latestOfConsumer: (parameters) => asked.latestOfConsumer.ask(client(), parameters),
    ordersByWord: (parameters) => asked.ordersByWord.ask(client(), parameters),
    ordersByAmount: (parameters) => asked.ordersByAmount.ask(client(), parameters),
    spendingByMonth: (parameters) => asked.spendingByMonth.ask(client(), parameters),
    ordersOfMonth: (parameters) => asked.ordersOfMonth.ask(client(), parameters),
    bestProducts: (parameters) => asked.bestProducts.ask(client(), parameters),
    turnoverByDay: (parameters) => asked.turnoverByDay.ask(client(), parameters),
    bestBuyers: (parameters) => asked.bestBuyers.ask(client(), parameters),
    dearOrdersOfBrands: (parameters) => asked.dearOrdersOfBrands.ask(client(), parameters),
    funnel: (parameters) => asked.funnel.ask(client(), parameters),
  }
}

async function insert(writer: Writer, orders: readonly StoredOrder[]): Promise<void> {
  const written: Promise<unknown>[] = []
  for (const order of orders) {
    if (!writer.hasRoom) await writer.room()
    const writing = writer.write({ put: order })
    // The room of the next may be waited for when it fails; all of them are awaited in the end.
    writing.catch(() => undefined)
    written.push(writing)
  }
  await Promise.all(written)
}

async function countFound(client: Client): Promise<number> {
  const { total = 0 } = await index(client).search({ limit: 0, count: true })
  return total
}

/** Of the orders, how many the search index does not find as it is now. */
async function missing(client: Client, orders: readonly StoredOrder[]): Promise<number> {
  const ids = orders.map(({ oId }) => oId)
  const { total = 0 } = await index(client).search({
    query: query.terms('oId', ids),
    limit: 0,
    count: true,
  })
  return orders.length - total
}
