import {
  type ComputeSplitPointsBySizeRequest,
  decodeRow,
  encodeRow,
  integerOf,
  integerVariant,
  limits,
  plainCell,
  stringOf,
  stringVariant,
} from '@rowhouse/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenEngine, openEngine } from '../open-engine.js'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { manualClock, type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { openStore } from '../partitions/open-partition-store.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { batchWriteRow } from './batch-write-row.js'
import { createTableRequest, keyColumn, openMemoryStore } from '../testing/index.js'
import { computeSplitPointsBySize } from './compute-split-points-by-size.js'
import { createTable } from '../tables/create-table.js'

const INSTANCE = 'demo'
const MEBIBYTE = 1_048_576
const FILLER = stringVariant('x'.repeat(10_000))

let folder: TemporaryFolder
const stores: readonly (readonly [string, () => Promise<PartitionStore>])[] = [
  ['in memory', openMemoryStore],
  [
    'on disk',
    () =>
      openStore({
        directory: folder.path,
        files: nodeFiles,
        clock: systemClock,
        memoryBudget: 64 * MEBIBYTE,
        durability: 'relaxed',
      }),
  ],
]

describe.each(stores)('%s', (_, open) => {
  let engine: OpenEngine
  let store: PartitionStore

  beforeEach(async () => {
    folder = await temporaryFolder()
    store = await open()
    engine = await openEngine({ store, clock: manualClock() })
    const primaryKey = [keyColumn('p'), keyColumn('r', 'INTEGER')]
    await createTable(engine, INSTANCE, createTableRequest('t', { meta: { primaryKey } }))
  })

  afterEach(async () => {
    await engine.close()
    await folder.remove()
  })

  /** Writes `rows` rows of 10 KB for each partition key. */
  const fill = async (partitions: readonly string[], rows: number): Promise<void> => {
    for (const partition of partitions)
      for (let from = 0; from < rows; from += 100) {
        const numbers = Array.from(
          { length: Math.min(100, rows - from) },
          (__, index) => from + index,
        )
        await batchWriteRow(engine, INSTANCE, {
          tables: [
            {
              tableName: 't',
              rows: numbers.map((number) => ({
                type: 'PUT' as const,
                rowChange: encodeRow({
                  primaryKey: [
                    plainCell('p', stringVariant(partition)),
                    plainCell('r', integerVariant(BigInt(number))),
                  ],
                  cells: [plainCell('f', FILLER)],
                  deleteMarker: false,
                }),
                condition: { rowExistence: 'IGNORE' as const, columnCondition: undefined },
                returnContent: undefined,
              })),
            },
          ],
          transactionId: undefined,
          isAtomic: false,
        })
      }
  }

  const compute = async (given: Partial<ComputeSplitPointsBySizeRequest>) => {
    const reply = await computeSplitPointsBySize(engine, INSTANCE, {
      tableName: 't',
      splitSize: 1n,
      splitSizeUnitInByte: BigInt(MEBIBYTE),
      splitPointLimit: undefined,
      ...given,
    })
    const points = reply.splitPoints.map((point) => {
      const [p, r] = decodeRow(point).primaryKey
      return [
        p?.value === undefined ? '' : stringOf(p.value),
        r?.value === undefined ? -1 : Number(integerOf(r.value)),
      ] as const
    })
    return { ...reply, points }
  }

  test('an empty table is one split in one location', async () => {
    const { points, locations, consumed, schema } = await compute({})
    expect(points).toEqual([])
    expect(locations.map(({ repeat }) => repeat)).toEqual([1])
    expect(locations[0]?.location).toMatch(/^[0-9a-f]{32}$/)
    expect(consumed).toEqual({ read: 1, write: 0 })
    expect(schema.map(({ name }) => name)).toEqual(['p', 'r'])
  })

  test('splits follow the bytes, also inside a partition-key value', async () => {
    // About 1, 6 and 1 MB.
    await fill(['a'], 100)
    await fill(['m'], 600)
    await fill(['z'], 100)
    const { points, locations, consumed } = await compute({ splitSize: 2n })
    expect(points.length).toBeGreaterThanOrEqual(3)
    expect(points.length).toBeLessThanOrEqual(5)
    expect(points.filter(([p]) => p === 'm').length).toBeGreaterThanOrEqual(2)
    expect(points).toEqual([...points].sort(([p, r], [q, s]) => (p === q ? r - s : p < q ? -1 : 1)))
    expect(locations.map(({ repeat }) => repeat)).toEqual([points.length + 1])
    expect(consumed.read).toBe(points.length + 1)
  })

  test('the splits have about the same size, and are no more than asked for', async () => {
    await fill(['a', 'b', 'c', 'd', 'e'], 160)
    const { points } = await compute({ splitPointLimit: 3 })
    expect(points).toHaveLength(3)
    const rowsBefore = points.map(([p, r]) => 'abcde'.indexOf(p) * 160 + r)
    for (const [index, rows] of rowsBefore.entries()) {
      expect(rows).toBeGreaterThan(200 * (index + 1) - 60)
      expect(rows).toBeLessThan(200 * (index + 1) + 60)
    }
  })

  test('hardly any rows are looked at for each point', async () => {
    await fill(['a', 'b', 'c', 'd', 'e'], 160)
    const scan = vi.spyOn(store, 'scan')
    const { points } = await compute({})
    expect(points.length).toBeGreaterThanOrEqual(5)
    expect(scan.mock.calls.length).toBeLessThanOrEqual(5 * points.length)
  })

  test('a table smaller than one split is not split', async () => {
    await fill(['a'], 50)
    expect((await compute({})).points).toEqual([])
    expect(
      (await compute({ splitSize: 2n ** 62n, splitSizeUnitInByte: undefined })).points,
    ).toEqual([])
  })

  test.each([
    ['a size of zero', { splitSize: 0n }, 'The split_size should be greater than 0.'],
    [
      'a negative size, before the table is looked up',
      { splitSize: -1n, tableName: 'none' },
      'The split_size should be greater than 0.',
    ],
    [
      'a unit that is too small',
      { splitSizeUnitInByte: BigInt(limits.SPLIT_SIZE_UNIT_BYTES_MIN - 1) },
      'The split_size_unit_in_byte should be greater equal than: 1048576',
    ],
    ['no points', { splitPointLimit: 0 }, 'The value of SplitPointLimit must be greater than 0.'],
    ['a bad name', { tableName: '1t' }, "Invalid table name: '1t'."],
    ['a missing table', { tableName: 'none' }, 'Requested table does not exist.'],
  ])('%s is refused', async (_name, given, message) => {
    await expect(compute(given)).rejects.toMatchObject({ message })
  })
})
