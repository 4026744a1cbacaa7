import {
  type BatchWriteRowRequest,
  type Condition,
  TablestoreError,
  batchWriteRow as batchCodec,
  deleteRow as deleteCodec,
  encodeFilter,
  encodeRow,
  limits,
  plainCell,
  putRow as putCodec,
  stringVariant,
  updateRow as updateCodec,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../../limits.js'
import { type RowChange, decodeChangeRecord } from '../../log/change-record.js'
import { UNCOUNTED_MEMORY } from '../../memory/request-memory.js'
import { type OpenEngine, openEngine } from '../../open-engine.js'
import { entryName } from '../../partitions/entry-name.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import { createTableRequest } from '../../testing/table-requests.js'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import { alteredStore, openMemoryStore } from '../../testing/index.js'
import {
  KNOWN_NAMES,
  TABLES,
  type WriteRequest,
  plainPut,
  writeRequests,
} from '../../testing/write-requests.js'
import { batchWriteRow } from '../batch-write-row.js'
import { deleteRow } from '../delete-row.js'
import { putRow } from '../put-row.js'
import { updateRow } from '../update-row.js'

/**
 * Every request goes to two engines: one may take the short way, the other has a store that does not
 * offer it. Their replies, entries in the store and log must be the same.
 */

interface Side {
  readonly store: PartitionStore
  readonly engine: OpenEngine
  readonly direct: { count: number }
}

const openSide = async (clock: ManualClock, isDirect: boolean): Promise<Side> => {
  const store = await openMemoryStore()
  const direct = { count: 0 }
  const commitWritten = (record: Buffer) => {
    direct.count++
    return store.commitWritten?.(record) ?? Promise.reject(new Error('not offered'))
  }
  const readAtOnce: PartitionStore['readAtOnce'] = (...of) => store.readAtOnce?.(...of)
  const altered = alteredStore(store, isDirect ? { commitWritten, readAtOnce } : {})
  const engine = await openEngine({ store: altered, clock })
  for (const table of TABLES) await createTable(engine, 'demo', table)
  return { store, engine, direct }
}

/** The bytes of the reply, or the error. */
const answer = async (engine: OpenEngine, request: WriteRequest): Promise<string> => {
  try {
    return (await run(engine, request)).toString('hex')
  } catch (error) {
    if (error instanceof TablestoreError) return `${error.code} ${error.message}`
    throw error
  }
}

const run = async (engine: OpenEngine, request: WriteRequest): Promise<Buffer> => {
  if (request.kind === 'WAIT') return Buffer.alloc(0)
  if (request.kind === 'BATCH') return runBatch(engine, request.request)
  const { tableName, write } = request
  const { row, condition, returnContent } = write
  const rest = { tableName, condition, returnContent, transactionId: undefined }
  if (request.kind === 'UPDATE')
    return updateCodec.encodeReply(await updateRow(engine, 'demo', { ...rest, rowChange: row }))
  if (request.kind === 'PUT')
    return putCodec.encodeReply(await putRow(engine, 'demo', { ...rest, row }))
  return deleteCodec.encodeReply(await deleteRow(engine, 'demo', { ...rest, primaryKey: row }))
}

/** Overwrites the rows of the request as soon as nothing is said to refer to them. */
const runBatch = async (engine: OpenEngine, request: BatchWriteRowRequest): Promise<Buffer> => {
  const tables = request.tables.map(({ tableName, rows }) => ({
    tableName,
    rows: rows.map((row) => ({ ...row, rowChange: Buffer.from(row.rowChange) })),
  }))
  let isDone = false
  const bodyDone = (): void => {
    isDone = true
  }
  const memory = { ...UNCOUNTED_MEMORY, bodyDone }
  const reply = await batchWriteRow({ ...engine, memory }, 'demo', { ...request, tables })
  if (isDone) for (const { rows } of tables) for (const { rowChange } of rows) rowChange.fill(0xdb)
  return batchCodec.encodeReply(reply)
}

/** By partition-key value: the change records in the log, and the last mutation of each key. */
const logged = async (store: PartitionStore): Promise<Map<string, unknown>> => {
  const found = new Map<string, { changes: RowChange[]; values: Map<string, string | undefined> }>()
  let position = 0
  for await (const { end, commits } of store.changes(0)) {
    for (const { table, partition, record, mutations } of commits) {
      const name = entryName(table, partition)
      const of = found.get(name) ?? { changes: [], values: new Map<string, string | undefined>() }
      found.set(name, of)
      if (record !== undefined) of.changes.push(...decodeChangeRecord(record))
      for (const { key, value } of mutations)
        of.values.set(key.toString('hex'), value?.toString('hex'))
    }
    position = end
  }
  expect(position).toBeGreaterThan(0)
  return found
}

const stored = async (store: PartitionStore): Promise<string[]> => {
  const lines: string[] = []
  for (let table = 0; table <= TABLES.length; table++) {
    const range = { table, start: Buffer.of(0), end: Buffer.of(0xff) }
    const scan = store.scan({ ...range, reverse: false, expectedEntries: 100 })
    for (let some = await scan.next(); some.length > 0; some = await scan.next())
      for (const { key, value } of some)
        lines.push(`${table} ${key.toString('hex')} ${value.toString('hex')}`)
    await scan.close()
  }
  return lines
}

const plainRow = (key: string, ...names: string[]): Buffer =>
  encodeRow({
    primaryKey: [plainCell('pk', stringVariant(key))],
    cells: names.map((name) => plainCell(name, stringVariant(name))),
    deleteMarker: false,
  })

const ifColumn = (columnName: string, value: string): Condition => ({
  rowExistence: 'EXPECT_EXIST',
  columnCondition: encodeFilter({
    kind: 'single',
    comparator: 'EQUAL',
    columnName,
    value: stringVariant(value),
    filterIfMissing: true,
    latestVersionOnly: true,
    transfer: undefined,
  }),
})
const IF_X_IS_X = ifColumn('x', 'x')
const IF_THERE: Condition = { rowExistence: 'EXPECT_EXIST', columnCondition: undefined }
const IF_NOT_THERE: Condition = { rowExistence: 'EXPECT_NOT_EXIST', columnCondition: undefined }
const ALWAYS: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }

