import { createTableRequest } from '@rowhouse/engine/testing'
import {
  batchWriteRow,
  createTable,
  encodeRow,
  infMax,
  infMin,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from './start-server.js'
import { exchange } from './testing/door-fixture.js'
import { ANY_DATE, testConfiguration } from './testing/test-servers.js'

const ROWS = 200

/**
 * Starts a server, and counts how many rows of one batch it accepts into a new table of two partitions.
 */
const start = async (options: Readonly<Record<string, string>>) => {
  const configuration = testConfiguration({ ephemeral: 'true', ...ANY_DATE, ...options })
  const server = await startServer(configuration)
  onTestFinished(() => server.close())
  const ask = (operation: string, body: Buffer) => exchange(server.port, { operation, body })
  return {
    page: async () => (await fetch(`${server.endpoint}/metrics`)).text(),
    acceptedRows: async (tableName: string, keys: readonly string[]): Promise<number> => {
      const request = createTableRequest(tableName, {
        reservedThroughput: { read: 0, write: ROWS },
        partitions: [
          { begin: infMin(), end: stringVariant('m') },
          { begin: stringVariant('m'), end: infMax() },
        ],
      })
      const created = await ask('CreateTable', createTable.encodeRequest(request))
      expect(created.status).toBe(200)
      const { status, body } = await ask('BatchWriteRow', batchOf(tableName, keys))
      expect(status).toBe(200)
      const rows = batchWriteRow.decodeReply(body).tables[0]?.rows ?? []
      const refusals = new Set(rows.map((row) => (row.isOk ? 'OK' : row.error.code)))
      refusals.delete('OK')
      expect([...refusals].filter((code) => code !== 'OTSNotEnoughCapacityUnit')).toEqual([])
      return rows.filter(({ isOk }) => isOk).length
    },
  }
}

const batchOf = (tableName: string, keys: readonly string[]): Buffer =>
  batchWriteRow.encodeRequest({
    tables: [
      {
        tableName,
        rows: keys.map((key) => ({
          type: 'PUT',
          rowChange: encodeRow({
            primaryKey: [plainCell('pk', stringVariant(key))],
            cells: [],
            deleteMarker: false,
          }),
          condition: { rowExistence: 'IGNORE', columnCondition: undefined },
          returnContent: undefined,
        })),
      },
    ],
    transactionId: undefined,
    isAtomic: false,
  })

const numbers = Array.from({ length: ROWS }, (_, index) => String(index).padStart(4, '0'))
const rising = numbers.map((number) => `a${number}`)
const spread = numbers.map((number, index) => `${index % 2 === 0 ? 'a' : 'z'}${number}`)

test('an even load is accepted, while ascending keys get the share of one partition', async () => {
  const { acceptedRows, page } = await start({ throttle: 'partitions' })
  const accepted = await acceptedRows('rising', rising)
  // Half of the rows, and those accepted by the tokens that arrive meanwhile.
  expect(accepted).toBeGreaterThanOrEqual(ROWS / 2)
  expect(accepted).toBeLessThan(ROWS)
  expect(await acceptedRows('spread', spread)).toBe(ROWS)
  const lines = (await page()).split('\n')
  const counter = (table: string): string =>
    `rowhouse_throttled_rows_total{instance="inst",table="${table}",kind="write"}`
  expect(lines).toContain(`${counter('rising')} ${ROWS - accepted}`)
  expect(lines).toContain(`${counter('spread')} 0`)
})

test('a partition serves no more than its configured units', async () => {
  const { acceptedRows } = await start({ throttle: 'partitions', partitionUnits: '20' })
  expect(await acceptedRows('spread', spread)).toBeLessThan(ROWS)
})

test('one budget for the table ignores where the rows go', async () => {
  const { acceptedRows } = await start({ throttle: 'table' })
  expect(await acceptedRows('rising', rising)).toBe(ROWS)
})
