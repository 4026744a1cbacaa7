import { startTestClient } from '@rowhouse/practices/testing'
import { afterAll, expect, test } from 'vitest'
import { adviseOnKeys, chooseKey, splitsOf } from './choose-key.js'
import { hashKeys } from './hash-keys.js'
import { loadMonths } from './hot-and-cold.js'
import { compareImports } from './import-orders.js'
import { openLab } from './lab.js'
import { spliceKeys } from './splice-keys.js'
import { MONTHS } from './swipes.js'

const lab = openLab({ seed: 1, rows: 4_000 })
/** Without throttling there is nothing to wait for; what is measured then says nothing. */
const times = { warmUpMs: 1, measuredMs: 50 }

const { client, close } = await startTestClient()
afterAll(close)

test("the advisor's verdicts are the manual's", () => {
  const { candidates } = adviseOnKeys(openLab({ seed: 1, rows: 20_000 }))
  const verdict = (column: string) =>
    candidates.find(({ columns, transform }) => columns.join() === column && transform === 'none')
      ?.verdict
  expect(['CardID', 'DeviceID', 'SellerID', 'OrderNumber'].map(verdict)).toEqual([
    'good',
    'good',
    'bad',
    'bad',
  ])
})

test('partitions are cut so that each has equally many keys', () => {
  const keys = Array.from({ length: 80 }, (_, nth) => String(nth).padStart(2, '0'))
  expect(splitsOf([...keys, ...keys], 4)).toEqual(['20', '40', '60'])
  expect(splitsOf(['a', 'a', 'b'], 4)).toEqual(['b'])
})

test('each design is measured on a table of its own, which is gone afterwards', async () => {
  const outcomes = await chooseKey(client, lab, times)
  expect(outcomes.map(({ name }) => name)).toHaveLength(6)
  expect((await client.tableNames()).filter((name) => name.startsWith('card_lab_key'))).toEqual([])
})

test('only the last rendering has the order of the columns, and the range of devices', async () => {
  const [raw, padded, comma] = await spliceKeys(client)
  expect(raw).toMatchObject({ isInOrder: false, orders: undefined })
  expect(padded).toMatchObject({ isInOrder: false })
  expect(comma).toMatchObject({
    isInOrder: true,
    faults: [],
    orders: [200_001n, 200_003n, 200_004n, 200_005n],
  })
})

test('hashed order numbers are no neighbours, and are found by reading every prefix', async () => {
  const { keys, neighbours, ranges, price } = await hashKeys(client)
  expect(keys.map((key) => key.slice(4))).not.toEqual(keys.map((key) => key.slice(4)).toSorted())
  expect(neighbours).toEqual(['200002', '200003', '200004'])
  expect(ranges).toBe(16)
  expect(price.requests).toBe(65_536)
})

test('each purchase is in the table of its month, and old tables need fewer units', async () => {
  const { months, needed } = await loadMonths(client, lab)
  expect(months).toHaveLength(MONTHS)
  expect(months.reduce((sum, { rows }) => sum + rows, 0)).toBe(lab.rows)
  for (const { table, rows } of months.filter((_, nth) => nth % 8 === 0)) {
    const schema = {
      name: table,
      key: { card: 'integer', device: 'integer', order: 'integer' },
    } as const
    let found = 0
    for await (const _ of client.table({ ...schema, columns: {} }).range()) found += 1
    expect(found).toBe(rows)
  }
  expect(needed.steps.map(({ kind }) => kind)).toEqual(
    Array.from({ length: MONTHS - 1 }, () => 'set units'),
  )
})

test('an import is measured in both orders', async () => {
  const outcomes = await compareImports(client, lab, times)
  expect(outcomes.map(({ order }) => order)).toEqual(['sorted', 'shuffled'])
})