const plainUpdate = (key: string, names: readonly string[], condition = ALWAYS): WriteRequest => ({
  kind: 'UPDATE',
  tableName: 'plain',
  write: { row: plainRow(key, ...names), condition, returnContent: undefined },
})

const plainDelete = (key: string, condition: Condition): WriteRequest => {
  const primaryKey = [plainCell('pk', stringVariant(key))]
  const row = encodeRow({ primaryKey, cells: [], deleteMarker: true })
  return { kind: 'DELETE', tableName: 'plain', write: { row, condition, returnContent: undefined } }
}

/** Two engines that answer alike, and of each request how many records the one wrote the short way. */
const openBoth = async () => {
  const clock = manualClock()
  const [short, general] = [await openSide(clock, true), await openSide(clock, false)]
  const taken: number[] = []
  const both = async (request: WriteRequest): Promise<string> => {
    const before = short.direct.count
    const reply = await answer(short.engine, request)
    expect(reply).toBe(await answer(general.engine, request))
    taken.push(short.direct.count - before)
    return reply
  }
  const end = async (): Promise<void> => {
    expect(await stored(short.store)).toEqual(await stored(general.store))
    expect(await logged(short.store)).toEqual(await logged(general.store))
    await short.engine.close()
    await general.engine.close()
  }
  return { clock, taken, both, end }
}

