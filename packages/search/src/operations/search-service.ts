import type { Engine } from '@rowhouse/engine'
import type { SearchEngine } from '@rowhouse/search-engine'
import type { IndexKeeper } from '../keeping/index-keeper.js'
import type { FieldAdditions } from './indexes/field-additions.js'
import type { IndexArrivals } from './indexes/index-arrivals.js'
import type { ScanSessions } from './scans/scan-sessions.js'
import type { SchemaCache } from './indexes/schema-cache.js'
import type { SearchFigures } from './running/search-figures.js'
import type { OnSearchStage } from './running/search-stages.js'

/**
 * The service that every operation on search indexes gets. An operation is a function
 *   (service: SearchService, instance: string, request: XRequest) => Promise<XReply>
 * in the file named after it; it throws TablestoreError for every answer that is not a success.
 */
export interface SearchService {
  readonly engine: Engine
  /**
   * Starts indexing at the first operation that needs it, so that a server without search indexes runs none
   * of it.
   */
  readonly indexing: () => Promise<Indexing>
  readonly sessions: ScanSessions
  readonly schemas: SchemaCache
  readonly arrivals: IndexArrivals
  readonly additions: FieldAdditions
  readonly figures: SearchFigures
}

/** The search engine, and the keeper of its indexes. */
export interface Indexing {
  readonly search: SearchEngine
  readonly keeper: IndexKeeper
}

/** The parameters of a call beside its message. */
export interface SearchCall {
  /** Set if the call must find everything that was acknowledged before it. */
  readonly waitsForIndex: boolean
  readonly onStage?: OnSearchStage | undefined
}

export const PLAIN_CALL: SearchCall = { waitsForIndex: false }
