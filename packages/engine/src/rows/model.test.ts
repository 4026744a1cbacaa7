import fc from 'fast-check'
import { describe, it } from 'vitest'
import { openEngine } from '../open-engine.js'
import { createTable } from '../tables/create-table.js'
import { manualClock } from '@rowhouse/platform/testing'
import { ModelTable } from '../testing/model/model-table.js'
import { START, history } from '../testing/model/model-operations.js'
import { INSTANCE, runStep, tableName } from '../testing/model/run-history.js'
import { modelStores } from '../testing/model/stores.js'
import { createTableRequest, keyColumn, tableOptions } from '../testing/table-requests.js'

/** The number of histories, which ROWHOUSE_MODEL_RUNS overrides. A failure prints the seed to replay. */
const RUNS = process.env['ROWHOUSE_MODEL_RUNS']

const tables = [
  { maxVersions: 1, timeToLive: -1 },
  { maxVersions: 3, timeToLive: -1 },
  { maxVersions: 2, timeToLive: 86_400 },
]

describe('random histories agree with a naive model', () => {
  for (const { name, runs, open } of modelStores) {
    it(name, async () => {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const clock = manualClock(START)
          const stores = await open(clock)
          const start = async () => openEngine({ store: await stores.store(), clock })
          const engine = await start()
          for (const [index, options] of tables.entries())
            await createTable(
              engine,
              INSTANCE,
              createTableRequest(tableName(index), {
                meta: { primaryKey: [keyColumn('p', 'STRING'), keyColumn('r', 'INTEGER')] },
                tableOptions: tableOptions({
                  ...options,
                  deviationCellVersionInSec: 1_000_000_000n,
                }),
              }),
            )
          const context = {
            engine,
            clock,
            models: tables.map((options) => new ModelTable(options)),
            restart: async () => {
              await context.engine.close()
              return start()
            },
          }
          try {
            for (const step of steps) await runStep(context, step)
          } finally {
            await context.engine.close()
            await stores.remove()
          }
        }),
        { numRuns: RUNS === undefined ? runs : Number(RUNS) },
      )
    })
  }
})
