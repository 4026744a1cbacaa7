import {
  type PlainBufferCell,
  decodeRows,
  encodeRow,
  infMax,
  infMin,
  integerOf,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCommitLog } from '../log/open-commit-log.js'
import { type OpenEngine, openEngine } from '../open-engine.js'
import { openEmbeddedPartitionStore } from '../partitions/embedded-partition-store.js'
import { getRange } from '../rows/get-range.js'
import { putRow } from '../rows/put-row.js'
import { createTable } from '../tables/create-table.js'
import { type CrashableStore, createCrashableStore } from '@rowhouse/store/testing'
import {
  manualClock,
  type SeededRandom,
  seededRandom,
  SimulatedFiles,
} from '@rowhouse/platform/testing'
import { createTableRequest, keyColumn } from '../testing/table-requests.js'
import { abortTransaction } from './abort-transaction.js'
import { commitTransaction } from './commit-transaction.js'
import { startLocalTransaction } from './start-local-transaction.js'

const INSTANCE = 'crash'
const TABLE = 't'
const ROWS = 5
const PARTITIONS = ['a', 'b', 'c']

interface Machine {
  readonly files: SimulatedFiles
  readonly store: CrashableStore
}

const clock = manualClock()

const boot = async ({ files, store }: Machine): Promise<OpenEngine> => {
  const log = await openCommitLog({ files, directory: '/log', clock, segmentBytes: 4096 })
  const rows = await openEmbeddedPartitionStore({
    log,
    store,
    cacheBytes: 10_000,
    checkpointBytes: 2000,
  })
  return openEngine({ store: rows, clock })
}

const rowBytes = (partition: string, row?: Buffer, cells: PlainBufferCell[] = []): Buffer => {
  const rest = row === undefined ? [] : [plainCell('r', row)]
  const primaryKey = [plainCell('p', stringVariant(partition)), ...rest]
  return encodeRow({ primaryKey, cells, deleteMarker: false })
}

/** Writes one number to all rows of a partition-key value, in one transaction. */
const writeAll = async (
  engine: OpenEngine,
  partition: string,
  number: number,
  ending: typeof commitTransaction | typeof abortTransaction,
): Promise<void> => {
  const { transactionId } = await startLocalTransaction(engine, INSTANCE, {
    tableName: TABLE,
    key: rowBytes(partition),
  })
  for (let row = 0; row < ROWS; row++)
    await putRow(engine, INSTANCE, {
      tableName: TABLE,
      row: rowBytes(partition, integerVariant(BigInt(row)), [
        plainCell('n', integerVariant(BigInt(number))),
        // Some names are new to the table.
        plainCell(`c${number % 50}`, stringVariant('x'.repeat(number % 300))),
      ]),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId,
    })
  await ending(engine, INSTANCE, { transactionId })
}

const numbersOf = async (engine: OpenEngine, partition: string): Promise<number[]> => {
  const { rows } = await getRange(engine, INSTANCE, {
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    tableName: TABLE,
    direction: 'FORWARD',
    limit: undefined,
    inclusiveStartPrimaryKey: rowBytes(partition, infMin()),
    exclusiveEndPrimaryKey: rowBytes(partition, infMax()),
    token: undefined,
    transactionId: undefined,
    dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
    returnEntirePrimaryKeys: true,
  })
  const found = rows.length === 0 ? [] : decodeRows(rows)
  return found.map(({ cells }) => {
    const value = cells.find(({ name }) => name === 'n')?.value
    return value === undefined ? -1 : Number(integerOf(value))
  })
}

/** The numbers that a partition-key value may hold: the last acknowledged one, and those tried since. */
type Possible = Map<string, Set<number | undefined>>

/** Runs writers and readers until the power fails. */
const live = async (
  engine: OpenEngine,
  random: SeededRandom,
  possible: Possible,
  next: () => number,
): Promise<void> => {
  const lanes = PARTITIONS.map(async (partition) => {
    for (let count = 0; count < 12; count++) {
      const number = next()
      const aborts = random.chance(0.2)
      if (!aborts) possible.get(partition)?.add(number)
      try {
        await writeAll(engine, partition, number, aborts ? abortTransaction : commitTransaction)
      } catch {
        return
      }
      if (!aborts) possible.set(partition, new Set([number]))
      const seen = await numbersOf(engine, partition).catch(() => [])
      expect(new Set(seen).size).toBeLessThan(2)
    }
  })
  await Promise.all(lanes)
}

const check = async (engine: OpenEngine, possible: Possible): Promise<number> => {
  let whole = 0
  for (const partition of PARTITIONS) {
    const numbers = await numbersOf(engine, partition)
    expect([0, ROWS]).toContain(numbers.length)
    expect(new Set(numbers).size).toBeLessThan(2)
    expect([...(possible.get(partition) ?? [])]).toContain(numbers[0])
    possible.set(partition, new Set([numbers[0]]))
    whole += numbers.length
  }
  return whole
}

test('a power cut leaves a transaction whole or not at all', async () => {
  const cuts = fc.array(
    fc.record({ calls: fc.nat({ max: 80 }), kept: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 4 },
  )
  let whole = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(), cuts, async (seed, failures) => {
      const random = seededRandom(seed)
      const possible: Possible = new Map(PARTITIONS.map((name) => [name, new Set([undefined])]))
      let number = 0
      let machine: Machine = { files: new SimulatedFiles(random), store: createCrashableStore() }
      let engine = await boot(machine)
      const primaryKey = [keyColumn('p'), keyColumn('r', 'INTEGER')]
      const request = createTableRequest(TABLE, { meta: { primaryKey }, enableLocalTxn: true })
      await createTable(engine, INSTANCE, request)
      for (const { calls, kept } of failures) {
        machine.files.cutAfter(calls)
        await live(engine, random, possible, () => ++number)
        await engine.close().catch(() => {})
        const files = machine.files.powerCut(random)
        const left = Math.round(kept * machine.store.unflushedBatches)
        machine = { files, store: machine.store.afterCrash(left) }
        engine = await boot(machine)
        whole += await check(engine, possible)
      }
      await engine.close()
    }),
    { numRuns: 40 },
  )
  expect(whole).toBeGreaterThan(0)
})
