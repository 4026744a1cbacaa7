import type { AnyTable, Client } from '@rowhouse/client'
import { TableWithSide, findHalfWritten } from '@rowhouse/practices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeTable } from '../export/key-range.js'
import { TEST_INSTANCE, type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import type { CopyOptions } from './copy-options.js'
import { runCopy } from './run-copy.js'
import { verifyCopy } from './verify-copy.js'

const SCHEMA = {
  name: 'things',
  key: { id: 'string', part: 'integer' },
  columns: { n: 'integer', defined: 'string' },
} as const
const ROWS = 5_000

let [from, to]: TestPlace[] = []
const placeOf = (place: TestPlace | undefined): TestPlace => {
  if (place === undefined) throw new Error('no test is running')
  return place
}

beforeAll(async () => {
  ;[from, to] = await Promise.all([startTestPlace(), startTestPlace()])
  const options = { maxVersions: 3, timeToLive: 86_400 * 365, definedColumns: ['defined'] } as const
  const table = await placeOf(from).client.createTable(SCHEMA, options)
  const writer = table.bulkWriter({ order: 'row' })
  const now = BigInt(Date.now())
  for (let i = 0; i < ROWS; i++) {
    const cells = [0n, 1n].map((age) => ({
      name: 'n',
      value: BigInt(i) + age,
      timestamp: now - age * 1000n,
    }))
    void writer.write({ put: { id: `k${i % 100}`, part: BigInt(i) }, cells })
  }
  await writer.close()
})
afterAll(() => Promise.all([placeOf(from).close(), placeOf(to).close()]))

const optionsOf = (tableName: string, more: Partial<CopyOptions> = {}): CopyOptions => {
  const side = (place: TestPlace, name: string) => ({
    client: place.client,
    endpoint: place.endpoint,
    instance: TEST_INSTANCE,
    tableName: name,
  })
  return {
    source: side(placeOf(from), 'things'),
    target: side(placeOf(to), tableName),
    range: wholeTable,
    keepsTimes: true,
    parallel: 2,
    concurrency: undefined,
    journalPath: placeOf(to).path(`${tableName}.journal`),
    isRestart: false,
    ...more,
  }
}

const surroundings = (onProgress: (rows: number) => void = () => undefined) => {
  let now = 0
  return {
    now: () => (now += 600),
    onProgress: ({ rows }: { readonly rows: number }) => onProgress(rows),
  }
}

const versionsOf = (client: Client, name: string) =>
  client.table({ ...SCHEMA, name }).getVersions({ id: 'k1', part: 1n }, { maxVersions: 3 })

test('a copy has every version with its time, in a table made like the source', async () => {
  const options = optionsOf('same')
  const result = await runCopy(options, surroundings())
  expect(result).toEqual({ rows: ROWS, resumed: 0, hasCreatedTable: true })
  const [source, target] = [options.source.client, options.target.client]
  expect(await versionsOf(target, 'same')).toEqual(await versionsOf(source, 'things'))
  const { tableOptions, tableMeta } = await target.describeTable('same')
  expect(tableOptions).toMatchObject({ maxVersions: 3, timeToLive: 86_400 * 365 })
  expect(tableMeta.definedColumns).toEqual([{ name: 'defined', type: 'STRING' }])
  const verdict = await verifyCopy(options, () => undefined)
  expect(verdict).toEqual({ rows: ROWS, missing: 0, extra: 0, different: 0, examples: [] })
})

test('differences are reported', async () => {
  const options = optionsOf('other', { keepsTimes: false })
  await runCopy(options, surroundings())
  const table = options.target.client.table({ ...SCHEMA, name: 'other' })
  await table.delete({ id: 'k1', part: 1n })
  await table.put({ id: 'k2', part: -1n })
  await table.update({ id: 'k3', part: 3n }, { set: { n: 7n } })
  const verdict = await verifyCopy(options, () => undefined)
  expect(verdict).toMatchObject({ rows: ROWS, missing: 1, extra: 1, different: 1 })
  expect(verdict.examples).toEqual([
    { kind: 'missing', key: '["k1",1]' },
    { kind: 'extra', key: '["k2",-1]' },
    { kind: 'different', key: '["k3",3]' },
  ])
})

test('an interrupted copy is resumed', async () => {
  const options = optionsOf('half', { parallel: 1 })
  const interrupted = runCopy(
    options,
    surroundings((rows) => {
      if (rows > 3_000) throw new Error('interrupted')
    }),
  )
  await expect(interrupted).rejects.toThrow('interrupted')
  const result = await runCopy(options, surroundings())
  expect(result.resumed).toBeGreaterThan(0)
  expect(result).toMatchObject({ rows: ROWS, hasCreatedTable: true })
  expect(await verifyCopy(options, () => undefined)).toMatchObject({ missing: 0, extra: 0 })
})

test('a target with another key is refused', async () => {
  const schema = { name: 'wrong', key: { id: 'string' }, columns: {} } as const
  await placeOf(to).client.createTable(schema)
  await expect(runCopy(optionsOf('wrong'), surroundings())).rejects.toThrow('the key of wrong is')
})

describe('to a table with a side table', () => {
  const side = { columns: ['intro'], tableName: undefined }
  const optionsWithSide = (name: string, more: Partial<CopyOptions> = {}) => {
    const { source, ...others } = optionsOf(name, { keepsTimes: false, side, ...more })
    return { ...others, source: { ...source, tableName: 'products' } }
  }
  const productsWithSide = (name: string) =>
    new TableWithSide(placeOf(to).client, {
      table: { name, key: { id: 'integer' }, columns: { price: 'double', intro: 'string' } },
      sideColumns: ['intro'],
    })

  beforeAll(async () => {
    const schema = { name: 'products', key: { id: 'integer' }, columns: {} } as const
    const options = { maxVersions: 2 }
    const table = await placeOf(from).client.createTable<AnyTable>(schema, options)
    const writer = table.bulkWriter()
    for (let id = 0n; id < 3_000n; id++) {
      const columns = { price: Number(id) / 2, ...(id % 3n > 0n && { intro: `text ${id}` }) }
      void writer.write({ put: { id, ...columns, data: Buffer.from([Number(id % 256n)]) } })
    }
    await writer.close()
    await table.update({ id: 1n }, { set: { intro: 'newer' } })
  })

  test('the side columns of each row are in its side row, and the rows are the same', async () => {
    const options = optionsWithSide('split')
    const result = await runCopy(options, surroundings())
    expect(result).toEqual({ rows: 3_000, resumed: 0, hasCreatedTable: true })
    const products = productsWithSide('split')
    expect(await products.get({ id: 1n })).toMatchObject({ price: 0.5, intro: 'newer' })
    const { main } = products.parts
    expect(await main.get({ id: 1n })).not.toHaveProperty('intro')
    const verdict = await verifyCopy(options, () => undefined)
    expect(verdict).toEqual({ rows: 3_000, missing: 0, extra: 0, different: 0, examples: [] })
    await products.update({ id: 4n }, { set: { intro: 'another' } })
    await products.delete({ id: 5n })
    expect(await verifyCopy(options, () => undefined)).toMatchObject({ missing: 1, different: 1 })
  })

  test('an interrupted copy is resumed, and leaves no side row without a pointer', async () => {
    const options = optionsWithSide('split_half', { parallel: 1 })
    const interrupted = runCopy(
      options,
      surroundings((rows) => {
        if (rows >= 2_000) throw new Error('interrupted')
      }),
    )
    await expect(interrupted).rejects.toThrow('interrupted')
    const result = await runCopy(options, surroundings())
    expect(result).toMatchObject({ rows: 3_000, hasCreatedTable: true })
    expect(await verifyCopy(options, () => undefined)).toMatchObject({
      missing: 0,
      extra: 0,
      different: 0,
    })
    const halves: unknown[] = []
    for await (const half of findHalfWritten(productsWithSide('split_half'), { ageMs: -1 }))
      halves.push(half)
    expect(halves).toEqual([])
  })

  test('a part of the table, by its keys', async () => {
    const options = optionsWithSide('split_part', { range: { from: [10n], to: [20n] } })
    expect(await runCopy(options, surroundings())).toMatchObject({ rows: 10 })
    expect(await verifyCopy(options, () => undefined)).toMatchObject({
      rows: 10,
      missing: 0,
      extra: 0,
    })
  })

  test('what cannot have a side table is refused', async () => {
    const onto = (options: CopyOptions) => runCopy(options, surroundings())
    const itself = optionsWithSide('products', { target: optionsWithSide('x').source })
    await expect(onto(itself)).rejects.toThrow('needs a copy of another name')
    await expect(onto({ ...optionsOf('expiring'), keepsTimes: false, side })).rejects.toThrow(
      'the rows of things expire',
    )
    const again = optionsWithSide('split_again')
    const split = { ...again, source: { ...again.target, tableName: 'split' } }
    await expect(onto(split)).rejects.toThrow('its table has a side table already')
  })
})
