import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, defineTable } from '@rowhouse/client'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { PROGRAM, ServerProcess } from '../kill/server-process.js'
import type { Life } from '../run-rounds.js'
import { expectCode, expectSame } from '../transfer/expect-same.js'
import type { Ended } from '../transfer/killed-command.js'
import { KilledRuns } from '../transfer/killed-runs.js'
import { type ArchivedMonth, readArchive } from './archived-month.js'
import {
  PLANNED,
  type MonthLines,
  type PlantedMonths,
  monthAt,
  nameOfMonth,
  plantMonths,
  rowsIn,
  tableOf,
  writeMonths,
} from './planted-months.js'

export interface RotateFigures {
  kills: number
  /** Kills that found a month neither as it was nor archived and dropped: a step had begun. */
  amidSteps: number
  archived: number
  rows: number
}

const RETENTION_MONTHS = 2
/** Months that are past retention when a round begins, and those that are not. */
const EXPIRED_MONTHS = 3
const KEPT_MONTHS = 1
/** A runner is killed so many steps, and then so long, after it has begun. */
const STEPS_KILLED_MAX = 10
const DELAY_MS = 200

const SHOPS = { fields: { shop: 'KEYWORD', time: 'LONG' } } as const

/** What an apply leaves, without the name of the set. */
interface Outcome {
  readonly tables: readonly string[]
  readonly archives: readonly string[]
}

interface PlannedSet {
  readonly name: string
  /** What its tables have before it is rotated. */
  readonly lines: MonthLines
}

/** Monthly tables that `rowhouse rotate` archives and drops, killed again and again. */
export class RotateLife implements Life {
  readonly directory: string
  readonly #server: ServerProcess
  readonly #client: Client
  readonly #runs: KilledRuns
  readonly #figures: RotateFigures
  readonly #archive: string
  readonly #rowsMax: number
  #round = 0

  private constructor(
    directory: string,
    server: ServerProcess,
    program: string,
    connection: Awaited<ReturnType<ServerProcess['ready']>>['connection'],
    figures: RotateFigures,
    rowsMax: number,
  ) {
    const { endpoint, instance, accessKeyId: id, accessKeySecret: secret } = connection
    this.directory = directory
    this.#archive = join(directory, 'archive')
    this.#server = server
    this.#client = new Client({ endpoint, instance, accessKey: { id, secret } })
    const environment = {
      ROWHOUSE_ENDPOINT: endpoint,
      ROWHOUSE_INSTANCE: instance,
      ROWHOUSE_ACCESS_KEY: `${id}:${secret}`,
      ROWHOUSE_PROFILES: join(directory, 'profiles.json'),
    }
    this.#figures = figures
    this.#rowsMax = rowsMax
    const isWhole = (_: Ended, kind: string): boolean => kind === 'rotate restore'
    this.#runs = new KilledRuns({ program, environment, figures, isWhole })
  }

  static async open(
    program: string | undefined,
    figures: RotateFigures,
    rowsMax: number,
    built = PROGRAM,
  ): Promise<RotateLife> {
    const own = program ?? built
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-rotations-'))
    const data = join(directory, 'data')
    const server = new ServerProcess({ program: own, directory: data, doorThreads: 0 })
    const { connection } = await server.ready()
    return new RotateLife(directory, server, own, connection, figures, rowsMax)
  }

  get output(): string {
    return this.#server.output
  }

