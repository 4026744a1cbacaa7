import {
  decodeError,
  deleteSearchIndex,
  deleteTable,
  listSearchIndex,
  listTable,
} from '@rowhouse/protocol'
import type { Control } from './control.js'
import { createAskedIndex } from './seeds/search-index.js'
import {
  type FuzzTable,
  canaryTable,
  createBodyOf,
  fuzzTables,
  searchedTable,
} from './seeds/tables.js'

const DROPS_MAX = 20
/** Refusals in a row; more are not a coincidence. */
const REFUSALS_MAX = 5

/** Creates the tables of the requests, and creates them again when requests have dropped them. */
export class TableKeeper {
  readonly #control: Control
  #repairing: Promise<void> | undefined
  #isStale = false
  #refusedIndexes = 0

  constructor(control: Control) {
    this.#control = control
  }

  async createAll(): Promise<void> {
    for (const table of [canaryTable, ...fuzzTables]) await this.#create(table)
  }

  /** A request has created or dropped a table. Several such changes are cleaned up together. */
  tablesChanged(): Promise<void> {
    this.#isStale = true
    this.#repairing ??= this.#repair()
    return this.#repairing
  }

  /** Drops and creates the tables, so that changes to their rows and options do not last. */
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

  /** A request may have created the table before, or have reached the limit of tables. */
  async #create(table: FuzzTable): Promise<void> {
    const { status } = await this.#control.request('CreateTable', createBodyOf(table))
    if (status === 403) this.#isStale = true
    else if (status !== 200 && status !== 409) throw new Error(`CreateTable answers ${status}`)
    if (status === 200 && table === searchedTable) await this.#createIndex()
  }

  async #createIndex(): Promise<void> {
    const { status, body } = await this.#control.request('CreateSearchIndex', createAskedIndex())
    // A request may have dropped the table again.
    if (status === 200 || status === 404 || status === 409) {
      this.#refusedIndexes = 0
      return
    }
    if (status !== 400 || this.#refusedIndexes === REFUSALS_MAX)
      throw new Error(`CreateSearchIndex answers ${status} ${decodeError(body).message}`)
    // A request has created the table before, with options that do not allow an index.
    this.#refusedIndexes++
    await this.#drop(searchedTable.name)
    this.#isStale = true
  }

  /** A table with search indexes cannot be dropped, and requests may create new ones meanwhile. */
  async #drop(tableName: string): Promise<void> {
    const body = deleteTable.encodeRequest({ tableName })
    for (let attempt = 0; attempt < DROPS_MAX; attempt++) {
      const { status } = await this.#control.request('DeleteTable', body)
      if (status === 200 || status === 404) return
      if (status !== 400) throw new Error(`DeleteTable answers ${status}`)
      await this.#dropIndexes(tableName)
    }
    throw new Error(`the table ${tableName} cannot be dropped`)
  }

  async #dropIndexes(tableName: string): Promise<void> {
    const list = listSearchIndex.encodeRequest({ tableName })
    const { status, body } = await this.#control.request('ListSearchIndex', list)
    if (status !== 200) return
    for (const { indexName } of listSearchIndex.decodeReply(body).indices) {
      const drop = deleteSearchIndex.encodeRequest({ tableName, indexName })
      const reply = await this.#control.request('DeleteSearchIndex', drop)
      if (reply.status !== 200 && reply.status !== 404)
        throw new Error(`DeleteSearchIndex answers ${reply.status}`)
    }
  }
}
