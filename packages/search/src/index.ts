export { createIndexKeeper } from './keeping/create-index-keeper.js'
export {
  type BuildProgress,
  indexId,
  type IndexKeeper,
  type IndexKeeperSetup,
  type IndexLag,
  IndexNotKeptError,
  type IndexState,
  type IndexStatus,
  type IndexVerification,
  type KeeperEvent,
  partsOfIndexId,
  type VerifiedKeys,
} from './keeping/index-keeper.js'
export { cursorName as searchIndexCursor } from './keeping/keeper-context.js'
export { computeSplits } from './operations/compute-splits.js'
export { createSearchIndex } from './operations/create-search-index.js'
export { deleteSearchIndex } from './operations/delete-search-index.js'
export { describeSearchIndex } from './operations/describe-search-index.js'
export { listSearchIndex } from './operations/list-search-index.js'
export { openSearchService } from './operations/open-search-service.js'
export { parallelScan } from './operations/parallel-scan.js'
export type { IndexSearches } from './operations/running/search-figures.js'
export type { SearchStage } from './operations/running/search-stages.js'
export type { Indexing, SearchCall, SearchService } from './operations/search-service.js'
export { search } from './operations/search.js'
export { updateSearchIndex } from './operations/update-search-index.js'
export { searchLimits } from './limits.js'
