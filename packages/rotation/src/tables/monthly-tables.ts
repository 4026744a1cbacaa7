import {
  type AnyTable,
  type Client,
  type KeyOf,
  type RangeOptions,
  type Table,
  type Value,
  isMissingTable,
} from '@rowhouse/client'
import { rotationLimits } from '../limits.js'
import { Calendar, type Month, nameOfMonth } from '../plan/months.js'
import { monthIn, nameFor } from '../plan/month-names.js'
import type { SetPlan } from '../plan/set-plan.js'
import { RotationError } from '../rotation-error.js'
import { refusalOf } from '../steps/plan-steps.js'
import { mergeByKey } from './merge-by-key.js'

type Row = Readonly<Record<string, Value | undefined>>

/** Leading columns of a key. */
export type KeyStart = Readonly<Record<string, Value>>

/** Like `RangeOptions`, for keys that are known only at run time. */
export interface MonthlyRange extends Omit<RangeOptions<AnyTable>, 'prefix' | 'from' | 'to'> {
  readonly prefix?: KeyStart
  readonly from?: KeyStart
  readonly to?: KeyStart
}

export interface MonthlyOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** A row that was found without its time, and the cost. */
export interface FoundRow {
  readonly row: Row
  readonly table: string
  /** The number of tables that were read. */
  readonly tried: number
}

/** A period in milliseconds since the epoch; `to` is exclusive. */
export interface TimeSpan {
  readonly from?: number
  readonly to?: number
}

/**
 * The tables of a set as one table: a row is written to the table of its month, however late, and read from
 * there. Rows of months past retention are refused.
 */
export class MonthlyTables {
  readonly #client: Client
  readonly #plan: SetPlan
  readonly #calendar: Calendar
  readonly #now: () => number
  #months: readonly Month[] = []
  #knownUntil = Number.NEGATIVE_INFINITY

  constructor(client: Client, plan: SetPlan, { now = Date.now }: MonthlyOptions = {}) {
    this.#client = client
    this.#plan = plan
    this.#calendar = new Calendar(plan.timeZone)
    this.#now = now
  }

  /** The table for rows of a moment. Throws RotationError when the set has none. */
  tableAt(moment: number): Table<AnyTable> {
    const month = this.#calendar.monthAt(moment)
    const refusal = refusalOf(this.#plan, month, this.#calendar.monthAt(this.#now()))
    if (refusal !== undefined) throw new RotationError(`${this.#plan.name}: ${refusal}`)
    return this.#tableOf(month)
  }

  /** Puts a row into the table of its month; `moment` can be left out if the plan has a time column. */
  async put(row: Row, moment: number = this.#momentOf(row)): Promise<void> {
    const table = this.tableAt(moment)
    try {
      await table.put(row)
    } catch (error) {
      throw this.#explain(error, moment)
    }
  }

  /** Reads a row whose time is known, with one read. */
  async getAt(key: Row, moment: number): Promise<Row | undefined> {
    try {
      return await this.#tableOf(this.#calendar.monthAt(moment)).get(keyOf(key))
    } catch (error) {
      if (isMissingTable(error)) return undefined
      throw error
    }
  }

  /** Reads a row whose time is unknown, with one read per month, newest first. */
  async get(key: Row): Promise<FoundRow | undefined> {
    const months = await this.months()
    for (const [at, month] of months.toReversed().entries()) {
      const table = this.#tableOf(month)
      const row = await table.get(keyOf(key))
      if (row !== undefined) return { row, table: table.schema.name, tried: at + 1 }
    }
    return undefined
  }

  /** The rows of a period's months in the order of their keys, as if they were in one table. */
  async *range(
    options: MonthlyRange = {},
    { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: TimeSpan = {},
  ): AsyncGenerator<Row, void, undefined> {
    const first = Number.isFinite(from) ? this.#calendar.monthAt(from) : from
    const last = Number.isFinite(to) ? this.#calendar.monthAt(to - 1) : to
    const months = (await this.months()).filter((month) => month >= first && month <= last)
    const { limit = Number.POSITIVE_INFINITY } = options
    let left = limit
    const ranges = months.map((month) => this.#tableOf(month).range(options))
    const names = Object.keys(this.#plan.key)
    for await (const row of mergeByKey(ranges, names, options.direction === 'backward')) {
      if (left-- <= 0) return
      yield row
    }
  }

  /** The months that have a table, oldest first; they are looked up once a minute. */
  async months(): Promise<readonly Month[]> {
    const now = this.#now()
    if (now >= this.#knownUntil) {
      const found = (await this.#client.tableNames()).map((name) =>
        monthIn(this.#plan.tableName, name),
      )
      this.#months = found.filter((month) => month !== undefined).sort((a, b) => a - b)
      this.#knownUntil = now + rotationLimits.TABLES_KNOWN_MS
    }
    return this.#months
  }

  #tableOf(month: Month): Table<AnyTable> {
    const { key, columns, tableName } = this.#plan
    return this.#client.table<AnyTable>({ name: nameFor(tableName, month), key, columns })
  }

  #momentOf(row: Row): number {
    const { timeColumn, name } = this.#plan
    if (timeColumn === undefined) throw new RotationError(`${name}: say when the row was`)
    const value = row[timeColumn]
    if (typeof value === 'bigint') return Number(value)
    throw new RotationError(`${name}: the row has no ${timeColumn}`)
  }

  #explain(error: unknown, moment: number): unknown {
    if (!isMissingTable(error)) return error
    const month = nameOfMonth(this.#calendar.monthAt(moment))
    return new RotationError(`${this.#plan.name}: ${month} has no table yet: run rotate apply`)
  }
}

const keyOf = (key: Row): KeyOf<AnyTable> => key
