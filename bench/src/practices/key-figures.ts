import { createHashPrefix, createSplice } from '@rowhouse/practices'
import { type CardOrder, cardOrders } from '@rowhouse/practices/testing'
import { figure } from '../report/text-table.js'
import type { KeyPattern } from '../throttle/key-patterns.js'
import { createPatternTable } from '../throttle/pattern-table.js'
import { writePattern } from '../throttle/write-pattern.js'
import { markdownTable } from './markdown-table.js'
import { type PracticeServer, withPracticeServer } from './practice-server.js'

/** More than are written. */
const ORDERS = 200_000
export const PARTITION_UNITS = 100
/** Tables begin with one partition: they split after ten seconds of load, and again. */
const TIMES = { warmUpSeconds: 45, seconds: 15 }

const splice = createSplice({
  connector: ',',
  parts: [
    {
      name: 'seller',
      type: 'string',
      characters: [
        ['0', '9'],
        ['a', 'z'],
      ],
    },
    { name: 'device', type: 'integer', range: { min: 0n, max: 999_999_999n } },
    {
      name: 'card',
      type: 'string',
      characters: [
        ['0', '9'],
        ['A', 'Z'],
      ],
    },
  ],
})
const hash = createHashPrefix()

const KEYS: readonly (readonly [name: string, keyOf: (order: CardOrder) => string])[] = [
  ['SellerID', ({ seller }) => seller],
  [
    'SellerID,DeviceID,CardID spliced',
    ({ seller, device, card }) => splice.join({ seller, device: BigInt(device), card }),
  ],
  ['OrderNumber', ({ order }) => order],
  ['OrderNumber behind four digits of its MD5', ({ order }) => hash.add(order)],
]

/** Spliced keys and hash prefixes: rows a second of tables that split themselves. */
export function measureKeys(seed: number): Promise<string> {
  const stream = cardOrders(seed, 'together')
  const orders = Array.from({ length: ORDERS }, () => stream.next().value)
  const args = [
    '--ephemeral',
    '--throttle=partitions',
    `--partition-units=${PARTITION_UNITS}`,
    `--partition-hot-units=${PARTITION_UNITS / 2}`,
  ]
  return withPracticeServer(args, async ({ endpoint, client }) => {
    const measured = KEYS.map(async ([name, keyOf], nth) => {
      const pattern = patternOf(nth, name, keyOf, orders)
      await createPatternTable(endpoint, pattern, { partitions: 1, reservedWrites: 0 })
      const { rowsPerSecond } = await writePattern(endpoint, pattern, TIMES)
      const partitions = await countPartitions(client, `orders_${pattern.name}`)
      return [name, figure(rowsPerSecond), String(partitions)]
    })
    return markdownTable(['key', 'rows/s', 'partitions by then'], await Promise.all(measured))
  })
}

const patternOf = (
  nth: number,
  description: string,
  keyOf: (order: CardOrder) => string,
  orders: readonly CardOrder[],
): KeyPattern => ({
  name: `key_${nth}`,
  description,
  keyOf: (row) => {
    const order = orders[row]
    if (order === undefined) throw new Error('there are fewer orders than were written')
    return keyOf(order)
  },
  splitAt: (): never => {
    throw new Error('the table has one partition')
  },
})

async function countPartitions(client: PracticeServer['client'], table: string): Promise<number> {
  return (await client.describeTable(table)).shardSplits.length + 1
}
