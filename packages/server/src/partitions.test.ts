import { createTableRequest } from '@rowhouse/engine/testing'
import {
  type OperationCodec,
  batchWriteRow,
  createTable,
  decodeRow,
  describeTable,
  encodeRow,
  getRow,
  plainCell,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { administerPartitions } from './admin/administer-partitions.js'
import type { RunningServer } from './start-server.js'
import { describeError, exchange } from './testing/door-fixture.js'
import { ANY_DATE, testServers } from './testing/test-servers.js'

const TABLE = 'orders'
const CLIENTS = 4
const ROWS_PER_BATCH = 20
const VALUE = stringVariant('x'.repeat(2000))
const UNAVAILABLE = '503 OTSPartitionUnavailable The partition is not available.'

const servers = testServers({ ...ANY_DATE, partitionBytes: '64K' })
const { configure, start } = servers

/** Throws the error of the reply as a string. */
const call = async <Request, Reply>(
  server: RunningServer,
  codec: OperationCodec<Request, Reply>,
  request: Request,
): Promise<Reply> => {
  const reply = await exchange(server.port, {
    operation: codec.name,
    body: codec.encodeRequest(request),
  })
  if (reply.status !== 200) throw new Error(describeError(reply))
  return codec.decodeReply(reply.body)
}

const keyOf = (name: string) => ({
  primaryKey: [plainCell('pk', stringVariant(name))],
  cells: [],
  deleteMarker: false,
})

/** Returns the errors of the rows. */
const write = async (server: RunningServer, names: readonly string[]): Promise<string[]> => {
  const { tables } = await call(server, batchWriteRow, {
    tables: [
      {
        tableName: TABLE,
        rows: names.map((name) => ({
          type: 'PUT' as const,
          rowChange: encodeRow({ ...keyOf(name), cells: [plainCell('v', VALUE)] }),
          condition: { rowExistence: 'IGNORE' as const, columnCondition: undefined },
          returnContent: undefined,
        })),
      },
    ],
    transactionId: undefined,
    isAtomic: false,
  })
  return (tables[0]?.rows ?? []).flatMap((row) => (row.isOk ? [] : [row.error.code]))
}

const read = async (server: RunningServer, name: string): Promise<string> => {
  const { row } = await call(server, getRow, {
    tableName: TABLE,
    primaryKey: encodeRow(keyOf(name)),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    transactionId: undefined,
    token: undefined,
  })
  const value = row.length === 0 ? undefined : decodeRow(row).cells[0]?.value
  return value === undefined ? '' : stringOf(value)
}

const points = async (server: RunningServer): Promise<string[]> => {
  const { shardSplits } = await call(server, describeTable, { tableName: TABLE })
  return shardSplits.map((row) => {
    const value = decodeRow(row).primaryKey[0]?.value
    return value === undefined ? '' : stringOf(value)
  })
}

/** Runs clients that write batches until `isEnough`. */
const writeUntil = async (
  server: RunningServer,
  isEnough: (refused: readonly string[]) => Promise<boolean> | boolean,
) => {
  const written: string[] = []
  const refused: string[] = []
  let isDone = false
  const client = async (number: number): Promise<void> => {
    for (let batch = 0; !isDone; batch++) {
      const names = Array.from({ length: ROWS_PER_BATCH }, (_, row) => `k${row}-${number}-${batch}`)
      refused.push(...(await write(server, names)))
      written.push(...names)
      isDone ||= await isEnough(refused)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return { written, refused }
}

test('a table splits while clients write to it, refuses nothing, and stays split', async () => {
  const server = await start()
  await call(server, createTable, createTableRequest(TABLE))
  const { written, refused } = await writeUntil(
    server,
    async () => (await points(server)).length >= 3,
  )
  expect(refused).toEqual([])
  const split = await points(server)
  expect(split).toEqual([...split].sort())
  const command = { action: 'partitions' as const, instance: 'inst', table: TABLE }
  const configuration = configure({})
  const report = await administerPartitions(configuration, command)
  expect(report.partitions.length).toBeGreaterThanOrEqual(4)
  expect(report.partitions.slice(1).map(({ start }) => start)).toEqual(
    expect.arrayContaining(split.map((point) => JSON.stringify(point))),
  )
  expect(report.events[0]).toMatchObject({ kind: 'split', reason: 'bytes', from: [0] })
  const minutes = report.partitions.flatMap((partition) => partition.minutes)
  const counted = minutes.reduce((rows, { rowsWritten }) => rows + rowsWritten, 0)
  expect(counted).toBeGreaterThan(0)
  expect(counted).toBeLessThanOrEqual(written.length)
  const metrics = await (await fetch(`${server.endpoint}/metrics`)).text()
  expect(metrics).toContain(
    `rowhouse_table_partitions{instance="inst",table="${TABLE}"} ${report.partitions.length}`,
  )
  await server.close()
  // Without a server the command reads the folder itself.
  const stored = await administerPartitions(configuration, command)
  expect(stored.partitions.map(({ id }) => id)).toEqual(report.partitions.map(({ id }) => id))
  expect(stored.events).toEqual(report.events)
  const again = await start()
  expect(await points(again)).toEqual(expect.arrayContaining(split))
  for (const name of [written[0], written.at(-1)])
    expect(await read(again, name ?? '')).toHaveLength(2000)
})

test('new partitions refuse requests for the configured time, and then serve again', async () => {
  const server = await start({ partitionUnavailableMs: 500 })
  await call(server, createTable, createTableRequest(TABLE))
  const { refused } = await writeUntil(server, (errors) => errors.length > 0)
  expect(new Set(refused)).toEqual(new Set(['OTSPartitionUnavailable']))
  // The partition may serve again by now; a split in between makes it refuse again.
  let answer = ''
  while (answer !== 'served') {
    answer = await read(server, 'none').then(
      () => 'served',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
    expect(['served', UNAVAILABLE]).toContain(answer)
  }
})