describe('writes that go the short way', () => {
  it('have the same replies, store and log as the general way', async () => {
    let direct = 0
    let updates = 0
    await fc.assert(
      fc.asyncProperty(writeRequests, async (random) => {
        const clock = manualClock()
        const [short, general] = [await openSide(clock, true), await openSide(clock, false)]
        for (const step of [...KNOWN_NAMES, ...random]) {
          if (step.kind === 'WAIT') clock.advance(1_234_567)
          const expected = await answer(general.engine, step)
          const before = short.direct.count
          expect(await answer(short.engine, step)).toBe(expected)
          if (step.kind === 'UPDATE') updates += short.direct.count - before
        }
        expect(await logged(short.store)).toEqual(await logged(general.store))
        expect(await stored(short.store)).toEqual(await stored(general.store))
        expect(short.engine.meter.figures()).toEqual(general.engine.meter.figures())
        direct += short.direct.count
        await short.engine.close()
        await general.engine.close()
      }),
      { numRuns: 100 },
    )
    // Fewer would mean that the test compares too little.
    expect(direct).toBeGreaterThan(400)
    expect(updates).toBeGreaterThan(20)
  })

  it('are those whose columns the table knows, in any order', async () => {
    const { engine, direct } = await openSide(manualClock(), true)
    await answer(engine, plainPut(plainRow('a', 'x', 'y', 'z')))
    expect(direct.count).toBe(0)
    await answer(engine, plainPut(plainRow('a', 'y', 'z', 'x')))
    await answer(engine, plainPut(plainRow('b', 'z')))
    await answer(engine, plainPut(plainRow('c')))
    expect(direct.count).toBe(3)
    await answer(engine, plainPut(plainRow('c', 'x', 'x')))
    await answer(engine, plainPut(plainRow('c', 'new')))
    expect(direct.count).toBe(3)
    await engine.close()
  })

  it('are updates of a row in memory whose condition holds', async () => {
    const { clock, taken, both, end } = await openBoth()
    const many = Array.from({ length: 130 }, (_, nth) => `column ${nth}`)
    await both(plainPut(plainRow('a', 'x', 'y', 'z')))
    await both(plainPut(plainRow('many', ...many)))
    await both(plainUpdate('a', ['y', 'z'], IF_X_IS_X))
    await both(plainUpdate('a', ['y'], IF_X_IS_X))
    clock.advance(5)
    await both(plainUpdate('a', ['column 1', 'x'], { ...IF_X_IS_X, rowExistence: 'IGNORE' }))
    await both(plainUpdate('b', ['y']))
    expect(taken.splice(0)).toEqual([0, 0, 1, 1, 1, 1])
    expect(await both(plainUpdate('a', ['x'], ifColumn('x', 'y')))).toContain('ConditionCheckFail')
    expect(await both(plainUpdate('c', ['x'], IF_X_IS_X))).toContain('ConditionCheckFail')
    await both(plainUpdate('a', ['x'], ifColumn('pk', 'a')))
    await both(plainUpdate('a', ['x', 'x']))
    await both(plainUpdate('many', ['x'], IF_THERE))
    expect(await both(plainUpdate('a', []))).toContain('OTSParameterInvalid')
    expect(taken).toEqual([0, 0, 0, 0, 0, 0])
    await end()
  })

  it('are puts and deletes whose condition holds on a row in memory', async () => {
    const { clock, taken, both, end } = await openBoth()
    await both(plainPut(plainRow('a', 'x', 'y')))
    // Two writes that know of each other never share a stamp, and the encoder has the clock's alone.
    await both(plainPut(plainRow('a', 'x'), 'plain', IF_X_IS_X))
    clock.advance(5)
    await both(plainPut(plainRow('a', 'x'), 'plain', IF_X_IS_X))
    await both(plainPut(plainRow('b', 'x'), 'plain', IF_NOT_THERE))
    await both(plainPut(plainRow('b', 'x'), 'plain', IF_NOT_THERE))
    await both(plainPut(plainRow('b', 'y'), 'plain', ifColumn('x', 'other')))
    clock.advance(5)
    await both(plainDelete('b', IF_THERE))
    await both(plainDelete('b', IF_THERE))
    expect(taken).toEqual([0, 0, 1, 1, 0, 0, 1, 0])
    await end()
  })

  it('write names into their cells once the dictionary is full', async () => {
    const clock = manualClock()
    const [short, general] = [await openSide(clock, true), await openSide(clock, false)]
    const names = Array.from({ length: engineLimits.COLUMN_NAMES_PER_TABLE }, (_, nth) => `n${nth}`)
    const fill = Array.from({ length: 4 }, (_, nth) =>
      plainRow(`row ${nth}`, ...names.slice(nth * 1_024, (nth + 1) * 1_024)),
    )
    const rows = [
      plainRow('a', 'n1', 'of a alone'),
      plainRow('b', 'of b alone, 公司', 'n2', 'n1'),
      plainRow('c', 'x'.repeat(limits.NAME_BYTES_MAX)),
    ]
    const wrong = [plainRow('d', '#no'), plainRow('d', 'x'.repeat(limits.NAME_BYTES_MAX + 1))]
    const counts: number[] = []
    for (const some of [fill, rows, wrong]) {
      for (const row of some) {
        expect(await answer(short.engine, plainPut(row))).toBe(
          await answer(general.engine, plainPut(row)),
        )
      }
      counts.push(short.direct.count)
    }
    expect(counts).toEqual([0, rows.length, rows.length])
    expect(await stored(short.store)).toEqual(await stored(general.store))
    await short.engine.close()
    await general.engine.close()
  })

  it('may be long in a table with indexes, as long as each value fits into a key', async () => {
    const { engine, direct } = await openSide(manualClock(), true)
    const index = {
      name: 'by_a',
      primaryKey: ['a', 'pk'],
      definedColumns: [],
      updateMode: 'ASYNC',
      type: 'GLOBAL',
      syncPhase: undefined,
    } as const
    await createTable(
      engine,
      'demo',
      createTableRequest('indexed', {
        meta: { definedColumns: [{ name: 'a', type: 'STRING' }] },
        indexMetas: [index],
      }),
    )
    const put = (...values: string[]): Promise<string> => {
      const cells = values.map((value, nth) => plainCell('abc'.charAt(nth), stringVariant(value)))
      const primaryKey = [plainCell('pk', stringVariant('k'))]
      return answer(
        engine,
        plainPut(encodeRow({ primaryKey, cells, deleteMarker: false }), 'indexed'),
      )
    }
    const longest = 'x'.repeat(limits.PRIMARY_KEY_VALUE_BYTES_MAX)
    await put('a', 'b', 'c')
    expect(await put(longest, longest, longest)).not.toContain('OTS')
    expect(direct.count).toBe(1)
    expect(await put('a', `${longest}x`)).not.toContain('OTS')
    expect(await put(`${longest}x`)).toContain('OTSParameterInvalid')
    expect(direct.count).toBe(1)
    await engine.close()
  })

  it('wait for a lock that is held on their partition-key value', async () => {
    const { engine, direct } = await openSide(manualClock(), true)
    await answer(engine, plainPut(plainRow('a', 'x')))
    const table = engine.catalog.find('demo', 'plain')?.description.id ?? 0
    const partition = Buffer.from([0x20, 0x61, 0x00, 0x01])
    expect(engine.locks.acquire(table, partition)).toBeUndefined()
    let isWritten = false
    const written = answer(engine, plainPut(plainRow('a', 'x'))).then((reply) => {
      isWritten = true
      return reply
    })
    await answer(engine, plainPut(plainRow('b', 'x')))
    expect(direct.count).toBe(1)
    expect(isWritten).toBe(false)
    engine.locks.release(table, partition)
    expect(await written).not.toContain('OTS')
    expect(direct.count).toBe(1)
    await engine.close()
  })

  it('fail as others do when the store is closed', async () => {
    const { engine, store, direct } = await openSide(manualClock(), true)
    await answer(engine, plainPut(plainRow('a', 'x')))
    await store.close()
    expect(await answer(engine, plainPut(plainRow('a', 'x')))).toContain('OTSServerUnavailable')
    expect(direct.count).toBe(1)
  })
})
