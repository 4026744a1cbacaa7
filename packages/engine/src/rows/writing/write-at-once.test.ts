import {
  CellOperation,
  type Condition,
  type PlainBufferCell,
  TablestoreError,
  type UpdateRowRequest,
  encodeFilter,
  encodeRow,
  integerVariant,
  plainCell,
  stringVariant,
  updateRow as codec,
} from '@rowhouse/protocol'
import { expectDefined } from '@rowhouse/platform'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeRowKey } from '../../keys/encode-key.js'
import { type OpenEngine, openEngine } from '../../open-engine.js'
import type { PartitionStore, ValueAtHead } from '../../partitions/partition-store.js'
import { createTable } from '../../tables/create-table.js'
import {
  alteredStore,
  createTableRequest,
  openMemoryStore,
  tableOptions,
} from '../../testing/index.js'
import { updateRow } from '../update-row.js'

const IGNORE: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }

interface Side {
  readonly store: PartitionStore
  readonly engine: OpenEngine
  /** Of the reads that a decision could be based on at once. */
  readonly found: { count: number }
}

/** An engine that may write at once, or one whose store does not offer it. */
const openSide = async (
  isAtOnce: boolean,
  clock: ManualClock = manualClock(),
  alter = (found: ValueAtHead | undefined) => found,
): Promise<Side> => {
  const store = await openMemoryStore()
  const found = { count: 0 }
  const readAtOnce: PartitionStore['readAtOnce'] = (table, partition, key) => {
    const value = alter(store.readAtOnce?.(table, partition, key))
    if (value !== undefined) found.count++
    return value
  }
  const engine = await openEngine({
    store: alteredStore(store, isAtOnce ? { readAtOnce } : {}),
    clock,
  })
  const options = tableOptions({ timeToLive: 86_400, maxVersions: 2 })
  await createTable(engine, 'demo', createTableRequest('orders', { tableOptions: options }))
  return { store, engine, found }
}

const update = (
  key: string,
  cells: readonly PlainBufferCell[],
  condition = IGNORE,
): UpdateRowRequest => ({
  tableName: 'orders',
  rowChange: encodeRow({
    primaryKey: [plainCell('pk', stringVariant(key))],
    cells,
    deleteMarker: false,
  }),
  condition,
  returnContent: undefined,
  transactionId: undefined,
})

const increment = (name: string): PlainBufferCell => ({
  name,
  value: integerVariant(1n),
  operation: CellOperation.INCREMENT,
  timestamp: undefined,
})

const answer = async ({ engine }: Side, request: UpdateRowRequest): Promise<string> => {
  try {
    return codec.encodeReply(await updateRow(engine, 'demo', request)).toString('hex')
  } catch (error) {
    if (error instanceof TablestoreError) return `${error.code} ${error.message}`
    throw error
  }
}

const tableOf = ({ engine }: Side) =>
  expectDefined(engine.catalog.find('demo', 'orders'), 'the table was created').description.id

const stored = async (side: Side): Promise<string[]> => {
  const range = { table: tableOf(side), start: Buffer.of(0), end: Buffer.of(0xff) }
  const scan = side.store.scan({ ...range, reverse: false, expectedEntries: 100 })
  const lines: string[] = []
  for (let some = await scan.next(); some.length > 0; some = await scan.next())
    for (const { key, value } of some) lines.push(`${key.toString('hex')} ${value.toString('hex')}`)
  await scan.close()
  return lines
}

const cell = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  value: fc.constantFrom(integerVariant(1n), stringVariant('x')),
  operation: fc.constant(undefined),
  timestamp: fc.constantFrom(undefined, undefined, 1_700_000_000_000n),
})
const change = fc.oneof(
  cell,
  fc.constantFrom('a', 'b', 'c').map(increment),
  fc.constantFrom('a', 'b', 'c').map((name) => ({
    name,
    value: undefined,
    operation: CellOperation.DELETE_ALL_VERSION,
    timestamp: undefined,
  })),
)
const columnCondition = fc.constantFrom('a', 'b').map((columnName) =>
  encodeFilter({
    kind: 'single',
    comparator: 'EQUAL',
    columnName,
    value: integerVariant(1n),
    filterIfMissing: false,
    latestVersionOnly: true,
    transfer: undefined,
  }),
)
const condition: fc.Arbitrary<Condition> = fc.record({
  rowExistence: fc.constantFrom('IGNORE', 'EXPECT_EXIST', 'EXPECT_NOT_EXIST'),
  columnCondition: fc.option(columnCondition, { nil: undefined }),
})
const request = fc
  .tuple(fc.constantFrom('k', 'l'), fc.array(change, { minLength: 1, maxLength: 4 }), condition)
  .map(([key, cells, one]) => update(key, cells, one))

test('both ways give the same replies and the same entries', async () => {
  let atOnce = 0
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      const clock = manualClock()
      const [short, general] = [await openSide(true, clock), await openSide(false, clock)]
      // Columns get their numbers in the order of decisions, which is free among different rows.
      const first = update('first', ['a', 'b', 'c'].map(increment))
      for (const side of [short, general]) await answer(side, first)
      // Not one after the other: the later ones find commits that are not durable yet.
      const replies = await Promise.all(requests.map((one) => answer(short, one)))
      expect(replies).toEqual(await Promise.all(requests.map((one) => answer(general, one))))
      expect(await stored(short)).toEqual(await stored(general))
      atOnce += short.found.count
      await Promise.all([short.engine.close(), general.engine.close()])
    }),
    { numRuns: 30 },
  )
  expect(atOnce).toBeGreaterThan(30)
})

test('a write waits for whoever holds the lock of its partition-key value', async () => {
  const side = await openSide(true)
  const { engine, found } = side
  const { partition } = encodeRowKey([stringVariant('k')])
  void engine.locks.acquire(tableOf(side), partition)
  const waiting = answer(side, update('k', [increment('a')]))
  await answer(side, update('other', [increment('a')]))
  expect(found.count).toBe(1)
  expect(engine.locks.isHeld(tableOf(side), partition)).toBe(true)
  engine.locks.release(tableOf(side), partition)
  await waiting
  expect(engine.locks.isAnyHeld).toBe(false)
  await engine.close()
})

test('a decision about a value that has changed since is made anew', async () => {
  const stale = (found: ValueAtHead | undefined) => found && { head: -1, value: undefined }
  const [side, other] = [await openSide(true, undefined, stale), await openSide(false)]
  for (const one of [side, other])
    for (let times = 0; times < 3; times++) await answer(one, update('k', [increment('a')]))
  expect(side.found.count).toBe(3)
  expect(await stored(side)).toEqual(await stored(other))
  const load = side.engine.catalog.find('demo', 'orders')?.partitions.all[0]?.load
  load?.tick(60_000, 1)
  expect(load?.minutes).toMatchObject([{ rowsWritten: 3 }])
  await Promise.all([side.engine.close(), other.engine.close()])
})
