import type { AnyTable, Value } from '@rowhouse/client'
import { decodeRows } from '@rowhouse/protocol'
import { operations } from '@rowhouse/client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TableRow, tableRowOf } from '../formats/table-row.js'
import type { FormatName } from '../formats/format.js'
import type { ImportOptions } from '../import/import-options.js'
import { parseMapping } from '../import/parse-mapping.js'
import { exportTable } from '../testing/export-of.js'
import { importFiles } from '../testing/import-of.js'
import { type TestPlace, startTestPlace } from '../testing/transfer-place.js'
import { encodeRange, wholeTable } from './key-range.js'

let place: TestPlace
beforeAll(async () => {
  place = await startTestPlace()
})
afterAll(() => place.close())

const KEY = { id: 'string', part: 'integer', raw: 'binary' } as const
const NAMES = Object.keys(KEY)

interface GeneratedCell {
  readonly name: string
  readonly value: Value
  readonly timestamp: bigint
}
interface GeneratedRow {
  readonly key: Readonly<Record<string, Value>>
  readonly cells: readonly GeneratedCell[]
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('', '7', '1.0', 'true', '"', ',', 'a\nb', '\r', '{"$binary":"AA=="}', ' x '),
)
const values = {
  text,
  count: int64,
  amount: fc.double({ noNaN: true, noDefaultInfinity: true }),
  flag: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 9 }),
} as const
type Column = keyof typeof values
const columns: readonly Column[] = ['text', 'count', 'amount', 'flag', 'bytes']

const anyValue: fc.Arbitrary<Value> = fc.oneof(...columns.map((name) => values[name]))
const time = fc.bigInt({ min: 1_000_000_000_000n, max: 1_700_000_000_000n })
const key = fc.record({ id: text, part: int64, raw: values.bytes })

/** Columns whose values are all of one type, one version each. */
const plainRow = fc.record({
  key,
  cells: fc.subarray([...columns]).chain((names) =>
    fc.tuple(...names.map((name) => values[name])).map((all) =>
      names.flatMap((name, i): GeneratedCell[] => {
        const value = all[i]
        return value === undefined ? [] : [{ name, value, timestamp: 1_600_000_000_000n }]
      }),
    ),
  ),
})

/** Columns with several versions, whose values have any type. */
const versionedRow = fc.record({
  key,
  cells: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c c', '"d"', '列'),
      value: anyValue,
      timestamp: time,
    }),
    { maxLength: 9, selector: ({ name, timestamp }) => `${name} ${timestamp}` },
  ),
})

async function fill(tableName: string, rows: readonly GeneratedRow[]): Promise<void> {
  const schema = { name: tableName, key: KEY, columns: {} }
  const options = { maxVersions: 10, maxTimeDeviationSeconds: 9_000_000_000n }
  await place.client.createTable(schema, options)
  const writer = place.client.table<AnyTable>(schema).bulkWriter({ order: 'row' })
  for (const { key: put, cells } of rows) void writer.write({ put, cells })
  await writer.close()
  expect(writer.figures.failed).toBe(0)
}

async function contentOf(tableName: string, hasTimes: boolean): Promise<unknown[]> {
  const { start, end } = encodeRange(Object.entries(KEY), wholeTable)
  const reply = await place.client.call(operations.getRange, {
    tableName,
    direction: 'FORWARD',
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 10,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    limit: undefined,
    inclusiveStartPrimaryKey: start,
    exclusiveEndPrimaryKey: end,
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  expect(reply.nextStartPrimaryKey).toBeUndefined()
  return decodeRows(reply.rows)
    .map(tableRowOf)
    .map((row) => plain(row, hasTimes))
}

const plain = ({ key: all, cells }: TableRow, hasTimes: boolean): unknown => ({
  key: all.map(String),
  cells: cells.map(({ name, value, time: at }) => [
    name,
    typeof value,
    Object.is(value, -0) ? '-0' : String(value),
    hasTimes ? at : undefined,
  ]),
})

let tables = 0
async function roundTrip(
  rows: readonly GeneratedRow[],
  format: FormatName,
  hasVersions: boolean,
  reading: Partial<ImportOptions>,
): Promise<void> {
  const [from, to] = [`from${++tables}`, `to${tables}`]
  try {
    await fill(from, rows)
    const path = place.path(`${from}.${format}`)
    const { rows: count } = await exportTable(place, from, path, { hasVersions })
    const before = await contentOf(from, hasVersions)
    expect(count).toBe(before.length)
    if (before.length === 0) return
    const result = await importFiles(place, to, [path], {
      keyNames: NAMES,
      maxVersions: 10,
      ...reading,
    })
    expect(result.rejected).toBe(0)
    expect(await contentOf(to, hasVersions)).toEqual(before)
  } finally {
    await place.client.deleteTable(from)
    if ((await place.client.tableNames()).includes(to)) await place.client.deleteTable(to)
  }
}

const typesOf = (types: readonly string[]) => types.map(parseMapping)
const keyTypes = ['id:string', 'part:integer', 'raw:binary']
const columnTypes = [
  'text:string',
  'count:integer',
  'amount:double',
  'flag:boolean',
  'bytes:binary',
]
const RUNS = { numRuns: 40 }

describe('an export that is imported again keeps', () => {
  test('ts: types, versions and times', () =>
    fc.assert(
      fc.asyncProperty(fc.array(versionedRow, { maxLength: 8 }), (rows) =>
        roundTrip(rows, 'ts', true, { mappings: typesOf(['raw:binary']) }),
      ),
      RUNS,
    ))

  test('ndjson: types, versions and times', () =>
    fc.assert(
      fc.asyncProperty(fc.array(versionedRow, { maxLength: 8 }), (rows) =>
        roundTrip(rows, 'ndjson', true, { isAsWritten: true }),
      ),
      RUNS,
    ))

  test('ndjson without versions: types', () =>
    fc.assert(
      fc.asyncProperty(fc.array(plainRow, { maxLength: 8 }), (rows) =>
        roundTrip(rows, 'ndjson', false, {}),
      ),
      RUNS,
    ))

  test('parquet: types', () =>
    fc.assert(
      fc.asyncProperty(fc.array(plainRow, { maxLength: 8 }), (rows) =>
        roundTrip(rows, 'parquet', false, {}),
      ),
      RUNS,
    ))

  test('csv: values, when the types are given', () =>
    fc.assert(
      fc.asyncProperty(fc.array(plainRow, { maxLength: 8 }), (rows) => {
        const found = new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name)))
        const mapped = columnTypes.filter((type) => found.has(type.replace(/:.*/, '')))
        return roundTrip(rows, 'csv', false, { mappings: typesOf([...keyTypes, ...mapped]) })
      }),
      RUNS,
    ))
})
