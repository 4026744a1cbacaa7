import type { OpenEngine } from '@rowhouse/engine'
import type { Files } from '@rowhouse/platform'
import type { ManualClock } from '@rowhouse/platform/testing'
import {
  createIndexKeeper,
  createSearchIndex,
  deleteSearchIndex,
  type IndexKeeper,
  type KeeperEvent,
  listSearchIndex,
  openSearchService,
  search,
  type SearchService,
  updateSearchIndex,
} from '@rowhouse/search'
import { openEmbeddedSearchEngine, type SearchEngine } from '@rowhouse/search-engine'
import {
  type SearchQuery,
  TablestoreError,
  decodeRow,
  integerOf,
  stringOf,
} from '@rowhouse/protocol'
import { Violation } from '../workloads/workload.js'
import type { IndexCalls } from './index-changes.js'
import { type Answer, TABLE, WORDS, nameOf } from './indexed-rows.js'
import { rowSearch } from './row-search.js'

export const INSTANCE = 'faults'
const PAGE_ROWS = 100
const GROUPS_MAX = 100

/** Switches timers off: the run decides what happens when. */
const NEVER_MS = 2 ** 30

export interface IndexName {
  readonly table: number
  readonly number: number
  readonly name: string
}

/** An engine and its search indexes, in one process and over the same files. */
export class SearchingEngine implements IndexCalls {
  readonly engine: OpenEngine
  readonly search: SearchEngine
  readonly keeper: IndexKeeper
  readonly events: readonly KeeperEvent[]
  readonly #service: SearchService

  static async open(
    engine: OpenEngine,
    files: Files,
    clock: ManualClock,
    memoryBytes: number,
  ): Promise<SearchingEngine> {
    const events: KeeperEvent[] = []
    const directory = '/data/search'
    const engineOfIndexes = openEmbeddedSearchEngine({
      directory,
      files,
      clock,
      threads: 0,
      memoryBytes,
    })
    const keeper = await createIndexKeeper({
      engine,
      search: engineOfIndexes,
      clock,
      log: (event) => events.push(event),
      checkIntervalMs: NEVER_MS,
      retryMs: 1,
    })
    const running = new SearchingEngine(engine, engineOfIndexes, keeper, events)
    // This also resumes the fields that were being added.
    await running.#service.indexing()
    return running
  }

  private constructor(
    engine: OpenEngine,
    searchEngine: SearchEngine,
    keeper: IndexKeeper,
    events: readonly KeeperEvent[],
  ) {
    this.engine = engine
    this.search = searchEngine
    this.keeper = keeper
    this.events = events
    this.#service = openSearchService(engine, async () => ({ search: searchEngine, keeper }))
  }

  /** Ends all work, so that nothing keeps the process alive. */
  async close(): Promise<void> {
    this.#service.additions.close()
    await this.keeper.close()
    await this.search.close().catch(() => {})
    await this.engine.close().catch(() => {})
  }

  get indexes(): readonly IndexName[] {
    const { description } = this.engine.catalog.find(INSTANCE, TABLE) ?? {}
    if (description === undefined) return []
    return description.searchIndexes.map(({ number, name }) => ({
      table: description.id,
      number,
      name,
    }))
  }

  /** The names that clients see. */
  async names(): Promise<readonly string[]> {
    const { indices } = await listSearchIndex(this.#service, INSTANCE, { tableName: TABLE })
    return indices.map(({ indexName }) => indexName)
  }

  create: IndexCalls['create'] = (request) =>
    unlessRefused(() => createSearchIndex(this.#service, INSTANCE, request))

  drop: IndexCalls['drop'] = (indexName) =>
    unlessRefused(() => deleteSearchIndex(this.#service, INSTANCE, { tableName: TABLE, indexName }))

  update: IndexCalls['update'] = (request) =>
    unlessRefused(() => updateSearchIndex(this.#service, INSTANCE, request))

  async rebuild(name: string): Promise<void> {
    const one = this.indexes.find((index) => index.name === name)
    if (one !== undefined) await this.keeper.rebuild(one.table, one.number)
  }

  /** Throws a Violation when index and table differ. */
  async verify({ table, number, name }: IndexName): Promise<void> {
    const { matchingRows, ...differences } = await this.keeper.verify(table, number)
    for (const [what, { count }] of Object.entries(differences))
      if (count > 0)
        throw new Violation(`index ${name}`, `${count} ${what} rows, ${matchingRows} are right`)
  }

  /** All rows ordered by number, page by page, and the counts of each group and word. */
  async askForAll(name: string): Promise<Answer> {
    const keys: string[] = []
    let reply = await this.#search(name, { groupBys: [BY_GROUP] })
    const [first] = reply.groupBys
    const groups = first?.kind === 'field' ? first.items : []
    const total = reply.totalHits
    for (;;) {
      for (const row of reply.rows) keys.push(keyName(row))
      if (reply.nextToken === undefined) break
      reply = await this.#search(name, { token: reply.nextToken, sort: undefined })
    }
    const words = new Map<string, number>()
    for (const text of WORDS) {
      const { totalHits } = await this.#search(name, { limit: 0, query: { ...IN_TEXT, text } })
      if (totalHits > 0) words.set(text, totalHits)
    }
    const counts = new Map(groups.map(({ key, rowCount }) => [key, rowCount]))
    return { keys, total, groups: counts, words }
  }

  #search(indexName: string, changes: Partial<SearchQuery>) {
    const request = rowSearch(indexName, { limit: PAGE_ROWS, ...changes })
    return search(this.#service, INSTANCE, request)
  }
}

const unlessRefused = async (call: () => Promise<unknown>): Promise<void> => {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof TablestoreError && error.status < SERVER_ERRORS)) throw error
  }
}

const SERVER_ERRORS = 500

const IN_TEXT = {
  kind: 'match',
  fieldName: 't',
  text: '',
  minimumShouldMatch: undefined,
  operator: 'OR',
  weight: 1,
} as const

const BY_GROUP: SearchQuery['groupBys'][number] = {
  kind: 'field',
  name: 'groups',
  fieldName: 'k',
  size: GROUPS_MAX,
  sort: undefined,
  minDocCount: undefined,
  subAggregations: [],
  subGroupBys: [],
}

const keyName = (row: Buffer): string => {
  const [partition, number] = decodeRow(row).primaryKey
  return nameOf({
    partition: partition?.value === undefined ? '' : stringOf(partition.value),
    row: number?.value === undefined ? -1 : Number(integerOf(number.value)),
  })
}
