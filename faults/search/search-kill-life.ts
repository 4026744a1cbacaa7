import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@rowhouse/conformance/client'
import { type SeededRandom, seededRandom } from '@rowhouse/platform/testing'
import { indexDifferences } from '../kill/index-differences.js'
import { sdkService } from '../kill/sdk-service.js'
import { KilledServer, type ServerFigures } from '../kill/killed-server.js'
import { INSTANCE, type ServerOptions } from '../kill/server-process.js'
import type { Life } from '../run-rounds.js'
import { type Lane, Violation, runLane } from '../workloads/workload.js'
import { FIELDS, FIRST_INDEX, changeIndexes, newIndex } from './index-changes.js'
import { WatchedIndexFiles, isLeftUnfinished } from './index-files.js'
import { IndexedRows, type IndexedRowsSize, TABLE, checkAnswer } from './indexed-rows.js'
import { killMoment, startMoment } from './kill-moment.js'
import { SearchClients } from './search-clients.js'
import { verifyIndex } from './verify-index.js'

export interface SearchKillFigures extends ServerFigures {
  /** Rows that were verified in an index after a kill. */
  rows: number
  indexes: number
  /** Kills that left files of interrupted commits, merges or drops. */
  unfinished: number
}

/** How much data a folder has, and how its server is started. */
interface Setting {
  readonly name: string
  readonly size: IndexedRowsSize
  readonly settings: readonly string[]
}

export interface SearchKillOptions {
  readonly program: string | undefined
  readonly setting: Setting
  readonly store: string | undefined
}

const ROOMY: Setting = {
  name: 'in memory',
  size: { keys: 2_000, batchMax: 200, bulkBytes: 0 },
  settings: [],
}
/**
 * With the least memory allowed, segments are committed as soon as they are sealed, and merged into files.
 * In the other folders only the interval or an orderly stop commits.
 */
const TIGHT: Setting = {
  name: 'over memory',
  size: { keys: 1_500, batchMax: 100, bulkBytes: 3_000 },
  settings: ['--search-memory', '64MiB'],
}
const SETTINGS = [TIGHT, ROOMY] as const

const WRITERS = 3
const SETTLE_MS_MAX = 60
const CHANGE_MS_MAX = 100
const SEARCH_MS = 20
/** For builds that hang; on a busy machine a build takes long. */
const ADDITIONS_MS_MAX = 300_000

export const settingOf = (folder: number): Setting => SETTINGS[folder % SETTINGS.length] ?? ROOMY

/** One data folder with search indexes, the clients that change its rows, and the server that is killed. */
export class SearchKillLife implements Life {
  readonly #server: KilledServer
  readonly #figures: SearchKillFigures
  readonly #rows: IndexedRows

  private constructor(options: ServerOptions, size: IndexedRowsSize, figures: SearchKillFigures) {
    this.#server = new KilledServer(options, figures)
    this.#figures = figures
    this.#rows = new IndexedRows(size)
  }

  static async open(
    { program, setting, store }: SearchKillOptions,
    figures: SearchKillFigures,
  ): Promise<SearchKillLife> {
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-search-kill-'))
    const { size, settings: ofFolder } = setting
    const settings = store === undefined ? ofFolder : [...ofFolder, '--store', store]
    const options = { program, directory, doorThreads: 0, settings }
    const life = new SearchKillLife(options, size, figures)
    const connection = await life.#server.start()
    const service = sdkService(connection, directory)
    await service.createTable(TABLE, { allowUpdate: false })
    await life.#rows.fill(service, seededRandom(1))
    await new SearchClients(connection, directory).create(newIndex(FIRST_INDEX, FIELDS))
    return life
  }

  get output(): string {
    return this.#server.output
  }

  get directory(): string {
    return this.#server.options.directory
  }

