import { type Client, defineTable } from '@rowhouse/client'

const HOSTILE = '<img src=x onerror=alert(1)> \u202eevil\u202c'

const orders = defineTable({
  name: 'orders',
  key: { user: 'string', id: 'integer' },
  columns: {
    status: 'string',
    price: 'double',
    title: 'string',
    at: 'integer',
    place: 'string',
    items: 'string',
  },
})

const statusOf = (id: number): string => (id % 3 === 0 ? 'open' : id % 3 === 1 ? 'paid' : 'sent')
/** Rows of the table that searches are tried on. */
export const ROWS = 120
export const BY_PRICE = { kind: 'field', fieldName: 'price', order: 'DESC' }

export async function fillSearched(client: Client): Promise<void> {
  await client.createTable(orders)
  const table = client.table(orders)
  for (let id = 0; id < ROWS; id += 1) {
    await table.put({
      user: `c${id % 10}`,
      id: BigInt(id),
      status: statusOf(id),
      price: id + 0.5,
      title: id === 7 ? HOSTILE : `green tea ${id}`,
      at: BigInt(Date.UTC(2026, 0, 1 + (id % 5))),
      place: `${30 + id / 200},${120 + id / 200}`,
      items: JSON.stringify([{ sku: `s${id % 4}`, count: id }]),
    })
  }
  await table.index('by_all').create({
    fields: {
      status: { type: 'KEYWORD', sortAndAgg: true },
      price: { type: 'DOUBLE', sortAndAgg: true },
      title: { type: 'TEXT', enableHighlighting: true },
      at: { type: 'DATE', dateFormats: ['epoch_millis'], sortAndAgg: true },
      place: 'GEO_POINT',
      items: { type: 'NESTED', fields: { sku: 'KEYWORD' } },
    },
  })
}
