import {
  PlainBufferWriter,
  type Variant,
  blobVariant,
  booleanVariant,
  decodeRows,
  doubleVariant,
  integerVariant,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeRowKey } from '../../keys/encode-key.js'
import { createTable } from '../../tables/create-table.js'
import type { Table } from '../../tables/table-description.js'
import { openMemoryEngine } from '../../testing/memory-engine.js'
import { createTableRequest, keyColumn, tableOptions } from '../../testing/table-requests.js'
import { RowCursor, decodeStoredRow, encodeStoredRow } from '../../stored-rows/row-codec.js'
import type { StoredCell, StoredRow } from '../../stored-rows/stored-row.js'
import { compareCells } from '../writing/change-cells.js'
import { type RowReading, appendRow, appendStoredRow } from './append-row.js'
import type { KeyForm } from './append-key.js'
import type { Selection } from './row-selection.js'

/** Few names and times, so that versions, bounds and selections coincide often. */
const NAMES = ['a', 'b', 'c', 'dd', '列'] as const
const name = fc.constantFrom(...NAMES)
const time = fc.bigInt(0n, 8n)
/** Zero bytes are escaped in stored keys. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.array(fc.constantFrom(0, 1, 255), { maxLength: 4 }).map((list) => Uint8Array.from(list)),
)
const value: fc.Arbitrary<Variant> = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(integerVariant),
  // Requests cannot contain NaN or infinities.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(doubleVariant),
  fc.boolean().map(booleanVariant),
  fc.string({ unit: 'grapheme' }).map(stringVariant),
  bytes.map(blobVariant),
)
const cell: fc.Arbitrary<StoredCell> = fc.record({ name, timestamp: time, value })
const row: fc.Arbitrary<StoredRow> = fc.record({
  stamp: time,
  expiryHour: fc.constant(undefined),
  cells: fc
    .uniqueArray(cell, { selector: (one) => `${one.timestamp} ${one.name}`, maxLength: 24 })
    .map((cells) => cells.sort(compareCells)),
})
const key: fc.Arbitrary<readonly Variant[]> = fc.tuple(
  fc.string({ unit: fc.constantFrom('x', 'é', '\0', '\u0001') }).map(stringVariant),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(integerVariant),
  bytes.map(blobVariant),
)

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })
const selection: fc.Arbitrary<Selection> = fc.record({
  columns: optional(fc.subarray([...NAMES, 'k', 'other']).map((names) => new Set(names))),
  startColumn: optional(name),
  endColumn: optional(name),
  startTime: time,
  endTime: time,
  hasTimeRange: fc.boolean(),
  maxVersions: fc.integer({ min: 1, max: 4 }),
  passes: fc.constant(undefined),
  page: fc.constant(undefined),
})

describe('a row copied from its stored form', () => {
  let table: Table

  beforeAll(async () => {
    const { engine } = await openMemoryEngine()
    const primaryKey = [keyColumn('k'), keyColumn('n', 'INTEGER'), keyColumn('b', 'BINARY')]
    const options = tableOptions({ timeToLive: -1, maxVersions: 3 })
    await createTable(
      engine,
      'demo',
      createTableRequest('t', { meta: { primaryKey }, tableOptions: options }),
    )
    const found = engine.catalog.find('demo', 't')
    if (found === undefined) throw new Error('the table is there')
    table = found
  })

  const written = (append: (writer: PlainBufferWriter) => unknown) => {
    const writer = new PlainBufferWriter()
    writer.header()
    return { appended: append(writer), reply: writer.finish() }
  }

  it('equals the row made of its cells, for both forms of its key', () => {
    let found = 0
    fc.assert(
      fc.property(row, key, selection, optional(time), (stored, columns, wanted, oldestLive) => {
        const reading: RowReading = { table, selection: wanted, oldestLive }
        const source = encodeStoredRow(stored, table.names)
        const cursor = new RowCursor(table.names)
        const copied = (form: KeyForm) =>
          written((writer) => {
            cursor.begin(source)
            return appendStoredRow(writer, reading, form, cursor)
          })
        const made = written((writer) =>
          appendRow(writer, reading, columns, decodeStoredRow(source, table.names)),
        )
        expect(copied(encodeRowKey(columns).key)).toEqual(made)
        expect(copied(columns)).toEqual(made)
        if (made.reply.length > 4) found += decodeRows(made.reply).length
      }),
      { numRuns: 400 },
    )
    expect(found).toBeGreaterThan(0)
  })
})
