import { setTimeout as delay } from 'node:timers/promises'
import { describeTable } from '@rowhouse/protocol'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { TABLE_NAME } from '../rows/row-shape.js'
import { requestSigner } from '../workloads/signed-request.js'

/** The number of partitions of the benchmark table. */
export async function countPartitions(endpoint: Endpoint): Promise<number> {
  const connection = new RequestingConnection(endpoint)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const request = describeTable.encodeRequest({ tableName: TABLE_NAME })
  const { status, body } = await connection.request(sign('DescribeTable', request))
  connection.close()
  if (status !== 200) throw new Error(`DescribeTable answered ${status}`)
  return describeTable.decodeReply(body).shardSplits.length + 1
}

/** Resolves to the number of partitions when there are enough, or when the time is over. */
export async function waitForPartitions(
  endpoint: Endpoint,
  wanted: number,
  secondsMax: number,
): Promise<number> {
  const end = performance.now() + secondsMax * 1000
  for (;;) {
    const count = await countPartitions(endpoint)
    if (count >= wanted || performance.now() >= end) return count
    await delay(250)
  }
}
