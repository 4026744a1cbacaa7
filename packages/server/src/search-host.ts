import type { OpenEngine } from '@rowhouse/engine'
import type { Indexing, SearchService } from '@rowhouse/search'

type SearchPackage = typeof import('@rowhouse/search')

/** The package of search indexes, and the service that its operations take. */
export interface LoadedSearch {
  readonly operations: SearchPackage
  readonly service: SearchService
}

/**
 * Hosts search indexes. Most servers never have one, so the code is loaded by the first operation that
 * needs it, and background work begins with the first index.
 */
export interface SearchHost {
  load(): Promise<LoadedSearch>
  /** Called when a table's options have changed, on which its indexes may depend. */
  tableChanged(instance: string, table: string): Promise<void>
  /** Ends indexes that were dropped together with their tables. */
  reconcile(): Promise<void>
  /** Undefined until background work has begun. */
  running(): Promise<LoadedSearch | undefined>
  close(): Promise<void>
}

/** The running search engine and keeper, and how to close them in order. */
export interface RunningIndexing extends Indexing {
  close(): Promise<void>
}

export interface SearchHostSetup {
  readonly engine: OpenEngine
  /** Opens the search engine and the keeper. Called once, when the first index needs them. */
  readonly start: (search: SearchPackage) => Promise<RunningIndexing>
  readonly onError: (error: unknown) => void
}

export function createSearchHost(setup: SearchHostSetup): SearchHost {
  return new LazySearch(setup)
}

class LazySearch implements SearchHost {
  readonly #setup: SearchHostSetup
  #loaded: Promise<LoadedSearch> | undefined
  #indexing: Promise<RunningIndexing> | undefined
  #isClosed = false

  constructor(setup: SearchHostSetup) {
    this.#setup = setup
    // Existing indexes follow their tables from the start.
    if (hasIndexes(setup.engine)) void this.#begin().catch(setup.onError)
  }

  load(): Promise<LoadedSearch> {
    this.#loaded ??= this.#load()
    return this.#loaded
  }

  async tableChanged(instance: string, name: string): Promise<void> {
    const table = this.#setup.engine.catalog.find(instance, name)
    if (table === undefined || table.description.searchIndexes.length === 0) return
    const { keeper } = await this.#begin()
    const { id, searchIndexes } = table.description
    for (const { number } of searchIndexes) await keeper.indexChanged(id, number)
  }

  async reconcile(): Promise<void> {
    const indexing = await this.#indexing
    await indexing?.keeper.reconcile()
  }

  async running(): Promise<LoadedSearch | undefined> {
    return this.#indexing === undefined ? undefined : this.load()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const loaded = await this.#loaded?.catch(() => undefined)
    loaded?.service.additions.close()
    const indexing = await this.#indexing?.catch(() => undefined)
    await indexing?.close()
  }

  async #begin(): Promise<Indexing> {
    return (await this.load()).service.indexing()
  }

  async #load(): Promise<LoadedSearch> {
    const { engine } = this.#setup
    const operations = await import('@rowhouse/search')
    const service = operations.openSearchService(engine, () => this.#start(operations))
    return { operations, service }
  }

  #start(operations: SearchPackage): Promise<Indexing> {
    if (this.#isClosed) return Promise.reject(new Error('the server is closing'))
    this.#indexing = this.#setup.start(operations)
    return this.#indexing
  }
}

function hasIndexes({ catalog }: OpenEngine): boolean {
  for (const { description } of catalog.all()) {
    if (description.searchIndexes.length > 0) return true
  }
  return false
}
