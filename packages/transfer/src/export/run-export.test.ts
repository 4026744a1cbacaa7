import { existsSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { compare, query } from '@rowhouse/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportTable } from '../testing/export-of.js'
import { type TestPlace, startTestPlace } from '../testing/transfer-place.js'

const SCHEMA = {
  name: 'lines',
  key: { order: 'string', line: 'integer' },
  columns: { price: 'double', note: 'string' },
} as const
const ORDERS = 60
const LINES = 100

let place: TestPlace
beforeAll(async () => {
  place = await startTestPlace()
  const table = await place.client.createTable(SCHEMA)
  const writer = table.bulkWriter({ order: 'row' })
  for (let order = 0; order < ORDERS; order++) {
    for (let line = 0; line < LINES; line++) {
      const key = { order: `o${String(order).padStart(3, '0')}`, line: BigInt(line) }
      void writer.write({ put: { ...key, price: line / 4, ...(line === 0 && { note: 'first' }) } })
    }
  }
  await writer.close()
})
afterAll(() => place.close())

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')

test('a range of a table is exported to CSV with the columns of its rows', async () => {
  const path = place.path('range.csv')
  const range = { from: ['o001', 98n], to: ['o002', 1n] }
  const { rows } = await exportTable(place, 'lines', path, { range })
  expect(rows).toBe(3)
  expect(readFileSync(path, 'utf8')).toBe(
    'order,line,note,price\no001,98,,24.5\no001,99,,24.75\no002,0,first,0.0\n',
  )
  expect(existsSync(`${path}.part`)).toBe(false)
  expect(existsSync(`${path}.journal`)).toBe(false)
})

test('filtered rows with some columns are exported to standard output', async () => {
  const output = new PassThrough()
  const written = text(output)
  const filter = compare(SCHEMA, 'price', '>', 24.5)
  await exportTable(place, 'lines', '-', { format: 'csv', filter, columns: ['price'], output })
  output.end()
  const lines = (await written).trim().split('\n')
  expect(lines).toHaveLength(1 + ORDERS)
  expect(lines[0]).toBe('order,line,price')
  expect(lines[1]).toMatch(/^o\d{3},99,24.75$/)
})

describe('rows that a search index finds', () => {
  beforeAll(async () => {
    const index = place.client.table(SCHEMA).index('lines_index')
    await index.create({ fields: { note: 'KEYWORD', price: 'DOUBLE' } })
    await index.search({ waitForIndex: true, limit: 1 })
  })
  afterAll(() => place.client.table(SCHEMA).index('lines_index').delete())

  test('are read from the table', async () => {
    const path = place.path('found.ndjson')
    const found = {
      indexName: 'lines_index',
      query: query.bool({ must: [query.term('note', 'first')] }),
    }
    const { rows } = await exportTable(place, 'lines', path, { found })
    expect(rows).toBe(ORDERS)
    expect(linesOf(path)[1]).toBe('{"order":"o001","line":0,"note":"first","price":0.0}')
  })

  test.each(['ndjson', 'csv', 'ndjson.gz'])(
    '%s: an interrupted export is resumed',
    async (ending) => {
      const path = place.path(`found-half.${ending}`)
      const found = {
        indexName: 'lines_index',
        query: query.bool({ must: [query.range('price', { gte: 1 })] }),
      }
      const interrupted = exportTable(place, 'lines', path, { found }, ({ rows }) => {
        if (rows > 3_000) throw new Error('interrupted')
      })
      await expect(interrupted).rejects.toThrow('interrupted')
      // These rows are written before and after the key where the search continues.
      const table = place.client.table(SCHEMA)
      await table.put({ order: 'o000', line: 1000n, price: 5 })
      await table.put({ order: 'o059', line: 1000n, price: 5 })
      await table.index('lines_index').search({ waitForIndex: true, limit: 1 })
      const { rows, resumed } = await exportTable(place, 'lines', path, { found })
      expect(resumed).toBeGreaterThan(0)
      expect(rows).toBe(ORDERS * (LINES - 4) + 1)
      for (const order of ['o000', 'o059']) await table.delete({ order, line: 1000n })
      await table.index('lines_index').search({ waitForIndex: true, limit: 1 })
      if (ending.endsWith('.gz')) return
      const whole = place.path(`found-whole.${ending}`)
      await exportTable(place, 'lines', whole, { found })
      expect(linesOf(path).filter((line) => !line.includes('1000'))).toEqual(linesOf(whole))
    },
  )
})

test('wrong bounds are refused', async () => {
  const exportRange = (from: (string | bigint)[], to: (string | bigint)[]) =>
    exportTable(place, 'lines', place.path('wrong.ts'), { range: { from, to } })
  await expect(exportRange(['b'], ['a'])).rejects.toThrow('ends before it begins')
  await expect(exportRange([7n], ['a'])).rejects.toThrow('order of the range must be a string')
  await expect(exportRange(['a', 1n, 2n], ['b'])).rejects.toThrow('the key has 2 columns')
  await expect(exportTable(place, 'none', place.path('none.ts'))).rejects.toThrow('no table none')
})

test.each(['ndjson', 'csv', 'ndjson.gz'])(
  '%s: an interrupted export is resumed',
  async (ending) => {
    const path = place.path(`half.${ending}`)
    const more = { parallel: 1 }
    const interrupted = exportTable(place, 'lines', path, more, ({ rows }) => {
      if (rows > 3_000) throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    expect(existsSync(path)).toBe(false)
    const { rows, resumed } = await exportTable(place, 'lines', path, more)
    expect(resumed).toBeGreaterThan(0)
    expect(rows).toBe(ORDERS * LINES)
    const whole = place.path(`whole.${ending}`)
    await exportTable(place, 'lines', whole, more)
    if (!ending.endsWith('.gz')) expect(linesOf(path)).toEqual(linesOf(whole))
  },
)

test('another export does not resume this one', async () => {
  const path = place.path('other.ndjson')
  const interrupted = exportTable(place, 'lines', path, {}, () => {
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const range = { from: ['o010'], to: ['o011'] }
  await expect(exportTable(place, 'lines', path, { range })).rejects.toThrow('--restart')
  const { rows } = await exportTable(place, 'lines', path, { range, isRestart: true })
  expect(rows).toBe(LINES)
})

test('an export that failed before its first row does not stand in the way of the next', async () => {
  const path = place.path('corrected.ndjson')
  const found = { indexName: 'no_index', query: query.bool({ must: [query.matchAll()] }) }
  await expect(exportTable(place, 'lines', path, { found })).rejects.toThrow('no_index')
  expect(existsSync(`${path}.journal`)).toBe(false)
  expect(existsSync(`${path}.part`)).toBe(false)
  expect(await exportTable(place, 'lines', path)).toMatchObject({ rows: ORDERS * LINES })
})

test('an output that is no file is refused before anything is read', async () => {
  await expect(exportTable(place, 'lines', '/dev/null', { format: 'ndjson' })).rejects.toThrow(
    '/dev/null is a device',
  )
})
