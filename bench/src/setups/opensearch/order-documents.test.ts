import { ordersSample, orderRowOf } from '@rowhouse/demos'
import { expect, test } from 'vitest'
import { OpenSearchClient } from '../../search/peers/opensearch/opensearch-client.js'
import { storedOrder } from '../questions/stored-order.js'
import { indexOrders, orderOfDocument } from './order-documents.js'

class RecordingClient extends OpenSearchClient {
  readonly bodies: string[] = []

  constructor() {
    super({ host: '127.0.0.1', port: 0 })
  }

  override call(_method: string, _path: string, body?: object | string): Promise<unknown> {
    this.bodies.push(typeof body === 'string' ? body : JSON.stringify(body))
    return Promise.resolve({ errors: false })
  }
}

test('an order is the same after it was a document', async () => {
  const source = ordersSample({ seed: 1, rows: 2_000 })
  const client = new RecordingClient()
  const orders = [0, 400, 1_500].map((n) => storedOrder(orderRowOf(source.fact(n))))
  await indexOrders(client, orders)
  const lines = (client.bodies[0] ?? '').trim().split('\n')
  const documents = lines
    .filter((_, line) => line % 2 === 1)
    .map((line): unknown => JSON.parse(line))
  expect(documents.map(orderOfDocument)).toEqual(orders)
  expect(documents[0]).toMatchObject({ pName: JSON.parse(orders[0]?.pName ?? '') as unknown })
})
