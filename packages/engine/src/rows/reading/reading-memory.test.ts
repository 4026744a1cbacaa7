import {
  type Condition,
  type PlainBufferCell,
  type ReadSelection,
  decodeRow,
  encodeRow,
  getRow as getRowCodec,
  infMax,
  infMin,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import type { Engine } from '../../engine.js'
import { engineLimits } from '../../limits.js'
import { type HeldMemory, MemoryBudget } from '../../memory/memory-budget.js'
import type { ScanRange } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import { alteredStore, createTableRequest, openMemoryEngine } from '../../testing/index.js'
import { batchGetRow } from '../batch-get-row.js'
import { deleteRow } from '../delete-row.js'
import { getRange } from '../get-range.js'
import { getRow } from '../get-row.js'
import { putRow } from '../put-row.js'

const MIB = 1_048_576
/** The bytes of one row, which is chunked, as it has ten columns. */
const WIDE_BYTES = 10 * 200_000

const cell = (name: string, bytes: number): PlainBufferCell =>
  plainCell(name, stringVariant('x'.repeat(bytes)))

const rowOf = (key: string, cells: PlainBufferCell[] = []): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', stringVariant(key))], cells, deleteMarker: false })

const deletionOf = (key: string): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', stringVariant(key))], cells: [], deleteMarker: true })

const keyBound = (value: Buffer): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', value)], cells: [], deleteMarker: false })

const NEWEST: ReadSelection = {
  columnsToGet: [],
  timeRange: undefined,
  maxVersions: 1,
  filter: undefined,
  startColumn: undefined,
  endColumn: undefined,
}

const write = (rowExistence: Condition['rowExistence'] = 'IGNORE') => ({
  tableName: 't',
  condition: { rowExistence, columnCondition: undefined },
  returnContent: undefined,
  transactionId: undefined,
})

/** A table with wide rows, and requests on it, each with its own memory from one budget. */
const openTable = async (wideRows: readonly string[], bytesMax: number) => {
  const { engine } = await openMemoryEngine()
  const scans: ScanRange[] = []
  const scan = (range: ScanRange) => {
    scans.push(range)
    return engine.store.scan(range)
  }
  await createTable(engine, 'demo', createTableRequest('t'))
  const columns = Array.from({ length: 10 }, (_, index) => cell(`c${index}`, WIDE_BYTES / 10))
  for (const key of wideRows) await putRow(engine, 'demo', { ...write(), row: rowOf(key, columns) })
  scans.length = 0
  const budget = new MemoryBudget(bytesMax)
  let isGone = false
  const owner = {
    tenant: 'demo',
    get isGone() {
      return isGone
    },
    pause: () => {},
    resume: () => {},
    cut: () => {},
  }
  const request = (): { engine: Engine; memory: HeldMemory } => {
    const memory = budget.open(owner, 0)
    return { engine: { ...engine, store: alteredStore(engine.store, { scan }), memory }, memory }
  }
  const leave = (): void => {
    isGone = true
  }
  return { engine, scans, budget, request, leave }
}

const read = (engine: Engine, key: string) =>
  getRow(engine, 'demo', {
    ...NEWEST,
    tableName: 't',
    primaryKey: rowOf(key),
    token: undefined,
    transactionId: undefined,
  })

const page = (engine: Engine, limit: number | undefined) =>
  getRange(engine, 'demo', {
    ...NEWEST,
    tableName: 't',
    direction: 'FORWARD',
    limit,
    inclusiveStartPrimaryKey: keyBound(infMin()),
    exclusiveEndPrimaryKey: keyBound(infMax()),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('memory is asked for before it is taken', () => {
  test('by a page of a range, which waits without reading', async () => {
    const { scans, request, budget } = await openTable(['a'], 12 * MIB)
    const other = request()
    await other.memory.take(12 * MIB)
    const { engine, memory } = request()
    const reading = page(engine, undefined)
    await settled()
    expect(scans).toEqual([])
    expect(budget.figures().waiting).toBe(1)
    other.memory.close()
    expect((await reading).rows.length).toBeGreaterThan(WIDE_BYTES)
    expect(memory.bytes).toBeGreaterThan(2 * WIDE_BYTES)
    memory.close()
    expect(budget.figures()).toMatchObject({ bytes: 0, waiting: 0 })
  })

  test('by a page of few rows, only as much as they are likely to take', async () => {
    const { request } = await openTable([], 12 * MIB)
    const { engine, memory } = request()
    await page(engine, 10)
    expect(memory.bytes).toBeLessThan(MIB)
  })

  test('by a wide row, twice its size: once for the read and once for the reply', async () => {
    const { scans, request } = await openTable(['a'], 12 * MIB)
    const other = request()
    await other.memory.take(11 * MIB)
    const { engine, memory } = request()
    const reading = read(engine, 'a')
    await settled()
    expect(scans).toEqual([])
    other.memory.close()
    const reply = await reading
    expect(memory.bytes).toBeGreaterThan(2 * WIDE_BYTES)
    expect(memory.bytes).toBeLessThan(2.2 * WIDE_BYTES)
    const encoded = getRowCodec.encodeReply(reply)
    expect(encoded.buffer).toBe(reply.row.buffer)
    const { row, consumed } = getRowCodec.decodeReply(encoded)
    expect(consumed).toEqual(reply.consumed)
    expect(decodeRow(row).cells).toHaveLength(10)
  })

  test('a row larger than the whole budget is read, also beside others', async () => {
    const { request, budget } = await openTable(['a', 'b'], MIB)
    const reads = [request(), request()].map(async ({ engine, memory }, index) => {
      const { row } = await read(engine, 'ab'.charAt(index))
      memory.sends(row.length)
      memory.close()
      return decodeRow(row).cells.length
    })
    expect(await Promise.all(reads)).toEqual([10, 10])
    expect(budget.figures()).toMatchObject({ bytes: 0, waiting: 0 })
  })

  test('a read whose client has disconnected ends', async () => {
    const { request, leave } = await openTable(['a'], 12 * MIB)
    const { engine } = request()
    leave()
    await expect(read(engine, 'a')).rejects.toThrow('the client has gone')
    await expect(page(engine, undefined)).rejects.toThrow('the client has gone')
  })
})

describe('BatchGetRow', () => {
  test('reads wide rows one after the other, until the reply has a quarter of the memory', async () => {
    const { request, budget } = await openTable(['a'], 12 * MIB)
    const { engine, memory } = request()
    const primaryKeys = Array.from({ length: 30 }, () => rowOf('a'))
    const table = { ...NEWEST, tableName: 't', primaryKeys, tokens: [] }
    const { tables } = await batchGetRow(engine, 'demo', { tables: [table] })
    const codes = tables[0]?.rows.map((row) => (row.isOk ? 'ok' : row.error.code))
    expect(codes).toEqual(['ok', 'ok', ...Array.from({ length: 28 }, () => 'OTSServerBusy')])
    // Two rows, each as it was read and encoded.
    expect(memory.bytes).toBeLessThan(4.1 * WIDE_BYTES)
    expect(budget.figures().bytes).toBe(memory.bytes)
  })

  test('returns a row larger than the whole budget', async () => {
    const { request } = await openTable(['a'], MIB)
    const { engine } = request()
    const table = { ...NEWEST, tableName: 't', primaryKeys: [rowOf('a'), rowOf('a')], tokens: [] }
    const { tables } = await batchGetRow(engine, 'demo', { tables: [table] })
    expect(tables[0]?.rows.map(({ isOk }) => isOk)).toEqual([true, false])
  })
})

describe('a write that replaces a wide row reads only the keys of its chunks', () => {
  const put = (engine: Engine, rowExistence: Condition['rowExistence']) =>
    putRow(engine, 'demo', { ...write(rowExistence), row: rowOf('a', [cell('c', 10)]) })
  const remove = (engine: Engine, rowExistence: Condition['rowExistence']) =>
    deleteRow(engine, 'demo', { ...write(rowExistence), primaryKey: deletionOf('a') })

  test.each([
    { name: 'put', change: put, rowExistence: 'IGNORE', columns: 1 },
    { name: 'put', change: put, rowExistence: 'EXPECT_EXIST', columns: 1 },
    { name: 'delete', change: remove, rowExistence: 'IGNORE', columns: 0 },
    { name: 'delete', change: remove, rowExistence: 'EXPECT_EXIST', columns: 0 },
  ] as const)('$name, $rowExistence', async ({ change, rowExistence, columns }) => {
    const { engine: all, scans, request } = await openTable(['a'], 12 * MIB)
    const { engine, memory } = request()
    await change(engine, rowExistence)
    expect(scans.map(({ keysOnly }) => keysOnly)).toEqual([true])
    expect(memory.bytes).toBe(0)
    const { row } = await read(all, 'a')
    expect(row.length === 0 ? 0 : decodeRow(row).cells.length).toBe(columns)
    const { rows } = await page(all, undefined)
    expect(rows.length).toBeLessThan(engineLimits.ROW_INLINE_BYTES_MAX)
  })
})
