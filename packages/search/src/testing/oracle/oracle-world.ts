import { join } from 'node:path'
import type { OpenEngine, PartitionStore } from '@rowhouse/engine'
import { alteredStore, openMemoryEngine } from '@rowhouse/engine/testing'
import { type Clock, type Files, nodeFiles, systemClock } from '@rowhouse/platform'
import {
  type ManualClock,
  manualClock,
  SimulatedFiles,
  temporaryFolder,
} from '@rowhouse/platform/testing'
import {
  openEmbeddedSearchEngine,
  type SearchEngine,
  type ThreadEntries,
} from '@rowhouse/search-engine'
import { createIndexKeeper } from '../../keeping/create-index-keeper.js'
import type { IndexKeeper, IndexVerification } from '../../keeping/index-keeper.js'
import { indexId } from '../../keeping/index-keeper.js'
import { createSearchIndex } from '../../operations/create-search-index.js'
import { openSearchService } from '../../operations/open-search-service.js'
import type { SearchService } from '../../operations/search-service.js'
import type { EngineChoice } from './oracle-case.js'
import type { OracleSchema } from './oracle-schema.js'
import { INSTANCE, OracleTable, TABLE } from './oracle-table.js'

export const INDEX = 'index'

/** With threads the search engine uses the system's clock, so no row may expire. */
export interface WorldOptions {
  readonly threads: number
  /** Undefined stands for the entries beside the engine's own code. */
  readonly entries?: ThreadEntries
  /** One of so many commits is lost on its way to the index, to check that the test notices. */
  readonly losesEvery?: number
}

interface Indexing {
  readonly search: SearchEngine
  readonly keeper: IndexKeeper
  readonly service: SearchService
}

/** A table engine in memory, a search engine that can stop and start, and the keeper between them. */
export class OracleWorld {
  readonly engine: OpenEngine
  readonly clock: ManualClock
  readonly table: OracleTable
  readonly #schema: OracleSchema
  readonly #choice: EngineChoice
  readonly #options: WorldOptions
  readonly #directory: string
  #files: SimulatedFiles = new SimulatedFiles()
  #indexing: Indexing | undefined

  static async with(
    schema: OracleSchema,
    choice: EngineChoice,
    options: WorldOptions,
    use: (world: OracleWorld) => Promise<void>,
  ): Promise<void> {
    const folder = await temporaryFolder()
    const clock = manualClock()
    const { engine } = await openMemoryEngine({ backgroundIntervalMs: 2 ** 31 - 1 }, clock)
    const world = new OracleWorld(engine, clock, folder.path, schema, choice, options)
    try {
      await world.table.create()
      await world.#start()
      await use(world)
    } finally {
      await world.#stop()
      await engine.close()
      await folder.remove()
    }
  }

  private constructor(
    engine: OpenEngine,
    clock: ManualClock,
    directory: string,
    schema: OracleSchema,
    choice: EngineChoice,
    options: WorldOptions,
  ) {
    this.engine = engine
    this.clock = clock
    this.table = new OracleTable(engine, schema)
    this.#directory = directory
    this.#schema = schema
    this.#choice = choice
    this.#options = options
  }

  get service(): SearchService {
    return this.#running.service
  }

  async createIndex(): Promise<void> {
    const { index: schema, timeToLive } = this.#schema
    await createSearchIndex(this.service, INSTANCE, {
      tableName: TABLE,
      indexName: INDEX,
      schema,
      sourceIndexName: undefined,
      timeToLive,
    })
  }

  /** Waits until everything written is searchable. */
  settle(): Promise<void> {
    return this.#running.keeper.caughtUp(...this.#names())
  }

  commit(): Promise<void> {
    return this.#running.search.commit(indexId(...this.#names()))
  }

  rebuild(): Promise<void> {
    return this.#running.keeper.rebuild(...this.#names())
  }

  verify(): Promise<IndexVerification> {
    return this.#running.keeper.verify(...this.#names())
  }

  async restart(): Promise<void> {
    await this.#stop()
    await this.#start()
  }

  /**
   * Loses everything that was not durable. Files of the operating system cannot lose anything, so with
   * them it only restarts.
   */
  async crash(): Promise<void> {
    const survivor = this.#files.kill()
    await this.#stop()
    this.#files = survivor
    await this.#start()
  }

  get #running(): Indexing {
    if (this.#indexing === undefined) throw new Error('nothing is running')
    return this.#indexing
  }

  #names(): [table: number, index: number] {
    const { description } = this.engine.catalog.find(INSTANCE, TABLE) ?? {}
    const index = description?.searchIndexes.find(({ name }) => name === INDEX)
    if (description === undefined || index === undefined) throw new Error('the index is gone')
    return [description.id, index.number]
  }

  async #start(): Promise<void> {
    const { files, memoryBytes } = this.#choice
    const { threads, entries } = this.#options
    const isOnDisk = files === 'disk' || threads > 0
    const ofFiles: Files = isOnDisk ? nodeFiles : this.#files
    const clock: Clock = threads > 0 ? systemClock : this.clock
    const search = openEmbeddedSearchEngine({
      directory: join(this.#directory, 'search'),
      files: ofFiles,
      clock,
      memoryBytes,
      threads,
      ...(entries !== undefined && { entries }),
    })
    const { engine } = this
    const { losesEvery } = this.#options
    const store = losesEvery === undefined ? engine.store : lossy(engine.store, losesEvery)
    const keeper = await createIndexKeeper({
      engine: { store, catalog: engine.catalog },
      search,
      clock: this.clock,
      checkIntervalMs: 2 ** 30,
      retryMs: 1,
    })
    const service = openSearchService(engine, async () => ({ search, keeper }))
    this.#indexing = { search, keeper, service }
  }

  async #stop(): Promise<void> {
    const indexing = this.#indexing
    this.#indexing = undefined
    indexing?.service.additions.close()
    await indexing?.keeper.close()
    await indexing?.search.close()
  }
}

/** The store, which hides one of so many commits from its followers. */
function lossy(store: PartitionStore, losesEvery: number): PartitionStore {
  let told = 0
  return alteredStore(store, {
    async *changes(from) {
      for await (const record of store.changes(from)) {
        const commits = record.commits.filter(() => ++told % losesEvery !== 0)
        yield { ...record, commits }
      }
    },
  })
}
