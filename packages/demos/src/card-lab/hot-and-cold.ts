import type { BulkWriter, Client, TableSchema } from '@rowhouse/client'
import { outOfRange } from '@rowhouse/platform'
import {
  Calendar,
  type Month,
  type SetPlan,
  type StepsNeeded,
  nameFor,
  nameOfMonth,
  readPlan,
  readState,
  stepsNeeded,
  unitsFor,
} from '@rowhouse/rotation'
import { RESERVED, splitsOf } from './choose-key.js'
import { cardKey } from './key-designs.js'
import type { Lab } from './lab.js'
import { type MeasureTimes, type MeasuredRate, measureWrites } from './measure-writes.js'
import { CARDS_PER_COHORT, COHORTS, LAB_AS_OF, MONTHS, studyingCohorts } from './swipes.js'

/** One table a month: the newest written, those of a year read, older ones hardly touched. */
export const MONTHS_PLAN = readPlan({
  name: 'card_lab',
  tableName: 'card_lab_{yyyy}{MM}',
  timeZone: 'Asia/Shanghai',
  key: { card: 'integer', device: 'integer', order: 'integer' },
  columns: { seller: 'string', time: 'integer', fen: 'integer' },
  timeColumn: 'time',
  units: {
    current: { read: 500, write: 500 },
    recent: { read: 300, write: 10 },
    old: { read: 5, write: 5 },
  },
  recentMonths: 12,
  monthsAhead: 0,
})

export interface MonthOutcome {
  readonly month: string
  readonly table: string
  readonly rows: number
  /** The cohorts whose cards were used; the others are cold. */
  readonly cohorts: readonly number[]
  /** The units that the plan gives a table of this age. */
  readonly units: SetPlan['units']['current']
}

export interface MonthsOutcome {
  readonly months: readonly MonthOutcome[]
  /** What `rowhouse rotate apply` would do now: the tables begin with the units of the current month. */
  readonly needed: StepsNeeded
}

const NOW = LAB_AS_OF - 1
const calendar = () => new Calendar(MONTHS_PLAN.timeZone)

/** Makes the tables of 26 months, and writes each purchase into that of its month. */
export async function loadMonths(
  client: Client,
  lab: Lab,
  onRows: (rows: number) => void = () => undefined,
): Promise<MonthsOutcome> {
  const current = calendar().monthAt(NOW)
  const months = Array.from({ length: MONTHS }, (_, nth) => current - MONTHS + 1 + nth)
  const existing = new Set(await client.tableNames())
  for (const month of months) {
    const schema = schemaOf(month)
    if (existing.has(schema.name)) await client.deleteTable(schema.name)
    const { read, write } = MONTHS_PLAN.units.current
    await client.createTable(schema, { reservedRead: read, reservedWrite: write })
  }
  const written = await writeAll(client, lab, onRows)
  const state = await readState(client, MONTHS_PLAN, { archives: async () => new Map() })
  return {
    months: months.map((month) => ({
      month: nameOfMonth(month),
      table: schemaOf(month).name,
      ...(written.get(month) ?? { rows: 0, cohorts: [] }),
      units: unitsFor(MONTHS_PLAN, month, current),
    })),
    needed: stepsNeeded(MONTHS_PLAN, state, NOW),
  }
}

const schemaOf = (month: Month): TableSchema => {
  const { key, columns, tableName } = MONTHS_PLAN
  return { name: nameFor(tableName, month), key, columns }
}

type Written = Pick<MonthOutcome, 'rows' | 'cohorts'>

/** The purchases come in the order of time, so one table is written after the other. */
async function writeAll(
  client: Client,
  lab: Lab,
  onRows: (rows: number) => void,
): Promise<ReadonlyMap<Month, Written>> {
  const times = calendar()
  const written = new Map<Month, Written>()
  let writer: BulkWriter<TableSchema> | undefined
  const failures: unknown[] = []
  for (let n = 0; n < lab.rows; n += 1) {
    const { card, device, order, cohort, seller, time, fen } = lab.swipe(n)
    const month = times.monthAt(time)
    const { rows, cohorts } = written.get(month) ?? { rows: 0, cohorts: [] }
    if (rows === 0) {
      await writer?.close()
      writer = client.table(schemaOf(month)).bulkWriter({ mayRepeat: true })
      onRows(n)
    }
    if (writer === undefined) return outOfRange()
    await writer.room()
    const put = {
      card: BigInt(card),
      device: BigInt(device),
      order: BigInt(order),
      seller,
      time: BigInt(time),
      fen: BigInt(fen),
    }
    writer.write({ put }).catch((error: unknown) => failures.push(error))
    written.set(month, {
      rows: rows + 1,
      cohorts: cohorts.includes(cohort) ? cohorts : [...cohorts, cohort].toSorted((a, b) => a - b),
    })
  }
  await writer?.close()
  if (failures.length > 0) throw new Error('purchases were not written', { cause: failures[0] })
  onRows(lab.rows)
  return written
}

export interface ColdOutcome {
  readonly name: 'one table for ever' | 'the table of this month'
  readonly partitions: number
  readonly measured: MeasuredRate
}

/**
 * Years of load have given each cohort a partition of the table for ever, most of which are cold by now; the
 * table of a month was cut where the cards are that are used. Both have the same units.
 */
export async function compareCold(
  client: Client,
  lab: Lab,
  times: MeasureTimes,
): Promise<readonly ColdOutcome[]> {
  const thisMonth = recentCards(lab)
  const studying = studyingCohorts(NOW).flatMap((cohort) => [
    cardKey(cohort * CARDS_PER_COHORT),
    cardKey((cohort + 1) * CARDS_PER_COHORT - 1),
  ])
  const tables = [
    {
      name: 'one table for ever',
      splits: Array.from({ length: COHORTS - 1 }, (_, nth) =>
        cardKey((nth + 1) * CARDS_PER_COHORT),
      ),
    },
    {
      name: 'the table of this month',
      splits: splitsOf([...thisMonth.keys, ...studying], COHORTS),
    },
  ] as const
  const outcomes: ColdOutcome[] = []
  for (const [nth, { name, splits }] of tables.entries()) {
    const measured = await measureWrites(
      client,
      {
        name: `card_lab_cold_${nth}`,
        splits,
        reservedWrite: RESERVED,
        keyOf: ({ card }) => cardKey(card),
        next: thisMonth.next,
      },
      times,
      lab.holdPartitions,
    )
    outcomes.push({ name, partitions: splits.length + 1, measured })
  }
  return outcomes
}

/** The purchases of the last month, again and again. */
function recentCards(lab: Lab) {
  const from = Math.floor((lab.rows * (MONTHS - 1)) / MONTHS)
  const keys = Array.from({ length: lab.rows - from }, (_, nth) =>
    cardKey(lab.swipe(from + nth).card),
  )
  let n = from
  return {
    keys,
    next: () => {
      const swipe = lab.swipe(n)
      n = n + 1 < lab.rows ? n + 1 : from
      return swipe
    },
  }
}
