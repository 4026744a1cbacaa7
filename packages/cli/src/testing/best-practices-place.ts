import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, defineTable } from '@rowhouse/client'
import { cardFile } from '@rowhouse/practices/testing'

const CARDS = 37_000
const PRODUCTS = 16

const product = defineTable({
  name: 'product',
  key: { id: 'integer' },
  columns: { name: 'string', price: 'double', stock: 'integer', intro: 'string' },
})

/**
 * What the transcripts of docs/best-practices.md begin with: the orders of `npm run bench:keys -- --write`,
 * and a table whose introductions are hardly ever wanted. The server counts all of these few calls.
 */
export async function prepareBestPractices(folder: string, port: number): Promise<void> {
  writeFileSync(join(folder, 'cards.csv'), cardFile(1, CARDS))
  const accessKey = { id: 'me', secret: 'secret' }
  const client = new Client({ endpoint: `http://127.0.0.1:${port}`, instance: 'inst', accessKey })
  try {
    await loadProducts(client)
  } finally {
    await client.close()
  }
}

async function loadProducts(client: Client): Promise<void> {
  const table = await client.createTable(product)
  const rows = Array.from({ length: PRODUCTS }, (_, nth) => ({
    id: BigInt(nth),
    name: `product ${nth}`,
    price: nth + 0.5,
    stock: 50n,
    intro: 'What the product is. '.repeat(420),
  }))
  await table.writeMany(rows.map((put) => ({ put })))
  const times = async (calls: number, call: (nth: number) => Promise<unknown>): Promise<void> => {
    for (let nth = 0; nth < calls; nth++) await call(nth % PRODUCTS)
  }
  await times(30, (nth) => table.get({ id: BigInt(nth) }, { columns: ['price', 'stock'] }))
  await times(1, (nth) => table.get({ id: BigInt(nth) }, { columns: ['intro'] }))
  await times(8, (nth) => table.get({ id: BigInt(nth) }))
  await times(4, (nth) => table.put({ ...rows[nth], id: BigInt(nth), stock: 49n }))
}
