import {
  CallError,
  type Table,
  type TableSchema,
  compare,
  defineTable,
  operations,
} from '@rowhouse/client'
import {
  type PlainBufferCell,
  encodeRow,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestClient } from '../testing/test-client.js'
import { findHalfWritten, repairSide } from './repair-side.js'
import { layOut } from './side-layout.js'
import { TableWithSide } from './table-with-side.js'

const columns = {
  price: 'integer',
  stock: 'integer',
  intro: 'string',
  photo: 'binary',
} as const
const product = defineTable({ name: 'product', key: { shop: 'string', id: 'integer' }, columns })
const plain = defineTable({ ...product, name: 'plain' })
type Product = typeof product

let place: Awaited<ReturnType<typeof startTestClient>>
let both: TableWithSide<Product>
let one: Table<typeof plain>

beforeAll(async () => {
  place = await startTestClient()
})
afterAll(() => place.close())

beforeEach(async () => {
  const { client } = place
  for (const name of await client.tableNames()) await client.deleteTable(name)
  both = new TableWithSide(client, { table: product, sideColumns: ['intro', 'photo'] })
  await both.create()
  one = await client.createTable(plain)
})

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const halfWritten = async () => (await all(findHalfWritten(both, { ageMs: -1 }))).length

const key = fc.record({
  shop: fc.constantFrom('a', 'b'),
  id: fc.constantFrom(1n, 2n, 3n),
})
const set = fc.record(
  {
    price: fc.bigInt({ min: 0n, max: 9n }),
    stock: fc.bigInt({ min: 0n, max: 9n }),
    intro: fc.string({ maxLength: 20 }),
    photo: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  },
  { requiredKeys: [] },
)
const condition = fc.option(
  fc.record(
    {
      row: fc.constantFrom('exists' as const, 'missing' as const),
      columns: fc
        .bigInt({ min: 0n, max: 9n })
        .map((value) => compare(product, 'price', '<', value)),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
)
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), key, set, condition }),
  fc.record({
    kind: fc.constant('update' as const),
    key,
    set,
    remove: fc.uniqueArray(fc.constantFrom('stock' as const, 'intro' as const, 'photo' as const)),
    condition,
  }),
  fc.record({ kind: fc.constant('delete' as const), key, condition }),
)
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

/** The same of both, as a client sees it. */
function changesOf(of: Change) {
  const given = of.condition === undefined ? {} : { condition: of.condition }
  if (of.kind === 'put') return { put: { ...of.key, ...of.set }, ...given }
  if (of.kind === 'delete') return { delete: of.key, ...given }
  const remove = of.remove.filter((name) => !Object.hasOwn(of.set, name))
  return { update: of.key, changes: { set: of.set, remove }, ...given }
}

function doIt(
  table: Pick<Table<Product>, 'put' | 'update' | 'delete'> | TableWithSide<Product>,
  of: Change,
) {
  const asked = changesOf(of)
  const { condition: only } = of
  const options = only === undefined ? {} : { condition: only }
  if ('put' in asked) return table.put(asked.put, options)
  return 'delete' in asked
    ? table.delete(asked.delete, options)
    : table.update(asked.update, asked.changes, options)
}

const isEmptyUpdate = (of: Change): boolean =>
  of.kind === 'update' && Object.keys(of.set).length === 0 && of.remove.length === 0

