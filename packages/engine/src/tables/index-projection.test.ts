import { type Variant, integerVariant, stringVariant } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRowKey } from '../keys/encode-key.js'
import { createColumnNames } from '../stored-rows/column-names.js'
import { decodeStoredRow, encodeStoredRow } from '../stored-rows/row-codec.js'
import type { StoredCell } from '../stored-rows/stored-row.js'
import { openMemoryEngine } from '../testing/index.js'
import { IndexProjection } from './index-projection.js'
import { byCity, createPeople, tableOf } from '../indexes/testing/indexed-table.js'

const value: fc.Arbitrary<Variant> = fc.oneof(
  fc.string({ maxLength: 12 }).map(stringVariant),
  fc.integer().map((number) => integerVariant(BigInt(number))),
  fc.constant(stringVariant('x'.repeat(1025))),
)
const stamp = 1_700_000_000_000n
const cell = fc.record({
  name: fc.constantFrom('age', 'city', 'free', 'note'),
  // A timestamp equal to the stamp has a shorter form.
  timestamp: fc.integer({ min: -2, max: 1 }).map((after) => stamp + BigInt(after)),
  value,
})
const cells = fc
  .uniqueArray(cell, { maxLength: 9, selector: ({ name, timestamp }) => `${name} ${timestamp}` })
  .map((all) => all.toSorted(compareCells))

const compareCells = (a: StoredCell, b: StoredCell): number =>
  a.name === b.name ? Number(b.timestamp - a.timestamp) : a.name < b.name ? -1 : 1

test('the stored form of a row and its cells give the same entry', async () => {
  const { engine } = await openMemoryEngine()
  await createPeople(engine, [byCity])
  const main = tableOf(engine, 'people').description
  const index = tableOf(engine, 'by_city').description
  const { key } = encodeRowKey([stringVariant('red'), integerVariant(7n)])
  let entries = 0
  fc.assert(
    fc.property(cells, (all) => {
      const names = createColumnNames([])
      const projection = new IndexProjection(main, index, names)
      const stored = encodeStoredRow({ stamp, cells: all, expiryHour: 12 }, names)
      const wanted = projection.entryOf(key, decodeStoredRow(stored, names))
      const row = { key, value: stored, chunks: undefined }
      expect(projection.entryOfScanned(row, false)).toEqual(wanted)
      if (wanted !== undefined) entries++
    }),
  )
  expect(entries).toBeGreaterThan(0)
  await engine.close()
})

test('a timestamp that happens to equal a later stamp is encoded like any other', async () => {
  const { engine } = await openMemoryEngine()
  await createPeople(engine, [byCity])
  const main = tableOf(engine, 'people').description
  const index = tableOf(engine, 'by_city').description
  const { key } = encodeRowKey([stringVariant('red'), integerVariant(7n)])
  const names = createColumnNames([])
  const projection = new IndexProjection(main, index, names)
  const city = { name: 'city', timestamp: stamp, value: stringVariant('Rome') }
  const note = { name: 'note', timestamp: stamp, value: stringVariant('n') }
  const stored = encodeStoredRow({ stamp: stamp - 1n, cells: [city, note], expiryHour: 1 }, names)
  // The stamp follows checksum and expiry; nothing else of the row depends on it.
  stored.writeBigInt64LE(stamp, 9)
  const wanted = projection.entryOf(key, { stamp, cells: [city, note], expiryHour: undefined })
  expect(projection.entryOfScanned({ key, value: stored, chunks: undefined }, true)).toEqual(wanted)
  await engine.close()
})
