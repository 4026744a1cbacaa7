import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryArchive } from '../archive/read-archive.js'
import { Journal } from '../journal/journal.js'
import { monthIn, nameFor } from '../plan/month-names.js'
import { Calendar } from '../plan/months.js'
import type { SetPlan } from '../plan/set-plan.js'
import { RotationError, RotationLockedError } from '../rotation-error.js'
import { MonthlyTables } from '../tables/monthly-tables.js'
import { startTestPlace, type TestPlace, testPlan } from '../testing/test-place.js'
import { applyPlan } from './apply-steps.js'
import { restoreMonth } from './restore-month.js'
import { unitsFor } from './plan-steps.js'
import { describeStep } from './step.js'

/** Later than the server's clock, so that the two minutes between two changes are over for the server. */
const START = Date.UTC(2030, 0, 15)
const DAY_MS = 86_400_000

let place: TestPlace
beforeEach(async () => {
  place = await startTestPlace(START)
})
afterEach(() => place.close())

const apply = (plan: SetPlan, holder = 'one'): Promise<readonly string[]> => {
  const { client, objects } = place
  const options = { client, plan, archive: objects, holder, surroundings: place }
  return applyPlan(options).then((steps) => steps.map(describeStep))
}

const months = (plan: SetPlan): Promise<readonly string[]> =>
  place.client
    .tableNames()
    .then((names) => names.filter((name) => monthIn(plan.tableName, name) !== undefined).sort())

const put = (tables: MonthlyTables, card: string, number: number, moment: number): Promise<void> =>
  tables.put({ card, number: BigInt(number), time: BigInt(moment), price: number / 4, shop: 's1' })

