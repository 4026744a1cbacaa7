import {
  createTable,
  infMax,
  infMin,
  stringVariant,
  type PartitionRange,
  type Variant,
} from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { plainTable } from '../loader/create-table.js'
import { requestSigner } from '../workloads/signed-request.js'
import type { KeyPattern } from './key-patterns.js'

export const PARTITION_KEY = 'key'
export const ORDER_COLUMN = 'order'

export const tableNameOf = ({ name }: KeyPattern): string => `orders_${name}`

export interface PatternTable {
  readonly partitions: number
  readonly reservedWrites: number
}

/** Creates the table of a pattern with partitions of equal size and reserved throughput. */
export async function createPatternTable(
  endpoint: Endpoint,
  pattern: KeyPattern,
  { partitions, reservedWrites }: PatternTable,
): Promise<void> {
  const plain = plainTable(tableNameOf(pattern), PARTITION_KEY)
  const order = { name: ORDER_COLUMN, type: 'INTEGER', autoIncrement: false } as const
  const request = {
    ...plain,
    tableMeta: { ...plain.tableMeta, primaryKey: [...plain.tableMeta.primaryKey, order] },
    reservedThroughput: { read: 0, write: reservedWrites },
    partitions: rangesOf(pattern, partitions),
  }
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const bytes = sign('CreateTable', createTable.encodeRequest(request))
  const { status, body } = await connection.request(bytes)
  connection.close()
  if (status !== 200) throw new Error(`CreateTable answered ${status}: ${body.toString('latin1')}`)
}

function rangesOf(pattern: KeyPattern, parts: number): PartitionRange[] {
  const bounds: Variant[] = [infMin()]
  for (let part = 1; part < parts; part++) bounds.push(stringVariant(pattern.splitAt(part, parts)))
  return bounds.map((begin, index) => ({ begin, end: bounds[index + 1] ?? infMax() }))
}
