import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@rowhouse/conformance/client'
import { type SeededRandom, seededRandom } from '@rowhouse/engine/testing'
import { sdkService } from '../kill/sdk-service.js'
import { KilledServer, type ServerFigures } from '../kill/killed-server.js'
import type { ServerOptions } from '../kill/server-process.js'
import type { Life } from '../run-rounds.js'
import { type Lane, Violation, runLane } from '../workloads/workload.js'
import { IndexedRows, TABLE, checkAnswer } from './indexed-rows.js'
import { SearchClients } from './search-clients.js'
import { verifyIndex } from './verify-index.js'

export interface SearchKillFigures extends ServerFigures {
  /** Rows that were found right in an index after a kill. */
  rows: number
  indexes: number
}

const WRITERS = 3
const INDEXES_MAX = 3
const FIRST_INDEX = 'index0'
const LIFE_MS_MAX = 900
/** Some live until what is searchable is committed by the clock, and so die in the middle of that. */
const LONG_LIFE_MS = 4_900
const LONG_LIFE_SPREAD_MS = 400
const LONG_LIFE_SHARE = 0.1
/** A server that is asked to end commits every index; some die over that. */
const ORDERLY_MS_MAX = 120
const EARLY_KILL_MS_MAX = 600

/** One data folder with search indexes, the clients that change its rows, and the server that is killed. */
export class SearchKillLife implements Life {
  readonly #server: KilledServer
  readonly #figures: SearchKillFigures
  readonly #rows = new IndexedRows({ keys: 3_000, batchMax: 200 })

  private constructor(options: ServerOptions, figures: SearchKillFigures) {
    this.#server = new KilledServer(options, figures)
    this.#figures = figures
  }

  static async open(
    program: string | undefined,
    figures: SearchKillFigures,
  ): Promise<SearchKillLife> {
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-search-kill-'))
    const life = new SearchKillLife({ program, directory, doorThreads: 0 }, figures)
    const connection = await life.#server.start()
    const service = sdkService(connection, directory)
    await service.createTable(TABLE)
    await life.#rows.fill(service, seededRandom(1))
    await new SearchClients(connection).createIndex(FIRST_INDEX)
    return life
  }

  get output(): string {
    return this.#server.output
  }

  get directory(): string {
    return this.#server.options.directory
  }

  async round(random: SeededRandom): Promise<void> {
    await this.#liveAndDie(random)
    while (random.chance(0.25)) await this.#server.dieEarly(random, EARLY_KILL_MS_MAX)
    await this.#check(await this.#server.start())
  }

  /** An orderly end keeps everything, too. */
  async finish(): Promise<void> {
    await this.#server.endInOrder()
    await this.#check(await this.#server.start())
    await this.remove()
  }

  remove(): Promise<void> {
    return this.#server.remove()
  }

  async #liveAndDie(random: SeededRandom): Promise<void> {
    const { connection } = this.#server
    let lives = true
    let isEnding = false
    const service = sdkService(connection, this.directory, () => isEnding)
    const clients = new SearchClients(connection)
    const lanes = [
      ...this.#rows.lanes(service, random, WRITERS),
      indexLane(clients, random),
      searchLane(clients),
    ]
    const running = Promise.all(lanes.map((lane) => runLane(lane, () => lives)))
    // A violation shows when the lanes are awaited, not before.
    running.catch(() => {})
    const isLong = random.chance(LONG_LIFE_SHARE)
    await wait(
      isLong ? LONG_LIFE_MS + random.below(LONG_LIFE_SPREAD_MS) : random.below(LIFE_MS_MAX),
    )
    if (random.chance(0.4)) {
      isEnding = true
      this.#server.askToEnd()
      await wait(random.below(ORDERLY_MS_MAX))
    }
    await this.#server.kill()
    lives = false
    await running
  }

  async #check(connection: Connection): Promise<void> {
    const clients = new SearchClients(connection)
    const rows = await sdkService(connection, this.directory).scan(TABLE)
    for (const index of await clients.indexes()) {
      await verifyIndex(this.#server.options.program, this.directory, index)
      checkAnswer(index, await clients.askForAll(index), rows)
      this.#figures.rows += rows.length
      this.#figures.indexes++
    }
    // What an index gets over by being built anew is trouble all the same.
    const trouble = this.output.split('\n').find((line) => line.includes('search index'))
    if (trouble !== undefined) throw new Violation('the server', `says ${trouble}`)
  }
}

/** Indexes are built over the rows that are there, and dropped; the first one stays. */
const indexLane =
  (clients: SearchClients, random: SeededRandom): Lane =>
  async () => {
    await wait(random.below(150))
    const names = await clients.indexes()
    const known = names[random.below(names.length)]
    const goes = known !== undefined && known !== FIRST_INDEX && random.chance(0.1)
    if (goes) return clients.deleteIndex(known)
    const all = Array.from({ length: INDEXES_MAX }, (_, number) => `index${number}`)
    const free = all.find((name) => !names.includes(name))
    if (free !== undefined && random.chance(0.3)) return clients.createIndex(free)
    return undefined
  }

const searchLane =
  (clients: SearchClients): Lane =>
  async () => {
    const names = await clients.indexes()
    for (const name of names) await clients.searchOnce(name).catch(() => {})
    await wait(20)
  }
