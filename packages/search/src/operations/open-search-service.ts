import type { Engine } from '@rowhouse/engine'
import { FieldAdditions } from './indexes/field-additions.js'
import { IndexArrivals } from './indexes/index-arrivals.js'
import { ScanSessions } from './scans/scan-sessions.js'
import { SchemaCache } from './indexes/schema-cache.js'
import { SearchFigures } from './running/search-figures.js'
import type { Indexing, SearchService } from './search-service.js'

/** `start` is called once, by the first operation that needs indexing. */
export function openSearchService(engine: Engine, start: () => Promise<Indexing>): SearchService {
  let indexing: Promise<Indexing> | undefined
  const additions = new FieldAdditions(engine)
  const begin = async (): Promise<Indexing> => {
    const started = await start()
    additions.resume(started.keeper)
    return started
  }
  return {
    engine,
    indexing: () => {
      // A failed start is retried by the next operation.
      indexing ??= begin().catch((error: unknown) => {
        indexing = undefined
        throw error
      })
      return indexing
    },
    sessions: new ScanSessions(engine.clock, engine.random),
    schemas: new SchemaCache(),
    arrivals: new IndexArrivals(),
    additions,
    figures: new SearchFigures(),
  }
}
