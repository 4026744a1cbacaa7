import type { Engine } from '@rowhouse/engine'
import { IndexArrivals } from './index-arrivals.js'
import { ScanSessions } from './scan-sessions.js'
import { SchemaCache } from './schema-cache.js'
import { SearchFigures } from './search-figures.js'
import type { Indexing, SearchService } from './search-service.js'

/** `start` is called once, by the first operation that needs what it makes. */
export function openSearchService(engine: Engine, start: () => Promise<Indexing>): SearchService {
  let indexing: Promise<Indexing> | undefined
  return {
    engine,
    indexing: () => {
      // What failed may go right the next time.
      indexing ??= start().catch((error: unknown) => {
        indexing = undefined
        throw error
      })
      return indexing
    },
    sessions: new ScanSessions(engine.clock, engine.random),
    schemas: new SchemaCache(),
    arrivals: new IndexArrivals(),
    figures: new SearchFigures(),
  }
}
