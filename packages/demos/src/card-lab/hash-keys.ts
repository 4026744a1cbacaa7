import { type Client, defineTable } from '@rowhouse/client'
import { type FanOutPrice, createHashPrefix, fanOutPrice, fanOutScan } from '@rowhouse/practices'
import { MANUAL_ROWS } from './manual-rows.js'

export interface HashOutcome {
  /** The keys with four digits of MD5, in the order of the table. */
  readonly keys: readonly string[]
  /** What a read of neighbours would cost with four digits. */
  readonly price: FanOutPrice
  /** With one digit: the neighbours from 200002 to before 200005, and how many ranges it took. */
  readonly neighbours: readonly string[]
  readonly ranges: number
}

const RANGE = { from: '200002', to: '200005' } as const
const usual = createHashPrefix()
/** Few enough prefixes to read them all. */
const short = createHashPrefix({ algorithm: 'md5', length: 1 })

/** Order numbers behind a hash: spread over the table, and no longer neighbours. */
export async function hashKeys(client: Client): Promise<HashOutcome> {
  const tables = {
    usual: await emptyTable(client, 'usual'),
    short: await emptyTable(client, 'short'),
  }
  for (const { order } of MANUAL_ROWS) {
    await tables.usual.put({ key: usual.add(String(order)) })
    await tables.short.put({ key: short.add(String(order)) })
  }
  let ranges = 0
  const found = await fanOutScan(
    short,
    RANGE,
    async ({ start, end }) => {
      ranges += 1
      return keysIn(tables.short, start, end)
    },
    { valueOf: (key) => short.remove(key) },
  )
  return {
    keys: await keysIn(tables.usual, undefined, undefined),
    price: fanOutPrice(usual),
    neighbours: found.map((key) => short.remove(key)),
    ranges,
  }
}

async function emptyTable(client: Client, suffix: string) {
  const name = `card_lab_hash_${suffix}`
  if ((await client.tableNames()).includes(name)) await client.deleteTable(name)
  return client.createTable(defineTable({ name, key: { key: 'string' }, columns: {} }))
}

async function keysIn(
  table: Awaited<ReturnType<typeof emptyTable>>,
  start: string | undefined,
  end: string | undefined,
): Promise<readonly string[]> {
  const bounds = {
    ...(start !== undefined && { from: { key: start } }),
    ...(end !== undefined && { to: { key: end } }),
  }
  const keys: string[] = []
  for await (const { key } of table.range(bounds)) keys.push(key)
  return keys
}
