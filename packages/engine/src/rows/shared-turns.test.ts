import { setImmediate } from 'node:timers/promises'
import { createMemoryFiles, platformLimits, WorkTurns } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { encodeRow, infMax, infMin, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { openEngine } from '../open-engine.js'
import { openStore } from '../partitions/open-partition-store.js'
import { createTable } from '../tables/create-table.js'
import { createTableRequest } from '../testing/index.js'
import { getRange } from './get-range.js'
import { putRow } from './put-row.js'

const ROWS = 2000
const PAGES = 4
const READS_PER_TURN = 10
/**
 * The budget of large pages is three reads, and each piece of work reads the clock once more than it is
 * counted. Two such budgets would be ten and more.
 */
const READS_MAX = 8

test.each(['memory', 'lsm'] as const)(
  'pages and the scans of the %s store under them share the budget of a turn',
  async (kind) => {
    let reads = 0
    const perRead = platformLimits.TURN_MS_MAX / READS_PER_TURN
    const watch = { now: () => 0, monotonic: () => reads++ * perRead }
    const turns = new WorkTurns(watch)
    const clock = manualClock()
    const store = await openStore(
      kind === 'memory'
        ? { ephemeral: true, turns }
        : {
            files: createMemoryFiles(),
            clock,
            turns,
            directory: '/data',
            memoryBudget: 64 * 1_048_576,
            storeKind: kind,
            durability: 'strict',
          },
    )
    const engine = await openEngine({ store, clock, turns })
    await createTable(engine, 'demo', createTableRequest('t'))
    for (let row = 0; row < ROWS; row++) {
      await putRow(engine, 'demo', {
        tableName: 't',
        row: encodeRow({
          primaryKey: [plainCell('pk', stringVariant(`row ${row}`))],
          cells: [],
          deleteMarker: false,
        }),
        condition: { rowExistence: 'IGNORE', columnCondition: undefined },
        returnContent: undefined,
        transactionId: undefined,
      })
    }
    const readPage = () =>
      getRange(engine, 'demo', {
        columnsToGet: [],
        timeRange: undefined,
        maxVersions: 1,
        filter: undefined,
        startColumn: undefined,
        endColumn: undefined,
        tableName: 't',
        direction: 'FORWARD',
        limit: ROWS,
        inclusiveStartPrimaryKey: bound(infMin()),
        exclusiveEndPrimaryKey: bound(infMax()),
        token: undefined,
        transactionId: undefined,
        dataBlockTypeHint: 'DBT_PLAIN_BUFFER',
        returnEntirePrimaryKeys: true,
      })
    let isDone = false
    const reading = Promise.all(Array.from({ length: PAGES }, readPage)).then(() => {
      isDone = true
    })
    const readsOfTurns: number[] = []
    while (!isDone) {
      const before = reads
      await setImmediate()
      readsOfTurns.push(reads - before)
    }
    await reading
    expect(readsOfTurns.length).toBeGreaterThan(PAGES)
    // The first batch of each scan is short work, in the first turns.
    expect(Math.max(...readsOfTurns.slice(PAGES))).toBeLessThanOrEqual(READS_MAX)
    await engine.close()
  },
)

const bound = (value: ReturnType<typeof infMin>): Buffer =>
  encodeRow({ primaryKey: [plainCell('pk', value)], cells: [], deleteMarker: false })