  get #indexesDirectory(): string {
    return join(this.directory, 'search')
  }

  async round(random: SeededRandom): Promise<void> {
    await this.#liveAndDie(random)
    while (random.chance(0.25)) await this.#dieStarting(random)
    await this.#check(await this.#server.start())
  }

  /** Checks that an orderly stop keeps everything, and that `rowhouse index verify` agrees. */
  async finish(): Promise<void> {
    await this.#server.endInOrder()
    // Searches or an interrupted merge may have kept files in use: the next start removes them.
    await isLeftUnfinished(this.#indexesDirectory)
    const connection = await this.#server.start()
    await this.#check(connection)
    const { program } = this.#server.options
    for (const name of await new SearchClients(connection, this.directory).names())
      await verifyIndex(program, this.directory, name)
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
    const clients = new SearchClients(connection, this.directory, () => isEnding)
    const lanes = [
      ...this.#rows.lanes(service, random, WRITERS),
      changeLane(clients, random),
      settleLane(clients, random),
      searchLane(clients),
    ]
    const watched = await WatchedIndexFiles.of(this.#indexesDirectory)
    const running = Promise.all(lanes.map((lane) => runLane(lane, () => lives)))
    // A violation is reported when the lanes are awaited below.
    running.catch(() => {})
    await killMoment(random, watched, () => {
      isEnding = true
      return this.#server.askToEnd()
    })
    await this.#server.kill()
    lives = false
    watched.close()
    await running
    await this.#lookAtFiles()
    this.#lookForTrouble()
  }

  async #dieStarting(random: SeededRandom): Promise<void> {
    const watched = await WatchedIndexFiles.of(this.#indexesDirectory)
    await this.#server.dieStarting((ready) => startMoment(random, watched, ready))
    watched.close()
    await this.#lookAtFiles()
    this.#lookForTrouble()
  }

  async #lookAtFiles(): Promise<void> {
    if (await isLeftUnfinished(this.#indexesDirectory)) this.#figures.unfinished++
  }

  async #check(connection: Connection): Promise<void> {
    const clients = new SearchClients(connection, this.directory)
    const rows = await sdkService(connection, this.directory).scan(TABLE)
    await additionsOver(clients)
    const names = await clients.names()
    // Searches may be divided between an index and its reindex, so both must be up to date first.
    for (const index of names) {
      const found = await indexDifferences(this.directory, INSTANCE, TABLE, index)
      if (found.length > 0) throw new Violation(`index ${index}`, found.join('; '))
    }
    for (const index of names) {
      checkAnswer(index, await clients.askForAll(index), rows)
      this.#figures.rows += rows.length
      this.#figures.indexes++
    }
    this.#lookForTrouble()
  }

  /**
   * Fails when the log tells of a rebuilt index or of a failed operation or administrator's command. A
   * refusal is no failure, because other clients drop indexes meanwhile.
   */
  #lookForTrouble(): void {
    const trouble = this.output.split('\n').find((line) => TROUBLE.test(line))
    if (trouble !== undefined) throw new Violation('the server', `says ${trouble}`)
  }
}

const TROUBLE = /"msg":"(?:search index|admin command failed)|"level":50,.*"operation":/

const changeLane =
  (clients: SearchClients, random: SeededRandom): Lane =>
  async () => {
    await wait(random.below(CHANGE_MS_MAX))
    await changeIndexes(clients, random)
  }

/** Seals what was written as one more segment; enough of those are merged. */
const settleLane =
  (clients: SearchClients, random: SeededRandom): Lane =>
  async () => {
    await wait(random.below(SETTLE_MS_MAX))
    const names = await clients.names()
    const name = names[random.below(names.length)]
    if (name !== undefined) await clients.catchUp(name)
  }

const searchLane =
  (clients: SearchClients): Lane =>
  async () => {
    for (const name of await clients.names()) await clients.searchOnce(name)
    await wait(SEARCH_MS)
  }

/** Waits until indexes with added fields have replaced those without. */
const additionsOver = async (clients: SearchClients): Promise<void> => {
  const startedAt = performance.now()
  for (;;) {
    const names = await clients.names()
    const hidden = (await clients.allNames()).find((name) => !names.includes(name))
    if (hidden === undefined) return
    if (performance.now() - startedAt > ADDITIONS_MS_MAX)
      throw new Violation(`index ${hidden}`, 'never takes the place of what it was made for')
    await clients.catchUp(hidden)
  }
}
