import {
  Client,
  type Connection,
  ServiceError,
  matchAll,
  query,
} from '@rowhouse/conformance/client'
import {
  TablestoreError,
  createSearchIndex,
  deleteSearchIndex,
  search,
  updateSearchIndex,
} from '@rowhouse/protocol'
import { askServer, memberOf } from '../kill/ask-server.js'
import { type RawCall, rawCalls } from '../kill/raw-calls.js'
import { INSTANCE } from '../kill/server-process.js'
import { Violation } from '../workloads/workload.js'
import type { IndexCalls } from './index-changes.js'
import { type Answer, GROUPS, TABLE, WORDS, nameOf } from './indexed-rows.js'
import { rowSearch } from './row-search.js'

const PAGE_ROWS = 1000
const BY_NUMBER = { sorters: [{ fieldSort: { fieldName: 'n', order: 0 } }] }

/** The search indexes of one table, through the official SDK and by requests that it cannot make. */
export class SearchClients implements IndexCalls {
  readonly #client: Client
  readonly #raw: RawCall
  readonly #directory: string
  readonly #isEnding: () => boolean

  constructor(connection: Connection, directory: string, isEnding: () => boolean = () => false) {
    this.#client = new Client(connection)
    this.#raw = rawCalls(connection)
    this.#directory = directory
    this.#isEnding = isEnding
  }

  async names(): Promise<readonly string[]> {
    const found = await this.#client.search.listIndexes(TABLE)
    return found.map(({ index }) => index)
  }

  /** All names, including hidden indexes that will replace others. */
  async allNames(): Promise<readonly string[]> {
    const { answer } = await askServer(this.#directory, { action: 'index-list' })
    const indexes = memberOf(answer, 'indexes')
    if (!Array.isArray(indexes)) throw new Error(`no indexes in ${JSON.stringify(answer)}`)
    return indexes.map((index: unknown) => String(memberOf(index, 'index')))
  }

  /** Resolves when all writes are searchable, as one more segment, or the index has been dropped. */
  async catchUp(index: string): Promise<void> {
    await askServer(this.#directory, command('index-catch-up', index))
  }

  create: IndexCalls['create'] = (request) =>
    this.#unlessRefused(() => this.#raw(createSearchIndex, request))

  drop: IndexCalls['drop'] = (indexName) =>
    this.#unlessRefused(() => this.#raw(deleteSearchIndex, { tableName: TABLE, indexName }))

  update: IndexCalls['update'] = (request) =>
    this.#unlessRefused(() => this.#raw(updateSearchIndex, request))

  async rebuild(name: string): Promise<void> {
    await askServer(this.#directory, command('index-rebuild', name))
  }

  /** Runs a search and ignores its result. It is sent once; the SDK would repeat it after a 503. */
  searchOnce(indexName: string): Promise<void> {
    return this.#unlessRefused(() => this.#raw(search, rowSearch(indexName, { limit: 10 })))
  }

  /** All rows ordered by number, page by page, and the counts of each group and word. */
  async askForAll(name: string): Promise<Answer> {
    const keys: string[] = []
    const page = { limit: PAGE_ROWS, columns: 'NONE' } as const
    let found = await this.#client.search.search(TABLE, name, matchAll, {
      ...page,
      more: { sort: BY_NUMBER },
    })
    const total = found.total ?? -1
    for (;;) {
      for (const { key } of found.rows)
        keys.push(nameOf({ partition: String(key['partition']), row: Number(key['row']) }))
      if (found.token === undefined) break
      found = await this.#client.search.search(TABLE, name, matchAll, {
        ...page,
        token: found.token,
      })
    }
    const groups = await this.#counts(name, GROUPS, (term) =>
      query('TERM', { fieldName: 'k', term }),
    )
    const words = await this.#counts(name, WORDS, (text) =>
      query('MATCH', { fieldName: 't', text }),
    )
    return { keys, total, groups, words }
  }

  async #counts(
    name: string,
    values: readonly string[],
    asked: (value: string) => ReturnType<typeof query>,
  ): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>()
    for (const value of values) {
      const { total = -1 } = await this.#client.search.search(TABLE, name, asked(value), {
        limit: 0,
      })
      if (total !== 0) counts.set(value, total)
    }
    return counts
  }

  /** A change by another client may refuse the call; the server itself must not fail. */
  async #unlessRefused(call: () => Promise<unknown>): Promise<void> {
    try {
      await call()
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof TablestoreError)) throw error
      if (error.status < SERVER_ERRORS) return
      if (this.#isEnding()) throw error
      throw new Violation('server', `answers ${error.status} ${error.message}`)
    }
  }
}

const SERVER_ERRORS = 500

const command = (action: string, index: string) => ({
  action,
  instance: INSTANCE,
  table: TABLE,
  index,
})
