import { expectDefined } from '@rowhouse/platform'
import {
  type BatchWriteRowRequest,
  type PlainBufferCell,
  type RowExistence,
  type RowInBatchWriteRowReply,
  type Variant,
  decodeRows,
  encodeRow,
  errors,
  infMax,
  infMin,
  plainCell,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, it } from 'vitest'
import type { Engine, EngineOptions } from '../engine.js'
import { batchGetRow } from '../rows/batch-get-row.js'
import { batchWriteRow } from '../rows/batch-write-row.js'
import { bulkExport } from '../rows/bulk-export.js'
import { bulkImport } from '../rows/bulk-import.js'
import { getRange } from '../rows/get-range.js'
import { getRow } from '../rows/get-row.js'
import { putRow } from '../rows/put-row.js'
import { createTable } from '../tables/create-table.js'
import { deleteTable } from '../tables/delete-table.js'
import { createTableRequest, openMemoryEngine, updateTableRequest } from '../testing/index.js'
import { updateTable } from '../tables/update-table.js'
import { wholeRows } from '../testing/whole-rows.js'

const rowOf = (key: Variant, text?: string): Buffer =>
  encodeRow({
    primaryKey: [plainCell('pk', key)],
    cells: text === undefined ? [] : [plainCell('text', stringVariant(text))],
    deleteMarker: false,
  })

const keyOf = (key: string): Buffer => rowOf(stringVariant(key))
const KIB = 'x'.repeat(1024)

const EXHAUSTED = {
  code: 'OTSNotEnoughCapacityUnit',
  message: 'Remaining capacity unit is not enough.',
}

const batchOf = (
  tableName: string,
  keys: readonly string[],
  text = 'x',
  rowExistence: RowExistence = 'IGNORE',
): BatchWriteRowRequest => ({
  tables: [
    {
      tableName,
      rows: keys.map((key) => ({
        type: 'PUT',
        rowChange: rowOf(stringVariant(key), text),
        condition: { rowExistence, columnCondition: undefined },
        returnContent: undefined,
      })),
    },
  ],
  transactionId: undefined,
  isAtomic: false,
})

/** A table that is split at "m", with its reserved units per second. */
const open = async (
  throttle: EngineOptions['throttle'],
  reserved: { readonly read: number; readonly write: number },
) => {
  const { engine, clock } = await openMemoryEngine({ throttle, partitionUnits: 1000 })
  const partitions = [
    { begin: infMin(), end: stringVariant('m') },
    { begin: stringVariant('m'), end: infMax() },
  ]
  const request = createTableRequest('t', { reservedThroughput: reserved, partitions })
  await createTable(engine, 'demo', request)
  const batch = (keys: readonly string[], text = 'x', rowExistence: RowExistence = 'IGNORE') =>
    batchWriteRow(engine, 'demo', batchOf('t', keys, text, rowExistence)).then(
      ({ tables }) => tables[0]?.rows ?? [],
    )
  return {
    engine,
    clock,
    batch,
    put: (key: string, text = 'x', rowExistence: RowExistence = 'IGNORE') =>
      putRow(engine, 'demo', {
        tableName: 't',
        row: rowOf(stringVariant(key), text),
        condition: { rowExistence, columnCondition: undefined },
        returnContent: undefined,
        transactionId: undefined,
      }),
    get: (key: string) =>
      getRow(engine, 'demo', {
        ...wholeRows,
        tableName: 't',
        primaryKey: keyOf(key),
        token: undefined,
        transactionId: undefined,
      }),
    reserve: (read: number, write: number) =>
      updateTable(engine, 'demo', updateTableRequest('t', { reservedThroughput: { read, write } })),
  }
}

const codes = (rows: readonly RowInBatchWriteRowReply[]): string[] =>
  rows.map((row) => (row.isOk ? 'OK' : row.error.code))

