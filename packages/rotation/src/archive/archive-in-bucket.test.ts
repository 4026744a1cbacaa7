import { openS3Objects } from '@rowhouse/object-store-s3'
import { type TestS3, hasS3Server, startTestS3 } from '@rowhouse/object-store-s3/testing'
import { ObjectStoreError } from '@rowhouse/platform'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Calendar } from '../plan/months.js'
import { applyPlan } from '../steps/apply-steps.js'
import { restoreMonth } from '../steps/restore-month.js'
import { MonthlyTables } from '../tables/monthly-tables.js'
import { type TestPlace, startTestPlace, testPlan } from '../testing/test-place.js'
import { queryArchive } from './read-archive.js'

const START = Date.UTC(2030, 0, 15)
const TABLE = 'orders_203001'
const ROWS = 50
const plan = testPlan({ indexes: [], searchIndexes: {} })

describe.skipIf(!hasS3Server())('archives in a bucket', () => {
  let server: TestS3
  let place: TestPlace
  beforeAll(async () => {
    server = await startTestS3()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    place = await startTestPlace(START, openS3Objects(server.newLocation()))
    await apply()
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    for (let number = 0; number < ROWS; number++)
      await tables.put({ card: 'a', number: BigInt(number), time: BigInt(START), price: number })
    for (let month = 0; month < 6; month++) place.nextMonth()
  })
  afterEach(() => place.close())

  const apply = (): Promise<unknown> => {
    const { client, objects } = place
    return applyPlan({ client, plan, archive: objects, holder: 'one', surroundings: place })
  }
  const hasTable = async (): Promise<boolean> => (await place.client.tableNames()).includes(TABLE)

  test('a month is archived and dropped, filtered in place by ranges, and brought back', async () => {
    await apply()
    expect(await hasTable()).toBe(false)
    const found: unknown[] = []
    for await (const { number } of queryArchive(place.objects, TABLE, { number: { from: 47n } }))
      found.push(number)
    expect(found).toEqual([47n, 48n, 49n])
    const month = new Calendar(plan.timeZone).monthAt(START)
    expect(await restoreMonth(place.client, plan, place.objects, month)).toBe(ROWS)
    expect(await hasTable()).toBe(true)
  })

  test.each([1, 2, 3, 4, 5])(
    'a store that dies at its request %i keeps the table until it is archived',
    async (last) => {
      let requests = 0
      server.proxy.setFaults(() => {
        if (++requests < last) return undefined
        void server.kill()
        return 'cut'
      })
      await expect(apply()).rejects.toBeInstanceOf(ObjectStoreError)
      expect(await hasTable()).toBe(true)
      server.proxy.setFaults(() => undefined)
      await server.restart()
      await apply()
      expect(await hasTable()).toBe(false)
      let rows = 0
      for await (const _ of queryArchive(place.objects, TABLE, {})) rows++
      expect(rows).toBe(ROWS)
    },
  )
})
