import { type Client, type Transport, createHttpTransport } from '@rowhouse/client'
import { seededRandom, testSeed } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { queryArchive } from '../archive/read-archive.js'
import { Calendar } from '../plan/months.js'
import { nameFor } from '../plan/month-names.js'
import { MonthlyTables } from '../tables/monthly-tables.js'
import { startTestPlace, type TestPlace, testPlan } from '../testing/test-place.js'
import { applyPlan } from './apply-steps.js'
import { describeStep } from './step.js'

const START = Date.UTC(2030, 0, 15)
const RUNS = 12

class CutError extends Error {}

/** Sends so many requests; then the runner is killed, before or after the last one has taken effect. */
function cutAfter(inner: Transport, requests: number, isAnswered: boolean): Transport {
  let left = requests
  return {
    send: async (...request) => {
      if (left < 0) throw new CutError('dead')
      if (left-- > 0) return inner.send(...request)
      if (isAnswered) await inner.send(...request)
      throw new CutError('cut')
    },
    close: () => inner.close(),
  }
}

const outcomeOf = async (place: TestPlace, client: Client) => {
  const plan = testPlan()
  const names = (await client.tableNames()).toSorted()
  const indexes: string[] = []
  for (const name of names)
    for (const { name: index } of (await client.describeTable(name)).indexMetas) indexes.push(index)
  const tables = new MonthlyTables(client, plan, { now: place.now })
  const rows: unknown[] = []
  for await (const row of tables.range()) rows.push(row)
  const archived: unknown[] = []
  const first = new Calendar(plan.timeZone).monthAt(START)
  for (let month = first; (await hasArchive(place, month)) === true; month++)
    for await (const row of queryArchive(place.objects, nameFor(plan.tableName, month), {}))
      archived.push([row['card'], row['number'], row['time'], row['price']])
  return { names, indexes, rows, archived }
}

const hasArchive = async ({ objects }: TestPlace, month: number): Promise<boolean> =>
  (await objects.list(nameFor('orders_{yyyy}{MM}', month))).some(({ name }) =>
    name.endsWith('.manifest.json'),
  )

/**
 * Seven months of rows. The runner of each month is killed as often as `cutsOf` says, and then completes.
 */
async function live(cutsOf: () => readonly [requests: number, isAnswered: boolean] | undefined) {
  const place = await startTestPlace(START)
  const plan = testPlan()
  const options = { plan, archive: place.objects, surroundings: place }
  const tables = new MonthlyTables(place.client, plan, { now: place.now })
  try {
    for (let turn = 0; turn < 8; turn++) {
      for (let cut = cutsOf(); cut !== undefined; cut = cutsOf()) {
        const transport = cutAfter(createHttpTransport(place.endpoint, 4), ...cut)
        const client = place.connect({ transport })
        const dying = applyPlan({ ...options, client, holder: 'dying' })
        await dying.catch(() => {})
      }
      await applyPlan({ ...options, client: place.client, holder: 'whole' })
      const moment = BigInt(START + turn * 31 * 86_400_000)
      const row = { card: `card${turn % 2}`, number: BigInt(turn), price: turn / 2 }
      await tables.put({ ...row, time: moment }, Number(moment))
      place.nextMonth()
    }
    const steps = await applyPlan({ ...options, client: place.client, holder: 'whole' })
    expect(steps.map(describeStep).length).toBeGreaterThan(0)
    return await outcomeOf(place, place.client)
  } finally {
    await place.close()
  }
}

test('a rotation that is killed anywhere and run again has the result of an uninterrupted one', async () => {
  const seed = testSeed()
  const random = seededRandom(seed)
  const whole = await live(() => undefined)
  expect(whole.archived.length).toBeGreaterThan(0)
  let cuts = 0
  const cut = await live(() => {
    if (random.chance(0.4) || cuts >= RUNS) return undefined
    cuts++
    return [random.below(60), random.chance(0.5)]
  })
  expect(cuts, `seed ${seed}`).toBeGreaterThan(0)
  expect(cut, `seed ${seed}`).toEqual(whole)
})
