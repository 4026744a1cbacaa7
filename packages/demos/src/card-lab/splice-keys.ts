import { type Client, defineTable, isRefusal } from '@rowhouse/client'
import {
  type KeyRange,
  type SpliceDesign,
  createSplice,
  findSpliceFaults,
  renderKey,
  spliceRange,
} from '@rowhouse/practices'
import { CARD_SPLICE, SELLER_PART } from './key-designs.js'
import { MANUAL_ROWS } from './manual-rows.js'

/** What one rendering of the manual's rows does on the server. */
export interface SpliceOutcome {
  readonly name: 'raw' | 'padded' | 'comma'
  readonly faults: readonly string[]
  /** The keys in the order of the table. */
  readonly keys: readonly string[]
  /** Whether the table has them in the order of device, seller and card. */
  readonly isInOrder: boolean
  /** The range for devices from 15 to before 100. */
  readonly range: KeyRange
  /** The orders that it reads; undefined when the service refuses it. */
  readonly orders: readonly bigint[] | undefined
}

const DEVICES = { from: 15n, to: 100n } as const

/** The manual's three ways, from wrong to right. */
const DESIGNS: readonly (Pick<SpliceOutcome, 'name' | 'range'> & {
  readonly design: SpliceDesign
})[] = [
  {
    name: 'raw',
    design: {
      connector: ':',
      parts: [
        { name: 'DeviceID', type: 'integer' },
        SELLER_PART,
        { name: 'CardID', type: 'integer' },
      ],
    },
    range: { start: String(DEVICES.from), end: String(DEVICES.to) },
  },
  {
    name: 'padded',
    design: { ...CARD_SPLICE, connector: ':' },
    range: { start: '000015', end: '000100' },
  },
  {
    name: 'comma',
    design: CARD_SPLICE,
    range: spliceRange(createSplice(CARD_SPLICE), DEVICES),
  },
]

/** Writes the manual's rows by each rendering into a table of its own, and reads them back. */
export async function spliceKeys(client: Client): Promise<readonly SpliceOutcome[]> {
  const outcomes: SpliceOutcome[] = []
  for (const { name, design, range } of DESIGNS) {
    const table = await emptyTable(client, `card_lab_splice_${name}`)
    const wanted = MANUAL_ROWS.toSorted(
      (a, b) =>
        Number(a.device - b.device) ||
        (a.seller < b.seller ? -1 : Number(a.seller > b.seller)) ||
        Number(a.card - b.card),
    ).map(({ order }) => order)
    for (const { device, seller, card, order } of MANUAL_ROWS) {
      const key = renderKey(design, { DeviceID: device, SellerID: seller, CardID: card })
      await table.put({ key, order })
    }
    const rows = await ordersIn(table, { start: undefined, end: undefined })
    outcomes.push({
      name,
      faults: findSpliceFaults(design),
      keys: rows.map(({ key }) => key),
      isInOrder: rows.every(({ order }, at) => order === wanted[at]),
      range,
      orders: await ordersOrRefusal(table, range),
    })
  }
  return outcomes
}

async function emptyTable(client: Client, name: string) {
  if ((await client.tableNames()).includes(name)) await client.deleteTable(name)
  return client.createTable(
    defineTable({ name, key: { key: 'string', order: 'integer' }, columns: {} }),
  )
}

type SpliceTable = Awaited<ReturnType<typeof emptyTable>>

async function ordersIn(table: SpliceTable, { start, end }: KeyRange) {
  const rows: { readonly key: string; readonly order: bigint }[] = []
  const bounds = {
    ...(start !== undefined && { from: { key: start } }),
    ...(end !== undefined && { to: { key: end } }),
  }
  for await (const row of table.range(bounds)) rows.push(row)
  return rows
}

/** A range that ends before it begins is refused: padding is what makes it right. */
async function ordersOrRefusal(
  table: SpliceTable,
  range: KeyRange,
): Promise<readonly bigint[] | undefined> {
  try {
    return (await ordersIn(table, range)).map(({ order }) => order)
  } catch (error) {
    if (isRefusal(error, 'OTSParameterInvalid')) return undefined
    throw error
  }
}