describe('a set of monthly tables', () => {
  it('begins with this month and the next, and then needs no further step', async () => {
    const plan = testPlan()
    expect(await apply(plan)).toEqual([
      'create orders_203001 (2030-01) with read 500, write 500',
      'create the search index orders_search of orders_203001 (2030-01)',
      'create orders_203002 (2030-02) with read 500, write 500',
      'create the search index orders_search of orders_203002 (2030-02)',
    ])
    expect(await apply(plan)).toEqual([])
    const { indexMetas } = await place.client.describeTable('orders_203001')
    expect(indexMetas.map(({ name }) => name)).toEqual(['by_shop_203001'])
  })

  it('runs for 26 months: units by age, late rows in their month, archives past retention', async () => {
    const plan = testPlan()
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    const calendar = new Calendar(plan.timeZone)
    let number = 0
    const written: { readonly number: number; readonly moment: number }[] = []
    for (let turn = 0; turn < 26; turn++) {
      await apply(plan)
      for (const age of [0, 0, 20, 70]) {
        const moment = place.now() - age * DAY_MS
        if (calendar.monthAt(moment) < calendar.monthAt(START)) continue
        written.push({ number: ++number, moment })
        await put(tables, `card${number % 3}`, number, moment)
      }
      place.nextMonth()
    }
    await apply(plan)
    const current = calendar.monthAt(place.now())
    const kept = [-5, -4, -3, -2, -1, 0, 1].map((far) => nameFor(plan.tableName, current + far))
    expect(await months(plan)).toEqual(kept)
    for (const table of kept) {
      const { capacityUnit } = (await place.client.describeTable(table)).reservedThroughputDetails
      const month = monthIn(plan.tableName, table) ?? 0
      expect({ table, capacityUnit }).toEqual({
        table,
        capacityUnit: unitsFor(plan, month, current),
      })
    }
    const found: number[] = []
    for await (const row of tables.range()) found.push(Number(row['number']))
    const archived: number[] = []
    for (let month = calendar.monthAt(START); month < current - 5; month++)
      for await (const row of queryArchive(place.objects, nameFor(plan.tableName, month), {}))
        archived.push(Number(row['number']))
    expect([...archived, ...found].toSorted((a, b) => a - b)).toEqual(
      written.map((row) => row.number),
    )
    for (const { number: wanted, moment } of written.slice(-8)) {
      const row = await tables.getAt({ card: `card${wanted % 3}`, number: BigInt(wanted) }, moment)
      expect(row?.['time']).toBe(BigInt(moment))
    }
  })

  it('is read as one table in the order of its keys', async () => {
    const plan = testPlan({ searchIndexes: {}, indexes: [] })
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    for (let turn = 0; turn < 3; turn++) {
      await apply(plan)
      for (const card of ['a', 'b', 'c']) await put(tables, card, turn, place.now())
      place.nextMonth()
    }
    const keysOf = async (rows: AsyncIterable<Readonly<Record<string, unknown>>>) => {
      const keys: string[] = []
      for await (const row of rows) keys.push(`${row['card']}${row['number']}`)
      return keys
    }
    const all = ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2']
    expect(await keysOf(tables.range())).toEqual(all)
    expect(await keysOf(tables.range({ direction: 'backward' }))).toEqual(all.toReversed())
    expect(await keysOf(tables.range({ limit: 4 }))).toEqual(all.slice(0, 4))
    expect(await keysOf(tables.range({ prefix: { card: 'b' } }))).toEqual(['b0', 'b1', 'b2'])
    const span = { from: Date.UTC(2030, 1, 2) }
    expect(await keysOf(tables.range({}, span))).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2'])
    const found = await tables.get({ card: 'a', number: 1n })
    expect(found).toMatchObject({ table: 'orders_203002', row: { card: 'a' } })
    expect(found?.tried).toBeGreaterThan(1)
  })

  it('refuses rows past retention, and those of a month that is far ahead', async () => {
    const plan = testPlan()
    await apply(plan)
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    await expect(put(tables, 'a', 1, Date.UTC(2029, 5, 1))).rejects.toThrow(
      'orders: 2029-06 is past retention',
    )
    await expect(put(tables, 'a', 1, Date.UTC(2030, 8, 1))).rejects.toThrow(
      '2030-09 is too far ahead',
    )
    await expect(put(tables, 'a', 1, Date.UTC(2029, 11, 1))).rejects.toThrow('run rotate apply')
  })

  it('restores an archived month with the times of its cells', async () => {
    const plan = testPlan({ retentionMonths: 0, monthsAhead: 0, searchIndexes: {}, indexes: [] })
    await apply(plan)
    const table = place.client.table({
      name: 'orders_203001',
      key: { card: 'string', number: 'integer' },
      columns: { price: 'double', other: 'binary' },
    })
    await table.put(
      { card: 'x', number: 1n, price: 1.5 },
      { timestamp: BigInt(Date.now() - 60_000) },
    )
    await table.put({ card: 'y', number: 2n, other: Buffer.from('no column of the plan') })
    await table.update({ card: 'y', number: 2n }, { set: { price: -0 } })
    await table.put({ card: 'z', number: 3n })
    const versions = (number: bigint, card: string) =>
      table.getVersions({ card, number }, { maxVersions: 1 })
    const before = await Promise.all([versions(1n, 'x'), versions(2n, 'y'), versions(3n, 'z')])
    place.nextMonth()
    expect(await apply(plan)).toEqual([
      'create orders_203002 (2030-02) with read 500, write 500',
      'archive orders_203001 (2030-01)',
      'compare orders_203001 (2030-01) with its archive and drop it',
    ])
    const january = monthIn(plan.tableName, 'orders_203001') ?? 0
    const { client, objects } = place
    expect(await restoreMonth(client, plan, objects, january)).toBe(3)
    expect(await Promise.all([versions(1n, 'x'), versions(2n, 'y'), versions(3n, 'z')])).toEqual(
      before,
    )
  })

  it('brings a month with secondary indexes back, and again after it was interrupted', async () => {
    const plan = testPlan({ retentionMonths: 0, monthsAhead: 0, searchIndexes: {} })
    await apply(plan)
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    await put(tables, 'a', 1, place.now())
    await put(tables, 'b', 2, place.now())
    place.nextMonth()
    await apply(plan)
    const january = monthIn(plan.tableName, 'orders_203001') ?? 0
    const { client, objects } = place
    expect(await restoreMonth(client, plan, objects, january)).toBe(2)
    expect(await restoreMonth(client, plan, objects, january)).toBe(2)
    const { indexMetas } = await client.describeTable('orders_203001')
    expect(indexMetas.map(({ name }) => name)).toEqual(['by_shop_203001'])
    const table = client.table({ name: 'orders_203001', key: plan.key, columns: plan.columns })
    await table.put({ card: 'c', number: 3n })
    await expect(restoreMonth(client, plan, objects, january)).rejects.toThrow(
      'orders_203001 is there, and has other rows than its archive',
    )
  })

  it('archives a table again if rows were written after it was archived', async () => {
    const plan = testPlan({ retentionMonths: 0, monthsAhead: 0, searchIndexes: {}, indexes: [] })
    await apply(plan)
    const tables = new MonthlyTables(place.client, plan, { now: place.now })
    await put(tables, 'early', 1, place.now())
    const january = tables.tableAt(place.now())
    place.nextMonth()
    const { client, objects } = place
    const steps: string[] = []
    const late: Promise<unknown>[] = []
    await applyPlan({
      client,
      plan,
      archive: objects,
      holder: 'one',
      surroundings: place,
      onStep: (step, outcome) => {
        steps.push(`${step.kind} ${outcome}`)
        if (outcome === 'done' && step.kind === 'archive' && steps.length < 6)
          late.push(january.put({ card: 'late', number: 2n, time: 1n }))
      },
    })
    await Promise.all(late)
    expect(steps.filter((step) => step.endsWith('done'))).toEqual([
      'create done',
      'archive done',
      'drop done',
      'archive done',
      'drop done',
    ])
    const cards: unknown[] = []
    for await (const row of queryArchive(objects, 'orders_203001', {})) cards.push(row['card'])
    expect(cards).toEqual(['early', 'late'])
  })

  it('lets one runner work, and takes over from one that has died', async () => {
    const plan = testPlan()
    const journal = new Journal(place.client, plan.journalTable, plan.name)
    await journal.prepare()
    const dead = await journal.lock('dead', place)
    expect(await journal.lockHolder(place.now())).toBe('dead')
    const impatient = { now: place.now, wait: async () => dead.renew() }
    const { client, objects } = place
    const options = { client, plan, archive: objects, holder: 'two' }
    await expect(applyPlan({ ...options, surroundings: impatient })).rejects.toBeInstanceOf(
      RotationLockedError,
    )
    await applyPlan({ ...options, surroundings: place })
    await expect(dead.renew()).rejects.toBeInstanceOf(RotationLockedError)
    expect(await journal.lockHolder(place.now())).toBeUndefined()
  })

  it('reports before it begins that the instance has no room', async () => {
    const plan = testPlan({ searchIndexes: {}, indexes: [], monthsAhead: 12 })
    for (let number = 0; number < 52; number++)
      await place.client.createTable({ name: `t${number}`, key: { a: 'string' }, columns: {} })
    await expect(apply(plan)).rejects.toThrow(
      new RotationError('the instance would have 66 tables and indexes, more than 64'),
    )
    expect(await months(plan)).toEqual([])
  })

  it('waits for the two minutes between two changes of units', async () => {
    await place.close()
    place = await startTestPlace(Date.now())
    const calm = testPlan({ searchIndexes: {}, indexes: [], monthsAhead: 0 })
    await apply(calm)
    const before = place.now()
    const more = { ...calm.units, current: { read: 600, write: 600 } }
    expect(await apply({ ...calm, units: more })).toHaveLength(1)
    expect(place.now() - before).toBeGreaterThan(100_000)
  })

  it('keeps a journal, newest first', async () => {
    const plan = testPlan({ searchIndexes: {}, indexes: [], monthsAhead: 0 })
    await apply(plan)
    const journal = new Journal(place.client, plan.journalTable, plan.name)
    const found: string[] = []
    for await (const { outcome, step, holder } of journal.history(10))
      found.push(`${holder} ${outcome}: ${step}`)
    expect(found).toEqual([
      'one done: create orders_203001 (2030-01) with read 500, write 500',
      'one begun: create orders_203001 (2030-01) with read 500, write 500',
    ])
  })
})