describe('a write', () => {
  it('is refused once the units are used up, and passes later', async () => {
    const { put, clock, engine } = await open('table', { read: 0, write: 2 })
    await put('a')
    await put('z')
    await expect(put('b')).rejects.toMatchObject({ ...EXHAUSTED, status: 403 })
    clock.advance(500)
    await put('b')
    await expect(put('b')).rejects.toMatchObject(EXHAUSTED)
    expect(engine.meter.figures()).toMatchObject([{ write: 3, refusedReads: 0, refusedWrites: 2 }])
  })

  it('that changes nothing gives its units back', async () => {
    const { engine, put } = await open('table', { read: 1, write: 2 })
    const acquire = () => Promise.reject(errors.rowOperationConflict())
    const locked = { ...engine, locks: { ...engine.locks, acquire } }
    const failing = putRow(locked, 'demo', {
      tableName: 't',
      row: rowOf(stringVariant('a'), 'x'.repeat(4096 * 9)),
      condition: { rowExistence: 'EXPECT_NOT_EXIST', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
    await expect(failing).rejects.toMatchObject({ code: 'OTSRowOperationConflict' })
    await put('a')
    await put('b', 'x', 'EXPECT_NOT_EXIST')
    await expect(put('c')).rejects.toMatchObject(EXHAUSTED)
  })

  it('of many units is served whole, and later ones wait until its debt is paid', async () => {
    const { put, clock } = await open('table', { read: 0, write: 2 })
    expect((await put('a', 'x'.repeat(4096 * 9))).consumed.write).toBe(10)
    clock.advance(4_000)
    await expect(put('b')).rejects.toMatchObject(EXHAUSTED)
    clock.advance(500)
    await put('b')
  })

  it('that reads its row needs read units too', async () => {
    const { put } = await open('table', { read: 1, write: 100 })
    await put('a', 'x', 'EXPECT_NOT_EXIST')
    await expect(put('a', 'x', 'EXPECT_EXIST')).rejects.toMatchObject(EXHAUSTED)
    await put('a')
  })

  it('that fails its condition costs a unit of each kind, however large it is', async () => {
    const { put } = await open('table', { read: 9, write: 3 })
    const large = 'x'.repeat(4096 * 9)
    for (let count = 0; count < 2; count++)
      await expect(put('a', large, 'EXPECT_EXIST')).rejects.toMatchObject({
        code: 'OTSConditionCheckFail',
      })
    await put('a')
    await expect(put('a')).rejects.toMatchObject(EXHAUSTED)
  })

  it('is refused in its own partition alone', async () => {
    const { put } = await open('partitions', { read: 0, write: 4 })
    await put('a')
    await put('b')
    await expect(put('c')).rejects.toMatchObject(EXHAUSTED)
    await put('x')
    await put('y')
    await expect(put('z')).rejects.toMatchObject(EXHAUSTED)
  })

  it('is refused for its other mistakes first', async () => {
    const { put } = await open('table', { read: 0, write: 1 })
    await put('a')
    await expect(put('k'.repeat(2000))).rejects.toMatchObject({ code: 'OTSParameterInvalid' })
  })
})

describe('a batch', () => {
  it('of writes fails row by row, and a refused row costs nothing', async () => {
    const { batch, get } = await open('partitions', { read: 0, write: 6 })
    const rows = await batch(['a', 'x', 'b', 'c', 'y', 'd', 'e', 'z'])
    expect(rows.map(({ isOk }) => isOk)).toEqual([true, true, true, true, true, false, false, true])
    expect(rows[6]).toEqual({ isOk: false, consumed: { read: 0, write: 0 }, error: EXHAUSTED })
    expect((await get('d')).row).toHaveLength(0)
    expect((await get('y')).row).not.toHaveLength(0)
  })

  it('writes the rows of one partition-key value one by one, too', async () => {
    const { batch } = await open('table', { read: 0, write: 2 })
    expect(codes(await batch(['a', 'a', 'a']))).toEqual(['OK', 'OK', 'OTSNotEnoughCapacityUnit'])
  })

  it('of reads fails row by row', async () => {
    const { batch, engine } = await open('table', { read: 2, write: 0 })
    await batch(['a', 'b', 'c'])
    const { tables } = await batchGetRow(engine, 'demo', {
      tables: [
        { ...wholeRows, tableName: 't', primaryKeys: ['a', 'b', 'c'].map(keyOf), tokens: [] },
      ],
    })
    const rows = tables[0]?.rows ?? []
    expect(rows.map(({ isOk }) => isOk)).toEqual([true, true, false])
    expect(rows[2]).toMatchObject({ consumed: { read: 0, write: 0 }, error: EXHAUSTED })
  })
})

describe('a range', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'n', 'o', 'p', 'q']

  const pageFrom = async (engine: Engine, start: Buffer) => {
    const page = await getRange(engine, 'demo', {
      ...wholeRows,
      tableName: 't',
      direction: 'FORWARD',
      limit: undefined,
      inclusiveStartPrimaryKey: start,
      exclusiveEndPrimaryKey: rowOf(infMax()),
      token: undefined,
      transactionId: undefined,
      dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
      returnEntirePrimaryKeys: true,
    })
    const found = decodeRows(page.rows).map(({ primaryKey }) => stringOf(valueIn(primaryKey)))
    return { keys: found, next: page.nextStartPrimaryKey }
  }

  /** The keys of all pages, each as long as the throughput allows. */
  const readAll = async (throttle: 'table' | 'partitions', read: number) => {
    const { engine, clock, batch, reserve } = await open(throttle, { read: 0, write: 0 })
    await batch(keys, KIB)
    await reserve(read, 0)
    const pages: string[][] = []
    let start: Buffer | undefined = rowOf(infMin())
    for (let tries = 0; start !== undefined && tries < 100; tries++) {
      try {
        const page = await pageFrom(engine, start)
        pages.push(page.keys)
        start = page.next
      } catch (error) {
        expect(error).toMatchObject(EXHAUSTED)
        clock.advance(250)
      }
    }
    return pages
  }

  const valueIn = (key: readonly PlainBufferCell[]): Variant => key[0]?.value ?? Buffer.alloc(0)

  it('ends a page early when the table has no more units, and continues where it ended', async () => {
    const pages = await readAll('table', 2)
    expect(pages.flat()).toEqual(keys)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages[0]).toHaveLength(8)
  })

  it('charges each partition for its rows', async () => {
    const pages = await readAll('partitions', 4)
    expect(pages.flat()).toEqual(keys)
    expect(pages[0]?.at(-1)).not.toBe('q')
  })

  it('takes units row by row: two pages at once share what is left', async () => {
    const { engine, batch, reserve } = await open('table', { read: 0, write: 0 })
    await batch(keys, KIB)
    await reserve(3, 0)
    const start = rowOf(infMin())
    const pages = await Promise.all([pageFrom(engine, start), pageFrom(engine, start)])
    const rows = pages.flatMap((page) => page.keys)
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.length).toBeLessThan(2 * keys.length)
    await expect(pageFrom(engine, start)).rejects.toMatchObject(EXHAUSTED)
    expect(engine.meter.figures()).toMatchObject([{ refusedReads: 1 }])
  })

  it('is one page when nothing is reserved', async () => {
    expect(await readAll('table', 0)).toEqual([keys])
  })
})

