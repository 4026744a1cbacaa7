import { type Variant, decodeRow, encodeRow, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { Engine } from '../../engine.js'
import { encodeRowKey } from '../../keys/encode-key.js'
import { engineLimits } from '../../limits.js'
import type { PartitionSnapshot, PartitionStore } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import { alteredStore, createTableRequest, openMemoryEngine } from '../../testing/index.js'
import { batchGetRow } from '../batch-get-row.js'
import { getRow } from '../get-row.js'
import { putRow } from '../put-row.js'
import { rowsByKey } from '../rows-by-key.js'

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f']
const KEY = [plainCell('pk', stringVariant('p'))]
/** Three of these values are too much for a row that is not chunked. */
const LARGE = 'x'.repeat(engineLimits.ROW_INLINE_BYTES_MAX / 3)

/** Every column of a version has its number; every third version is not chunked. */
const valueOf = (version: number): Variant =>
  stringVariant(`${version} ${version % 3 === 0 ? '' : LARGE}`)

const versionIn = (value: Variant | undefined): number =>
  Number.parseInt(value?.subarray(5).toString() ?? '', 10)

/** Calls `disturb` before and after every call of the store. */
const disturbed = (store: PartitionStore, disturb: () => Promise<void>): PartitionStore => {
  const amid = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    await disturb()
    const result = await call()
    await disturb()
    return result
  }
  const scans =
    (source: Pick<PartitionStore, 'scan'>): PartitionStore['scan'] =>
    (range) => {
      const scan = source.scan(range)
      return { next: () => amid(() => scan.next()), close: () => scan.close() }
    }
  return alteredStore(store, {
    read: (read) => amid(() => store.read(read)),
    scan: scans(store),
    snapshot: async (): Promise<PartitionSnapshot> => {
      const snapshot = await amid(() => store.snapshot())
      return { scan: scans(snapshot), close: () => snapshot.close() }
    },
  })
}

/** A row that changes whenever a reader awaits something. */
const openChangingRow = async () => {
  const { engine, store } = await openMemoryEngine()
  await createTable(engine, 'demo', createTableRequest('t'))
  const put = async (version: number): Promise<void> => {
    await putRow(engine, 'demo', {
      tableName: 't',
      row: encodeRow({
        primaryKey: KEY,
        cells: COLUMNS.map((name) => plainCell(name, valueOf(version))),
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  let version = 1
  await put(version)
  const reader: Engine = { ...engine, store: disturbed(store, () => put(++version)) }
  return { reader }
}

const selected = (columnsToGet: readonly string[]) => ({
  columnsToGet,
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
})

/** The columns of one version, and no others. */
const expectOneVersion = (row: Buffer, columns: readonly string[]): void => {
  const { cells } = decodeRow(row)
  expect(cells.map(({ name }) => name)).toEqual(columns)
  const versions = new Set(cells.map(({ value }) => versionIn(value)))
  expect(versions.size, `versions ${[...versions].join()}`).toBe(1)
}

const WANTED: readonly (readonly string[])[] = [[], ['a', 'f'], COLUMNS]

test('GetRow returns the columns of one commit, whatever is written meanwhile', async () => {
  const { reader } = await openChangingRow()
  const primaryKey = encodeRow({ primaryKey: KEY, cells: [], deleteMarker: false })
  for (let round = 0; round < 12; round++) {
    for (const columns of WANTED) {
      const { row } = await getRow(reader, 'demo', {
        tableName: 't',
        primaryKey,
        token: undefined,
        transactionId: undefined,
        ...selected(columns),
      })
      expectOneVersion(row, columns.length === 0 ? COLUMNS : columns)
    }
  }
})

test('so does BatchGetRow', async () => {
  const { reader } = await openChangingRow()
  const primaryKey = encodeRow({ primaryKey: KEY, cells: [], deleteMarker: false })
  for (let round = 0; round < 12; round++) {
    const tables = WANTED.map((columns) => ({
      tableName: 't',
      primaryKeys: [primaryKey],
      tokens: [],
      ...selected(columns),
    }))
    const replies = await batchGetRow(reader, 'demo', { tables })
    for (const [at, { rows }] of replies.tables.entries()) {
      const [read] = rows
      if (read?.isOk !== true) throw new Error('no row')
      const columns = WANTED[at] ?? []
      expectOneVersion(read.row, columns.length === 0 ? COLUMNS : columns)
    }
  }
})

test('so do rows that are read for the hits of a search', async () => {
  const { reader } = await openChangingRow()
  const table = reader.catalog.find('demo', 't')
  if (table === undefined) throw new Error('no table')
  const { key } = encodeRowKey([stringVariant('p')])
  for (let round = 0; round < 12; round++) {
    for (const columns of [undefined, ['a', 'f']]) {
      const [read] = await rowsByKey(reader, table, [key], columns)
      expectOneVersion(read?.row ?? Buffer.alloc(0), columns ?? COLUMNS)
    }
  }
})
