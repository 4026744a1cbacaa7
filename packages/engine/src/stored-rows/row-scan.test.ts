import type { Entry } from '@rowhouse/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNCOUNTED_MEMORY } from '../memory/request-memory.js'
import type { EntryScan } from '../partitions/partition-store.js'
import { fleetingScan } from '../testing/fleeting-scan.js'
import { RowKind } from './row-codec.js'
import { RowScan } from './row-scan.js'

/** A row in one piece, or with so many chunks behind its head. */
const entriesOf = (chunks: number | undefined, row: number): Entry[] => {
  const entry = (kind: number, name: string): Entry => ({
    key: Buffer.from(`row ${row} ${name}`),
    value: Buffer.from([kind, row]),
  })
  if (chunks === undefined) return [entry(RowKind.WHOLE, '')]
  const behind = Array.from({ length: chunks }, (_, chunk) => entry(RowKind.CHUNK, `c${chunk}`))
  return [entry(RowKind.CHUNKED, ''), ...behind]
}

const scanOf = (entries: readonly Entry[], batch: number): EntryScan => {
  let at = 0
  return {
    next: async () => entries.slice(at, (at += batch)),
    close: async () => {},
  }
}

const allRows = async (scan: RowScan): Promise<string[]> => {
  const found: string[] = []
  for (let rows = await scan.next(); rows.length > 0; rows = await scan.next())
    for (const { key, value, chunks } of rows)
      found.push([key, value, ...(chunks ?? [])].map((bytes) => bytes.toString('latin1')).join())
  await scan.close()
  return found
}

test('rows are the same whether entries stay or are gone with the next batch', async () => {
  const anyRows = fc.array(fc.option(fc.nat(4), { nil: undefined }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      async (rows, batch, isReverse) => {
        const forward = rows.flatMap(entriesOf)
        const entries = isReverse ? forward.toReversed() : forward
        const kept = await allRows(new RowScan(scanOf(entries, batch), isReverse))
        const fleeting = fleetingScan(scanOf(entries, batch))
        const gone = await allRows(new RowScan(fleeting, isReverse, UNCOUNTED_MEMORY, true))
        expect(kept).toHaveLength(rows.length)
        expect(gone).toEqual(kept)
      },
    ),
  )
})