it('bulk operations cost no units and are not refused', async () => {
  const { engine, put } = await open('table', { read: 1, write: 1 })
  await put('a')
  const rows = ['a', 'b', 'c'].map((key) => ({
    type: 'PUT' as const,
    rowChange: rowOf(stringVariant(key), KIB.repeat(100)),
  }))
  const imported = await bulkImport(engine, 'demo', { tableName: 't', rows })
  expect(imported.rows.map(({ isOk }) => isOk)).toEqual([true, true, true])
  const exported = await bulkExport(engine, 'demo', {
    tableName: 't',
    columnsToGet: [],
    filter: undefined,
    inclusiveStartPrimaryKey: rowOf(infMin()),
    exclusiveEndPrimaryKey: rowOf(infMax()),
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
  })
  expect(decodeRows(exported.rows)).toHaveLength(3)
})

it('nothing is refused unless throttling is enabled', async () => {
  const { batch, get } = await open('off', { read: 1, write: 1 })
  const rows = await batch(['a', 'b', 'c', 'd'], KIB.repeat(20))
  expect(codes(rows)).toEqual(['OK', 'OK', 'OK', 'OK'])
  for (let count = 0; count < 5; count++) await get('a')
})

describe('a table that is held while the server throttles none', () => {
  it('gets the units of its partitions, and other tables get all that they ask for', async () => {
    const { engine, batch, put, clock } = await open('off', { read: 0, write: 4 })
    await createTable(engine, 'demo', createTableRequest('free'))
    const asked = Array.from({ length: 6 }, (_, at) => `a${at}`)
    expect(new Set(codes(await batch(asked)))).toEqual(new Set(['OK']))
    engine.traffic.holdPartitions(expectDefined(engine.catalog.find('demo', 't'), 'it was made'))
    const refused = Array.from({ length: 4 }, () => EXHAUSTED.code)
    expect(codes(await batch(asked))).toEqual(['OK', 'OK', ...refused])
    await expect(put('a')).rejects.toMatchObject(EXHAUSTED)
    await put('z')
    const elsewhere = await batchWriteRow(engine, 'demo', batchOf('free', asked))
    expect(new Set(codes(elsewhere.tables[0]?.rows ?? []))).toEqual(new Set(['OK']))
    clock.advance(1_000)
    await put('a')
  })

  it('is free again under its name once it was dropped', async () => {
    const { engine, batch } = await open('off', { read: 0, write: 2 })
    engine.traffic.holdPartitions(expectDefined(engine.catalog.find('demo', 't'), 'it was made'))
    expect(codes(await batch(['a', 'b']))).toEqual(['OK', EXHAUSTED.code])
    await deleteTable(engine, 'demo', { tableName: 't' })
    await createTable(engine, 'demo', createTableRequest('t'))
    expect(codes(await batch(['a', 'b']))).toEqual(['OK', 'OK'])
  })
})