  /** One set is rotated whole, an equal one by runners that are killed; both must be the same afterwards. */
  async round(random: SeededRandom): Promise<void> {
    this.#round += 1
    const now = Date.now()
    const current = monthAt(new Date(now))
    const first = current - RETENTION_MONTHS - EXPIRED_MONTHS
    const expired = Array.from({ length: EXPIRED_MONTHS }, (_, nth) => first + nth)
    const kept = Array.from({ length: KEPT_MONTHS }, (_, nth) => current - KEPT_MONTHS + nth)
    const months = plantMonths(random, [...expired, ...kept], this.#rowsMax, now)

    const whole = await this.#plan(`whole${this.#round}`, months)
    expectCode(await this.#runs.whole(this.#apply(whole.name)), 0)
    const wanted = await this.#outcome(whole.name, expired, months)
    await this.#dropTables(whole.name)

    const killed = await this.#plan(`killed${this.#round}`, months)
    const look = async (): Promise<void> => {
      await this.#expectNothingLost(killed, expired, months, wanted)
      await this.#endLease(killed.name)
    }
    // Each line of output is a step that is done.
    const moment = () => ({
      lines: random.below(STEPS_KILLED_MAX),
      afterMs: random.below(DELAY_MS),
    })
    const apply = this.#apply(killed.name)
    expectCode(await this.#runs.untilDone(random, apply, look, moment), 0)
    const found = await this.#outcome(killed.name, expired, months)
    expectSame('tables and indexes', found.tables, wanted.tables)
    expectSame('archives', found.archives, wanted.archives)
    await this.#expectRows(killed, kept)

    await this.#restore(random, killed, expired)
    this.#figures.archived += expired.length
    await this.#dropTables(killed.name)
  }

  /** Plants the months of a set and writes its plan. */
  async #plan(set: string, months: PlantedMonths): Promise<PlannedSet> {
    const lines = await writeMonths(this.#client, set, months)
    const units = { read: 0, write: 0 }
    const plan = {
      name: set,
      tableName: `${set}_{yyyy}{MM}`,
      ...PLANNED,
      maxVersions: months.isVersioned ? 2 : 1,
      timeColumn: 'time',
      indexes: months.isVersioned ? [] : [{ name: `by_shop_${set}_{yyyy}{MM}`, key: ['shop'] }],
      searchIndexes: months.isVersioned ? {} : { shops: SHOPS },
      units: { current: units, recent: units, old: units },
      monthsAhead: 1,
      retentionMonths: RETENTION_MONTHS,
      expired: 'archive',
    }
    await writeFile(this.#planFile(set), JSON.stringify(plan))
    return { name: set, lines }
  }

  #planFile(set: string): string {
    return join(this.directory, `${set}.json`)
  }

  #apply(set: string): string[] {
    return ['rotate', 'apply', this.#planFile(set), '--archive', this.#archive, '--json']
  }

  async #outcome(set: string, expired: readonly number[], months: PlantedMonths): Promise<Outcome> {
    const tables: string[] = []
    for (const name of await this.#tablesOf(set)) {
      const { indexMetas } = await this.#client.describeTable(name)
      tables.push(withoutSet(set, [name, ...indexMetas.map((index) => index.name)].join(' ')))
    }
    const archives: string[] = []
    for (const month of expired) {
      const archive = await readArchive(this.#archive, tableOf(set, month))
      archives.push(describeArchive(month, archive, months))
    }
    return { tables: tables.sort(), archives }
  }

  async #tablesOf(set: string): Promise<string[]> {
    return (await this.#client.tableNames()).filter((name) => name.startsWith(`${set}_`))
  }

  /** At every moment a month has its table with all rows, or an archive that equals the whole one's. */
  async #expectNothingLost(
    { name: set, lines }: PlannedSet,
    expired: readonly number[],
    months: PlantedMonths,
    wanted: Outcome,
  ): Promise<void> {
    let isAmid = false
    for (const [nth, month] of expired.entries()) {
      const table = tableOf(set, month)
      const archive = await readArchive(this.#archive, table)
      const rows = await rowsIn(this.#client, table)
      isAmid ||= archive !== undefined && rows !== undefined
      if (rows !== undefined) {
        expectSame(`rows of ${table}`, rows, lines.get(month) ?? [])
        continue
      }
      const told = describeArchive(month, archive, months)
      expectSame(`the archive of ${table}, which is dropped,`, [told], [wanted.archives[nth] ?? ''])
    }
    if (isAmid) this.#figures.amidSteps += 1
  }

  async #expectRows({ name: set, lines }: PlannedSet, some: readonly number[]): Promise<void> {
    for (const month of some) {
      const wanted = lines.get(month) ?? []
      const found = (await rowsIn(this.#client, tableOf(set, month))) ?? []
      expectSame(`rows of ${tableOf(set, month)}`, found, wanted)
      this.#figures.rows += wanted.length
    }
  }

  /** Brings every archived month back, which gives the very rows that were planted. */
  async #restore(random: SeededRandom, set: PlannedSet, expired: readonly number[]): Promise<void> {
    for (const month of expired) {
      const place = [this.#planFile(set.name), nameOfMonth(month), '--archive', this.#archive]
      expectCode(await this.#runs.untilDone(random, ['rotate', 'restore', ...place]), 0)
    }
    await this.#expectRows(set, expired)
  }

  /** A dead runner holds its set for a minute. The harness has killed it, and need not wait. */
  async #endLease(set: string): Promise<void> {
    const key = { set: 'string', entry: 'string' } as const
    const journal = this.#client.table(defineTable({ name: 'rotation_journal', key, columns: {} }))
    if ((await this.#client.tableNames()).includes('rotation_journal'))
      await journal.delete({ set, entry: 'lock' })
  }

  async #dropTables(set: string): Promise<void> {
    for (const name of await this.#tablesOf(set)) {
      const table = this.#client.table(defineTable({ name, ...PLANNED }))
      await table
        .index('shops')
        .delete()
        .catch(() => {})
      await this.#client.deleteTable(name)
    }
  }

  async finish(): Promise<void> {
    await this.#client.close()
    await this.#server.stop()
    await rm(this.directory, { recursive: true, force: true })
  }

  async remove(): Promise<void> {
    await this.#client.close()
    await this.#server.kill()
    await rm(this.directory, { recursive: true, force: true })
  }
}

const withoutSet = (set: string, text: string): string => text.replaceAll(set, 'SET')

/** The digest is of times, too, which two sets share only where they were given. */
const describeArchive = (
  month: number,
  archive: ArchivedMonth | undefined,
  { isVersioned }: PlantedMonths,
): string => `${month} ${archive?.rows} ${isVersioned ? archive?.digest : ''}`
