import { type Client, type Table, defineTable } from '@rowhouse/client'
import { TableWithSide, createCompression } from '@rowhouse/practices'
import { drawRank, wordOf } from '../search/documents/words.js'
import { figure } from '../report/text-table.js'
import { acceptedRate, untilAccepted } from './accepted-rate.js'
import { markdownTable } from './markdown-table.js'
import { withPracticeServer } from './practice-server.js'

const PRODUCTS = 200
const INTRO_BYTES = 9_000
/** Units a second, of reads and of writes. */
const RESERVED = 600
/** Updates whose bytes in the log are compared. */
const UPDATES = 300

const columns = { price: 'integer', stock: 'integer', intro: 'string' } as const
const one = defineTable({ name: 'product_one', key: { id: 'integer' }, columns })
const both = defineTable({ name: 'product_both', key: { id: 'integer' }, columns })
const packed = defineTable({
  name: 'product_packed',
  key: { id: 'integer' },
  columns: { ...columns, intro: 'binary' },
})
const reserved = { reservedRead: RESERVED, reservedWrite: RESERVED }

const idOf = (nth: number) => ({ id: BigInt(nth % PRODUCTS) })

/** A text of words as frequent as those of a language. */
function introOf(random: () => number): string {
  let text = ''
  while (text.length < INTRO_BYTES) text += `${wordOf(drawRank(random, 2_000))} `
  return text.slice(0, INTRO_BYTES)
}

interface Product {
  readonly id: bigint
  readonly price: bigint
  readonly stock: bigint
  readonly intro: string
}

const products = (random: () => number): Product[] =>
  Array.from({ length: PRODUCTS }, (_, nth) => ({
    ...idOf(nth),
    price: BigInt(nth),
    stock: 50n,
    intro: introOf(random),
  }))

/** Columns split by heat, and compression. */
export async function measureProducts(random: () => number): Promise<string> {
  const rows = products(random)
  const bytes = await withPracticeServer([], ({ client, url }) => bytesLogged(client, url, rows))
  return withPracticeServer(['--ephemeral', '--throttle=partitions'], async ({ client }) => {
    const heat = await measureSides(client, rows, bytes)
    return `${heat}\n\n${await measureCompression(client, rows)}`
  })
}

async function openBoth(client: Client, rows: readonly Product[]) {
  const single = await client.createTable(one, reserved)
  const split = new TableWithSide(client, { table: both, sideColumns: ['intro'] })
  await split.create(reserved, reserved)
  await load(rows, (row) => single.put(row))
  await load(rows, (row) => split.put(row, { condition: { row: 'missing' } }))
  return { single, split }
}

/** The reserved throughput holds for loading, too. */
async function load<Row>(rows: readonly Row[], put: (row: Row) => Promise<unknown>): Promise<void> {
  for (const row of rows) await untilAccepted(() => put(row))
}

async function measureSides(
  client: Client,
  rows: readonly Product[],
  bytes: BytesLogged,
): Promise<string> {
  const { single, split } = await openBoth(client, rows)
  const hot = { columns: ['price', 'stock'] } as const
  const set = { stock: 1n }
  const table: string[][] = []
  const add = async (
    what: string,
    ofOne: (nth: number) => Promise<unknown>,
    ofBoth: (nth: number) => Promise<unknown>,
  ): Promise<void> => {
    table.push([what, figure(await acceptedRate(ofOne)), figure(await acceptedRate(ofBoth))])
  }
  await add(
    'reads of price and stock that do not name them (on two tables: that do)',
    (nth) => single.get(idOf(nth)),
    (nth) => split.get(idOf(nth), hot),
  )
  await add(
    'reads that name price and stock',
    (nth) => single.get(idOf(nth), hot),
    (nth) => split.get(idOf(nth), hot),
  )
  await add(
    'reads of everything',
    (nth) => single.get(idOf(nth)),
    (nth) => split.get(idOf(nth)),
  )
  await add(
    'changes of the stock by a put of the whole row (on two tables: an update)',
    (nth) => single.put(rowAt(rows, nth)),
    (nth) => split.update(idOf(nth), { set }),
  )
  await add(
    'changes of the stock by an update',
    (nth) => single.update(idOf(nth), { set }),
    (nth) => split.update(idOf(nth), { set }),
  )
  table.push([
    'bytes in the commit log for an update of the stock',
    figure(bytes.single),
    figure(bytes.both),
  ])
  return markdownTable(['a second, of 600 units each', 'one table', 'two tables'], table)
}

function rowAt(rows: readonly Product[], nth: number): Product {
  const row = rows[nth % rows.length]
  if (row === undefined) throw new Error('there are products')
  return row
}

interface BytesLogged {
  readonly single: number
  readonly both: number
}

/** What the disk has to take for one small change. */
async function bytesLogged(
  client: Client,
  url: string,
  rows: readonly Product[],
): Promise<BytesLogged> {
  const { single, split } = await openBoth(client, rows)
  const measure = async (update: (nth: number) => Promise<unknown>): Promise<number> => {
    const before = await loggedBytes(url)
    for (let nth = 0; nth < UPDATES; nth++) await update(nth)
    return ((await loggedBytes(url)) - before) / UPDATES
  }
  const set = { stock: 1n }
  return {
    single: await measure((nth) => single.update(idOf(nth), { set })),
    both: await measure((nth) => split.update(idOf(nth), { set })),
  }
}

async function loggedBytes(url: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text()
  const value = /rowhouse_store\{figure="bytes"\} (\d+)/.exec(page)?.[1]
  if (value === undefined) throw new Error('the metrics page tells no bytes of the log')
  return Number(value)
}

async function measureCompression(client: Client, rows: readonly Product[]): Promise<string> {
  const plain: Table<typeof one> = client.table(one)
  const small = await client.createTable(packed, reserved)
  const { pack, unpack } = createCompression({ columns: ['intro'] })
  let packedBytes = 0
  await load(rows, ({ id, intro }) => {
    const columns = pack({ intro })
    packedBytes += sizeOf(columns['intro'])
    return small.put({ ...columns, id })
  })
  const read = async (nth: number) => unpack({ ...(await small.get(idOf(nth))) })
  const rates = [
    ['as it stands', INTRO_BYTES, await acceptedRate((nth) => plain.get(idOf(nth)))],
    ['compressed with gzip', packedBytes / rows.length, await acceptedRate(read)],
  ] as const
  return markdownTable(
    ['introduction', 'bytes', 'reads a second, of 600 units'],
    rates.map(([name, size, rate]) => [name, figure(size), figure(rate)]),
  )
}

const sizeOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 0)