test('two tables answer as one does, whatever is done to them', async () => {
  const { client } = place
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const twin = client.table(defineTable({ ...product, name: 'plain' }))
      for await (const row of twin.range()) await twin.delete(row)
      for await (const row of both.range()) await both.delete(row)
      for (const of of changes.filter((some) => !isEmptyUpdate(some))) {
        const wanted = await outcome(doIt(twin, of))
        expect(await outcome(doIt(both, of))).toBe(wanted)
        expect(await both.get(of.key)).toEqual(await twin.get(of.key))
        for (const some of [['price'], ['intro'], ['photo', 'stock'], ['shop', 'intro']] as const)
          expect(await both.get(of.key, { columns: some })).toEqual(
            await twin.get(of.key, { columns: some }),
          )
      }
      expect(await all(both.range())).toEqual(await all(twin.range()))
      const range = { prefix: { shop: 'a' }, direction: 'backward', columns: ['intro'] } as const
      expect(await all(both.range(range))).toEqual(await all(twin.range(range)))
      expect(await halfWritten()).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('many rows go together, each with its own outcome', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(change, { maxLength: 6, selector: (of) => `${of.key.shop} ${of.key.id}` }),
      async (changes) => {
        const asked = changes.filter((some) => !isEmptyUpdate(some)).map(changesOf)
        const wanted = await one.writeMany(asked)
        const found = await both.writeMany(asked)
        expect(found.map(({ isOk }) => isOk)).toEqual(wanted.map(({ isOk }) => isOk))
        expect(await all(both.range())).toEqual(await all(one.range()))
        expect(await halfWritten()).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

test('batches and pages of hundreds of rows', async () => {
  const intro = 'x'.repeat(30_000)
  const rows = Array.from({ length: 250 }, (_, nth) => ({ shop: 's', id: BigInt(nth), intro }))
  const results = await both.writeMany(rows.map((put) => ({ put })))
  expect(results.filter(({ isOk }) => isOk)).toHaveLength(250)
  expect(await all(both.range())).toEqual(rows)
  expect(await all(both.range({ limit: 130 }))).toEqual(rows.slice(0, 130))
})

describe('units', () => {
  const row = { shop: 's', id: 1n, price: 7n, intro: 'x'.repeat(9_000) }

  test('are those that the service counts, with what one table would take', async () => {
    await both.put(row, { condition: { row: 'missing' } })
    expect(both.units.writes).toEqual({ spent: 4, oneTable: 3, wholeRows: 3 })
    await both.get(row, { columns: ['price'] })
    expect(both.units.reads).toEqual({ spent: 1, oneTable: 1, wholeRows: 3 })
    await both.get(row)
    expect(both.units.reads).toEqual({ spent: 1 + 1 + 3, oneTable: 1 + 3, wholeRows: 6 })
    const [side] = await all(both.parts.side.range())
    const key = [plainCell('shop', stringVariant('s')), plainCell('id', integerVariant(1n))]
    const id = plainCell('side_id', stringVariant(String(side?.['side_id'])))
    const told = [await unitsOf('product', key), await unitsOf('product_side', [...key, id])]
    expect(told).toEqual([1, 3])
  })
})

/** What the server says that a row costs. */
async function unitsOf(tableName: string, primaryKey: readonly PlainBufferCell[]): Promise<number> {
  const { consumed } = await place.client.call(operations.getRow, {
    tableName,
    primaryKey: encodeRow({ primaryKey, cells: [], deleteMarker: false }),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId: undefined,
  })
  return consumed.read
}

test('a read meets a row that is replaced under it', async () => {
  await both.put({ shop: 's', id: 1n, price: 1n, intro: 'first' })
  const { rows } = both.parts
  const read = rows.read.bind(rows)
  let isFirst = true
  rows.read = async (...asked) => {
    if (isFirst) {
      isFirst = false
      await both.put({ shop: 's', id: 1n, price: 2n, intro: 'second' })
    }
    return read(...asked)
  }
  expect(await both.get({ shop: 's', id: 1n })).toMatchObject({ price: 2n, intro: 'second' })
})

describe('repairs', () => {
  const own = { shop: 's', id: 1n }

  test('leave alone what may still get its pointer', async () => {
    const fresh = both.parts.rows.make(own, { intro: 'of a write in the making' })
    if (fresh === undefined) throw new Error('there is a column')
    await both.parts.rows.write(fresh)
    expect(await repairSide(both)).toEqual({ unpointed: 0, dangling: 0 })
    expect(await repairSide(both, { ageMs: -1 })).toEqual({ unpointed: 1, dangling: 0 })
    expect(await halfWritten()).toBe(0)
  })

  test('take away pointers to side rows that somebody has removed', async () => {
    await both.put({ ...own, price: 1n, intro: 'lost' })
    for await (const row of both.parts.side.range()) await both.parts.side.delete(row)
    await expect(both.get(own)).rejects.toThrow(
      'a row of product (s, 1) points to no row of product_side',
    )
    expect(await all(findHalfWritten(both))).toMatchObject([{ kind: 'dangling', key: own }])
    expect(await repairSide(both)).toEqual({ unpointed: 0, dangling: 1 })
    expect(await both.get(own)).toEqual({ ...own, price: 1n })
  })

  test('cannot overtake a write: one that is too slow is given up', async () => {
    let now = Date.now()
    const slow = new TableWithSide(
      place.client,
      { table: product, sideColumns: ['intro'] },
      () => now,
    )
    const { rows } = slow.parts
    const write = rows.write.bind(rows)
    rows.write = async (...asked) => {
      await write(...asked)
      now += 2 * 3_600_000
    }
    await expect(slow.put({ ...own, intro: 'x' })).rejects.toThrow('took too long')
    expect(await slow.get(own)).toBeUndefined()
  })
})

test('designs that cannot work are refused', () => {
  const of = (key: Record<string, 'string' | 'autoIncrement'>, sideColumns: readonly string[]) =>
    layOut<TableSchema>({ table: { name: 't', key, columns: { intro: 'string' } }, sideColumns })
  const four = { a: 'string', b: 'string', c: 'string', d: 'string' } as const
  expect(() => of(four, ['intro'])).toThrow('t has 4 key columns')
  expect(() => of({ a: 'autoIncrement' }, ['intro'])).toThrow('is not known in time')
  expect(() => of({ a: 'string' }, [])).toThrow('no column is in the side table')
  expect(() => of({ a: 'string' }, ['photo'])).toThrow('t has no column photo')
  expect(() => of({ side_id: 'string' }, ['intro'])).toThrow('t has a column side_id')
})

test('a table whose columns nobody has defined may have any in its side table', () => {
  const table = { name: 't', key: { a: 'string' }, columns: {} } as const
  const { partsOf } = layOut<TableSchema>({ table, sideColumns: ['photo'] })
  const row = { a: 'key', name: 'small', photo: 'large' }
  expect(partsOf(row)).toEqual({ main: { name: 'small' }, side: { photo: 'large' } })
})

test('conditions, filters and counters use the main table alone', async () => {
  const own = { shop: 's', id: 1n }
  const columnsOfSide = compare(product, 'intro', '=', 'x')
  await expect(both.put(own, { condition: { columns: columnsOfSide } })).rejects.toThrow(
    'cannot use intro: it is in product_side',
  )
  await expect(all(both.range({ filter: columnsOfSide }))).rejects.toThrow('cannot use intro')
  const counted = new TableWithSide(place.client, { table: product, sideColumns: ['stock'] })
  await expect(counted.update(own, { increment: { stock: 1n } })).rejects.toThrow(
    'stock cannot be incremented',
  )
  await both.update(own, { increment: { stock: 2n }, set: { intro: 'x' } })
  expect(await both.get(own)).toEqual({ ...own, stock: 2n, intro: 'x' })
})
