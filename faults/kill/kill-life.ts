import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SeededRandom } from '@rowhouse/platform/testing'
import { createBatches } from '../workloads/batches.js'
import { createCounters } from '../workloads/counters.js'
import { createGeneratedKeys } from '../workloads/generated-keys.js'
import { Histories } from '../workloads/histories.js'
import { createRowValues } from '../workloads/row-values.js'
import type { Service } from '../workloads/service.js'
import { createTables } from '../workloads/tables.js'
import { createTransactions } from '../workloads/transactions.js'
import { type Workload, runLane } from '../workloads/workload.js'
import type { Life } from '../run-rounds.js'
import { sdkService } from './sdk-service.js'
import { KilledServer, type ServerFigures } from './killed-server.js'
import type { ServerOptions } from './server-process.js'
import { verifyFolder } from './verify-folder.js'

export interface KillFigures extends ServerFigures {
  verified: number
  histories: number
  logEntries: number
}

const LIFE_MS_MAX = 700
/** Kills of servers that are still starting. */
const EARLY_KILL_MS_MAX = 450
const LAST_CALLS_MS = 10_000

/** One data folder, the clients that write to it, and the server that is killed meanwhile. */
export class KillLife implements Life {
  readonly #server: KilledServer
  readonly #histories = new Histories({ lanes: 4, rows: 5, callsMax: 24 })
  readonly #workloads: readonly Workload[]
  readonly #figures: KillFigures
  #service: Service | undefined

  private constructor(options: ServerOptions, figures: KillFigures) {
    this.#server = new KilledServer(options, figures)
    this.#figures = figures
    this.#workloads = [
      this.#histories,
      createRowValues({ lanes: 3, longShare: 0.01, indexes: ['GLOBAL', 'GLOBAL', 'LOCAL'] }),
      createTransactions({ lanes: 3, rows: 4, indexes: ['GLOBAL', 'LOCAL'] }),
      createCounters(3, 3),
      createBatches({ lanes: 3, rowsMax: 200, fillersOf }),
      createGeneratedKeys(2),
      createTables(2),
    ]
  }

  static async open(
    options: Omit<ServerOptions, 'directory'>,
    figures: KillFigures,
  ): Promise<KillLife> {
    const directory = await mkdtemp(join(tmpdir(), 'rowhouse-kill-'))
    const life = new KillLife({ directory, ...options }, figures)
    const service = await life.#start()
    for (const workload of life.#workloads) await workload.prepare(service)
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
    if (random.chance(0.5)) await this.#verify()
    while (random.chance(0.3)) await this.#server.dieEarly(random, EARLY_KILL_MS_MAX)
    const service = await this.#start()
    const before = this.#totals()
    for (const workload of this.#workloads) await workload.check(service)
    const after = this.#totals()
    this.#figures.verified += after.verified - before.verified
    this.#figures.histories += after.histories - before.histories
  }

  /** Checks the last histories, and the log again after an orderly stop of the server. */
  async finish(): Promise<void> {
    const before = this.#totals()
    this.#histories.finish()
    const after = this.#totals()
    this.#figures.verified += after.verified - before.verified
    this.#figures.histories += after.histories - before.histories
    await this.#server.endInOrder()
    await this.#verify()
    await this.remove()
  }

  remove(): Promise<void> {
    return this.#server.remove()
  }

  #totals(): { readonly verified: number; readonly histories: number } {
    const verified = this.#workloads.reduce((sum, workload) => sum + workload.verified, 0)
    return { verified, histories: this.#histories.checked }
  }

  async #start(): Promise<Service> {
    const connection = await this.#server.start()
    this.#service = sdkService(connection, this.directory)
    return this.#service
  }

  async #liveAndDie(random: SeededRandom): Promise<void> {
    const service = this.#service
    if (service === undefined) throw new Error('the server is started before it is killed')
    let lives = true
    const onTable = random.chance(0.25)
    const tableCall = onTable ? new FirstTableCall() : undefined
    const watched = tableCall === undefined ? service : tableCall.watch(service)
    const lanes = this.#workloads.flatMap((workload) => workload.lanes(watched, random))
    const running = Promise.all(lanes.map((lane) => runLane(lane, () => lives)))
    // A violation is reported when the lanes are awaited below.
    running.catch(() => {})
    await wait(random.below(LIFE_MS_MAX))
    if (tableCall !== undefined) {
      await Promise.race([tableCall.next(), running, wait(LAST_CALLS_MS)])
      await wait(random.below(4))
    }
    await this.#server.kill()
    lives = false
    await running
  }

  async #verify(): Promise<void> {
    const { entries } = await verifyFolder(this.directory)
    this.#figures.logEntries += entries
  }
}

/** Mostly small batches; some are larger than a frame of the log. */
const fillersOf = (random: SeededRandom): number =>
  random.chance(0.1) ? 4_000 + random.below(4_000) : random.below(200)

/** Resolves when a table is being created or dropped. */
class FirstTableCall {
  #waiting: (() => void) | undefined

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  watch(service: Service): Service {
    return {
      ...service,
      createTable: (name, extras) => {
        this.#waiting?.()
        return service.createTable(name, extras)
      },
      deleteTable: (name) => {
        this.#waiting?.()
        return service.deleteTable(name)
      },
    }
  }
}
