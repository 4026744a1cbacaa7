import { deleteTable, listTable } from '@rowhouse/protocol'
import type { Control } from './control.js'
import { type FuzzTable, canaryTable, createBodyOf, fuzzTables } from './seeds/tables.js'

/** Makes the tables that requests are aimed at, and makes them again when requests have dropped them. */
export class TableKeeper {
  readonly #control: Control
  #repairing: Promise<void> | undefined
  #isStale = false

  constructor(control: Control) {
    this.#control = control
  }

  async createAll(): Promise<void> {
    for (const table of [canaryTable, ...fuzzTables]) await this.#create(table)
  }

  /** Some request created or dropped a table. Many of them are tidied up behind at once. */
  tablesChanged(): Promise<void> {
    this.#isStale = true
    this.#repairing ??= this.#repair()
    return this.#repairing
  }

  /** Drops and creates the tables, so that neither their rows nor their options go astray for good. */
  async renew(): Promise<void> {
    await this.#repairing
    for (const table of fuzzTables) await this.#drop(table.name)
    await this.tablesChanged()
  }

  async #repair(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const reply = await this.#control.request('ListTable', listTable.encodeRequest({}))
      if (reply.status !== 200) throw new Error(`ListTable answers ${reply.status}`)
      const names = new Set(listTable.decodeReply(reply.body).tableNames)
      if (!names.delete(canaryTable.name)) throw new Error('the table of the canary is gone')
      const missing = fuzzTables.filter((table) => !names.delete(table.name))
      await Promise.all([...names].map((name) => this.#drop(name)))
      await Promise.all(missing.map((table) => this.#create(table)))
    }
    this.#repairing = undefined
  }

  /** A request may have been quicker, or have taken the last place. */
  async #create(table: FuzzTable): Promise<void> {
    const { status } = await this.#control.request('CreateTable', createBodyOf(table))
    if (status === 403) this.#isStale = true
    else if (status !== 200 && status !== 409) throw new Error(`CreateTable answers ${status}`)
  }

  async #drop(name: string): Promise<void> {
    const body = deleteTable.encodeRequest({ tableName: name })
    const { status } = await this.#control.request('DeleteTable', body)
    if (status !== 200 && status !== 404) throw new Error(`DeleteTable answers ${status}`)
  }
}
